import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/153.0.0.0 Mobile Safari/537.36`],
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} Version/26.0 Safari/1`,
  ],
  [
    'Safari on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
  ],
  ['', 'curl/8.0'],
  ['', undefined],
])('%s is the name of %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
})
