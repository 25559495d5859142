import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT, lazyPage } from './lazy-page.tsx'

function Somewhere() {
  return null
}

afterEach(() => vi.useRealTimers())

test('the code of a page is fetched once, however often it is asked for', async () => {
  const fetchPage = vi.fn(async () => Somewhere)
  const { load } = lazyPage(fetchPage)
  await expect(Promise.all([load(), load()])).resolves.toEqual([Somewhere, Somewhere])
  expect(fetchPage).toHaveBeenCalledTimes(1)
})

test('code that does not come within 120 s is given up', async () => {
  vi.useFakeTimers()
  const { load } = lazyPage(() => new Promise(() => undefined))
  const failure = load().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT)
  await expect(failure).resolves.toMatchObject({
    code: 'network',
    message: 'The shop took too long to answer. Please try again.',
  })
  expect(CHUNK_TIMEOUT).toBe(120_000)
})

test('code that failed to come can be asked for again', async () => {
  const fetchPage = vi.fn(async () => Somewhere).mockRejectedValueOnce(new TypeError('no network'))
  const { load } = lazyPage(fetchPage)
  await expect(load()).rejects.toMatchObject({
    code: 'network',
    message: expect.stringContaining('We could not reach the shop'),
  })
  await expect(load()).resolves.toBe(Somewhere)
})
