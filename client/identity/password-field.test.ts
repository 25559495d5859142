import { expect, test } from 'vitest'
import { specTexts } from './texts.ts'

test('the texts of the specification are kept to the letter', () => {
  expect(specTexts).toEqual({
    logIn: 'Log In',
    signUp: 'Sign Up',
    passwordRequired: 'Password is required',
    userCreated: 'User Created Successfully',
  })
})
