import { expect, test } from 'vitest'
import { PASSWORD_LENGTH } from '#contract/values/limits.ts'
import { emailRules, nameRules, NAME_MOST, PASSWORD_LEAST, PASSWORD_MOST, passwordRules } from './rules.ts'
import { texts, words } from './texts.ts'

test('the texts of the specification stand letter by letter', () => {
  expect(texts).toEqual({
    logIn: 'Log In',
    signUp: 'Sign Up',
    emailRequired: 'Email Address is required',
    passwordRequired: 'Password is required',
    passwordTooShort: 'Password must be 6 caracter or longer',
    nameRequired: 'Name is required',
    loggedIn: 'Login Successsfully',
    userCreated: 'User Created Successfully',
  })
})

test('the limits are those of the contract', () => {
  expect({ least: PASSWORD_LEAST, most: PASSWORD_MOST }).toEqual(PASSWORD_LENGTH)
  expect(NAME_MOST).toBe(200)
})

test('each field says first that it is required', () => {
  expect(nameRules.required).toBe('Name is required')
  expect(emailRules.required).toBe('Email Address is required')
  expect(passwordRules.required).toBe('Password is required')
})

test('a password is long enough from six characters on', () => {
  expect(passwordRules.minLength).toEqual({ value: 6, message: 'Password must be 6 caracter or longer' })
})

test('a name of spaces is no name', () => {
  expect(nameRules.validate('   ')).toBe('Name is required')
  expect(nameRules.validate(' Ada ')).toBe(true)
})

test('an e-mail address of spaces is missing, one without a host is wrong', () => {
  expect(emailRules.validate.given('  ')).toBe('Email Address is required')
  expect(emailRules.validate.shape('ada@')).toBe(words.emailWrong)
  expect(emailRules.validate.shape('ada@coffee.example')).toBe(true)
})
