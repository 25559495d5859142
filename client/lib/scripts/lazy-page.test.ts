import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT, lazyPage } from './lazy-page.tsx'

function Somewhere() {
  return null
}

afterEach(() => vi.useRealTimers())

test('concurrent loads of a page share one fetch', async () => {
  const fetchPage = vi.fn(async () => ({ Somewhere }))
  const { load } = lazyPage(fetchPage, 'Somewhere')
  await expect(Promise.all([load(), load()])).resolves.toEqual([Somewhere, Somewhere])
  expect(fetchPage).toHaveBeenCalledTimes(1)
})

test('a fetch times out after 120 s', async () => {
  vi.useFakeTimers()
  const { load } = lazyPage(() => new Promise<{ Somewhere: typeof Somewhere }>(() => undefined), 'Somewhere')
  const failure = load().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT)
  await expect(failure).resolves.toMatchObject({
    code: 'network',
    message: 'The shop took too long to answer. Please try again.',
  })
  expect(CHUNK_TIMEOUT).toBe(120_000)
})

test('a fallback is rendered in place of a script that times out', async () => {
  vi.useFakeTimers()
  const Fallback = () => null
  const { load } = lazyPage(
    () => new Promise<{ Somewhere: typeof Somewhere }>(() => undefined),
    'Somewhere',
    Fallback,
  )
  const loaded = load()
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT)
  await expect(loaded).resolves.toBe(Fallback)
})

test('a failed fetch can be retried', async () => {
  const fetchPage = vi.fn(async () => ({ Somewhere })).mockRejectedValueOnce(new TypeError('no network'))
  const { load } = lazyPage(fetchPage, 'Somewhere')
  await expect(load()).rejects.toMatchObject({
    code: 'network',
    message: expect.stringContaining('We could not reach the shop'),
  })
  await expect(load()).resolves.toBe(Somewhere)
})
