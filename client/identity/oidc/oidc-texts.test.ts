import { describe, expect, test } from 'vitest'
import { refusalText } from './oidc-texts.ts'

describe.each([true, false])('the texts of a shop, if "it sends mails" is %s', (sendsMail) => {
  const shop = { oidcName: 'Coffee ID', sendsMail }
  const text = refusalText('unconfirmed-here', shop)

  test('advise a new password only if a link to it can be sent', () => {
    expect(text.includes('“Forgot your password?”')).toBe(sendsMail)
    expect(/write to us/i.test(text)).toBe(!sendsMail)
  })
})
