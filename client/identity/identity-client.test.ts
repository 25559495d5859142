import { expect, test } from 'vitest'
import { identityTimeout } from './identity-client.ts'

test('identity calls time out after 30 s, and on a phone after 60 s', () => {
  expect(identityTimeout('Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36')).toBe(30_000)
  expect(identityTimeout('Mozilla/5.0 (Linux; Android 16) Chrome/140 Mobile Safari/537.36')).toBe(60_000)
  expect(identityTimeout('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148')).toBe(60_000)
})
