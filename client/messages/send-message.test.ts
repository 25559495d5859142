import { beforeEach, expect, test, vi } from 'vitest'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import { sendFailureText, sendMessage } from './send-message.ts'
import { words } from './texts.ts'

const library = vi.hoisted(() => ({ init: vi.fn(), sendForm: vi.fn() }))
vi.mock('@emailjs/browser', () => library)
beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'https://shop.example' } })
})

// `sendMessage` only passes the form on to the library, so an empty object is enough.
const form = {} as HTMLFormElement

test('without an origin the message goes to the shop itself', async () => {
  await sendMessage(form, { origin: null, ...OWN_MAIL_IDS })
  expect(library.init).toHaveBeenLastCalledWith('crema', 'https://shop.example')
  expect(library.sendForm).toHaveBeenLastCalledWith('crema', 'contact', form, 'crema')
})

test('with an origin the message goes there, with the ids of the settings', async () => {
  await sendMessage(form, { origin: 'https://mail.example', publicKey: 'k', serviceId: 's', templateId: 't' })
  expect(library.init).toHaveBeenLastCalledWith('k', 'https://mail.example')
  expect(library.sendForm).toHaveBeenLastCalledWith('s', 't', form, 'k')
})

test('a network error reads Network Error', () => {
  expect(sendFailureText({ status: 0, text: '' })).toBe('Network Error')
})

test('a refusal is reported in the words of the shop, any other error without details', () => {
  const text = '{"title":"The shop is busy. Please try again in a moment."}'
  expect(sendFailureText({ status: 503, text })).toBe('The shop is busy. Please try again in a moment')
  expect(sendFailureText({ status: 429, text: 'Too many messages.' })).toBe('Too many messages')
  expect(sendFailureText({ status: 502, text: '' })).toBe(words.unknownReason)
  expect(sendFailureText({ status: 502, text: '<html>' })).toBe(words.unknownReason)
  expect(sendFailureText('The public key is required.')).toBe(words.unknownReason)
})
