import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { reloadForScripts, reloadIfReachable } from './reload-document.ts'

const href = 'https://shop.example/contact'
const htmlOf = (script: string) => `<!doctype html><script type="module" src="/assets/${script}"></script>`
const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { href, reload })
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === 'script[type="module"][src]' ? { getAttribute: () => '/assets/boot-1.js' } : null,
  })
})

// The next file in the same worker process needs the real `performance`.
afterAll(() => void vi.unstubAllGlobals())

test.each([
  ['the same page', () => new Response(htmlOf('boot-1.js')), { reachable: true, replaced: false }],
  [
    'the page of another version',
    () => new Response(htmlOf('boot-2.js')),
    { reachable: true, replaced: true },
  ],
  [
    'a missing page of another version',
    () => new Response(htmlOf('boot-2.js'), { status: 404 }),
    { reachable: true, replaced: true },
  ],
  [
    'the page of a proxy',
    () => new Response('Back in a moment', { status: 502 }),
    { reachable: false, replaced: false },
  ],
  ['nothing', () => Promise.reject(new TypeError('no connection')), { reachable: false, replaced: false }],
])('the document reloads, or not, if the server sends %s', async (_, respond, { reachable, replaced }) => {
  const requested = vi.fn(async () => respond())
  vi.stubGlobal('fetch', requested)
  const openedBy = (type: string) =>
    vi.stubGlobal('performance', { getEntriesByType: () => [{ toJSON: () => ({ type }) }] })
  openedBy('navigate')
  expect(await reloadForScripts()).toBe(reachable)
  openedBy('reload')
  expect(await reloadForScripts()).toBe(replaced)
  expect(reload).toHaveBeenCalledTimes(Number(reachable) + Number(replaced))
  expect(requested).toHaveBeenCalledWith(href, { headers: { accept: 'text/html' } })

  reload.mockClear()
  const beforeReload = vi.fn(() => expect(reload).not.toHaveBeenCalled())
  expect(await reloadIfReachable(beforeReload)).toBe(reachable)
  expect(beforeReload).toHaveBeenCalledTimes(Number(reachable))
  expect(reload).toHaveBeenCalledTimes(Number(reachable))
})
