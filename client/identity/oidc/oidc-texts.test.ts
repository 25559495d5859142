import { describe, expect, test } from 'vitest'
import { oidcWords, refusalText } from './oidc-texts.ts'

describe.each([true, false])('the texts of a shop, if "it sends mails" is %s', (sendsMail) => {
  const shop = { oidcName: 'Coffee ID', sendsMail }
  const texts = [refusalText('unconfirmed-here', shop), oidcWords.onlyWay('Coffee ID', shop)]

  test.each(texts)('advise a new password only if a link to it can be sent: %s', (text) => {
    expect(text.includes('“Forgot your password?”')).toBe(sendsMail)
    expect(/write to us/i.test(text)).toBe(!sendsMail)
  })
})
