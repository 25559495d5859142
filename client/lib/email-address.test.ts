import { expect, test } from 'vitest'
import { looksLikeEmail } from './email-address.ts'

test.each(['ada@coffee.example', ' ada@coffee.example ', 'a+b@c'])('%j can be an e-mail address', (text) => {
  expect(looksLikeEmail(text)).toBe(true)
})

test.each(['', 'ada', 'ada@', '@coffee', 'a b@coffee.example', 'a@b@c', `${'a'.repeat(250)}@b.cc`])(
  '%j cannot be an e-mail address',
  (text) => {
    expect(looksLikeEmail(text)).toBe(false)
  },
)
