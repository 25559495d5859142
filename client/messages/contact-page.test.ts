import { expect, test } from 'vitest'
import { messageRules } from './contact-page.tsx'

test('the form requires a name and an email address', () => {
  expect(messageRules.name.required).toBe('Name is required')
  expect(messageRules.email.required).toBe('Email Address is required')
})

test('a message may be left out, and has 5000 characters at most', () => {
  expect(messageRules.message).not.toHaveProperty('required')
  expect(messageRules.message.maxLength.value).toBe(5000)
})
