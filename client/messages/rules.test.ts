import { expect, test } from 'vitest'
import { emailRules, messageRules, nameRules } from './rules.ts'
import { texts, words } from './texts.ts'

test('the texts of the specification stand letter by letter', () => {
  expect(texts).toEqual({
    nameRequired: 'Name is required',
    emailRequired: 'Email Address is required',
    networkError: 'Network Error',
  })
})

test('name and e-mail address are required, also when they are only spaces', () => {
  expect([nameRules.required, nameRules.validate(' ')]).toEqual(['Name is required', 'Name is required'])
  expect(emailRules.required).toBe('Email Address is required')
  expect(emailRules.validate.given(' ')).toBe('Email Address is required')
  expect(emailRules.validate.shape('ada')).toBe(words.emailWrong)
})

test('a message may be left out', () => {
  expect(messageRules).not.toHaveProperty('required')
  expect(messageRules.maxLength.value).toBe(5000)
})
