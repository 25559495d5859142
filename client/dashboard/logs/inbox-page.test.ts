import { expect, test } from 'vitest'
import { mailtoAddress } from './inbox-page.tsx'

test.each([
  ['ann@coffee.example', 'mailto:ann@coffee.example'],
  ['ann+beans@coffee.example', 'mailto:ann%2Bbeans@coffee.example'],
  ['a@b.example?bcc=evil@x.example', 'mailto:a@b.example%3Fbcc%3Devil@x.example'],
  ['a@b.example,c@d.example', 'mailto:a@b.example%2Cc@d.example'],
])('the mailto address of %s is %s', (email, address) => {
  expect(mailtoAddress(email)).toBe(address)
})
