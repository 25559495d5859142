import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserHistory } from './browser-history.ts'

/** Stubs the browser's history and location. `go` of the stub calls the `popstate` listeners, as a browser does. */
function stubWindow(path: string) {
  const entries = [{ url: path, state: null as unknown }]
  const listeners: ((event: { state: unknown }) => void)[] = []
  let at = 0
  const location = () => new URL(entries[at]?.url ?? '/', 'https://shop.example')
  const history = {
    get state() {
      return entries[at]?.state ?? null
    },
    replaceState(state: unknown, _: string, url?: string) {
      entries[at] = { url: url ?? entries[at]?.url ?? '/', state }
    },
    pushState(state: unknown, _: string, url: string) {
      at += 1
      entries.splice(at, Infinity, { url, state })
    },
    go(steps: number) {
      at += steps
      for (const listener of listeners) listener({ state: history.state })
    },
  }
  vi.stubGlobal('history', history)
  vi.stubGlobal('location', {
    get pathname() {
      return location().pathname
    },
    get search() {
      return location().search
    },
    get hash() {
      return location().hash
    },
  })
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { state: unknown }) => void) =>
    listeners.push(listener),
  )
  return history
}

let browser: ReturnType<typeof stubWindow>

beforeEach(() => {
  browser = stubWindow('/menu?whose=everyone')
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the first page is shown as it is in the address bar', () => {
  const { place, type } = createBrowserHistory().shown()
  expect(place).toMatchObject({ pathname: '/menu', search: '?whose=everyone', hash: '', key: 'default' })
  expect(type).toBe('POP')
})

test('a navigation is published with its state and a key of its own', () => {
  const history = createBrowserHistory()
  const notify = vi.fn()
  const end = history.subscribe(notify)
  history.navigate('/login#form', { state: { from: '/menu' } })
  const pushed = history.shown()
  expect(pushed).toMatchObject({
    type: 'PUSH',
    place: { pathname: '/login', hash: '#form', state: { from: '/menu' } },
  })
  history.navigate('/register', { replace: true })
  expect(history.shown()).toMatchObject({ type: 'REPLACE', place: { pathname: '/register' } })
  expect(history.shown().place.key).not.toBe(pushed.place.key)
  end()
  history.navigate('/')
  expect(notify).toHaveBeenCalledTimes(2)
})

test('Back shows the entry before, with its key', () => {
  const history = createBrowserHistory()
  history.navigate('/login')
  const { key } = history.shown().place
  history.navigate('/register')
  history.navigate(-1)
  expect(history.shown()).toMatchObject({ type: 'POP', place: { pathname: '/login', key } })
})

test('a guard that must ask keeps the page, and the step is taken after the person agrees', () => {
  const history = createBrowserHistory()
  history.navigate('/contact')
  history.navigate('/login')
  let addressWhenAsked = ''
  const ask = vi.fn<(go: () => void) => void>(() => {
    addressWhenAsked = location.pathname
  })
  const remove = history.guard({ mustAsk: () => ask.mock.calls.length === 0, ask })
  browser.go(-2)
  expect(history.shown().place.pathname).toBe('/login')
  expect(addressWhenAsked).toBe('/login')
  ask.mock.calls[0]?.[0]()
  expect(history.shown().place.pathname).toBe('/menu')
  remove()
})

test('a guard does not ask after its removal, nor if nothing would be lost', () => {
  const history = createBrowserHistory()
  history.navigate('/contact')
  const ask = vi.fn()
  history.guard({ mustAsk: () => false, ask })
  browser.go(-1)
  history.guard({ mustAsk: () => true, ask })()
  browser.go(1)
  expect(history.shown().place.pathname).toBe('/contact')
  expect(ask).not.toHaveBeenCalled()
})

test('an entry that the browser added by itself is shown and not guarded', () => {
  const history = createBrowserHistory()
  history.guard({ mustAsk: () => true, ask: () => expect.unreachable() })
  browser.pushState(null, '', '/menu#part')
  browser.go(0)
  expect(history.shown().place).toMatchObject({ hash: '#part', key: 'default' })
})
