import { expect, test, vi } from 'vitest'
import { isReplaced } from './new-version.ts'

const href = 'https://shop.example/contact'
const htmlOf = (script: string) => `<!doctype html><script type="module" src="/assets/${script}"></script>`

test.each([
  ['the same page', () => new Response(htmlOf('boot-1.js')), false],
  ['the page of another version', () => new Response(htmlOf('boot-2.js')), true],
  ['a missing page of another version', () => new Response(htmlOf('boot-2.js'), { status: 404 }), true],
  ['the page of a proxy', () => new Response('Back in a moment', { status: 502 }), false],
  ['nothing', () => Promise.reject(new TypeError('no connection')), false],
])('a page is replaced, or not, if the server sends %s', async (_, respond, replaced) => {
  const requested = vi.fn(async () => respond())
  vi.stubGlobal('fetch', requested)
  vi.stubGlobal('location', { href })
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === 'script[type="module"][src]' ? { getAttribute: () => '/assets/boot-1.js' } : null,
  })
  expect(await isReplaced()).toBe(replaced)
  expect(requested).toHaveBeenCalledWith(href, { headers: { accept: 'text/html' } })
})
