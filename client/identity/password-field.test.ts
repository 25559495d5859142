import { expect, test } from 'vitest'
import { passwordRules } from './password-field.tsx'
import { specTexts, words } from './texts.ts'

test('the texts of the specification are kept to the letter', () => {
  expect(specTexts).toEqual({
    logIn: 'Log In',
    signUp: 'Sign Up',
    passwordRequired: 'Password is required',
    passwordTooShort: 'Password must be 6 caracter or longer',
    loggedIn: 'Login Successsfully',
    userCreated: 'User Created Successfully',
  })
})

test('a password has 6 to 128 characters, and the messages name the same numbers', () => {
  expect(passwordRules).toEqual({
    required: 'Password is required',
    minLength: { value: 6, message: 'Password must be 6 caracter or longer' },
    maxLength: { value: 128, message: words.passwordTooLong },
  })
  expect(words.passwordTooLong).toContain('128')
})
