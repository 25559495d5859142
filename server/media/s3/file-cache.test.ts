import { expect, test, vi } from 'vitest'
import { StoreRefused, StoreUnavailable } from '../image-store.ts'
import { FileCache } from './file-cache.ts'

const LIMITS = { maxBytes: 100, maxLoading: 3, pauseMs: 50 }

test('a file is loaded once, also if it is requested twice at the same time', async () => {
  const load = vi.fn(async (name: string) => Buffer.from(name))
  const cache = new FileCache(LIMITS, load)
  expect((await Promise.all([cache.get('a'), cache.get('a')])).map(String)).toEqual(['a', 'a'])
  expect(String(await cache.get('a'))).toBe('a')
  expect(load).toHaveBeenCalledTimes(1)
})

test('the files that were used last are cached, up to a number of bytes', async () => {
  const load = vi.fn(async (name: string) => Buffer.alloc(name === 'large' ? 101 : 40))
  const cache = new FileCache(LIMITS, load)
  for (const name of ['a', 'b', 'a', 'c', 'a']) await cache.get(name)
  expect(load.mock.calls.map(([name]) => name)).toEqual(['a', 'b', 'c'])
  await cache.get('b')
  expect(load).toHaveBeenCalledTimes(4)
  expect((await cache.get('large'))?.length).toBe(101)
  await cache.get('large')
  expect(load).toHaveBeenCalledTimes(6)
})

test('a missing file is not cached', async () => {
  const load = vi.fn(async (): Promise<Buffer | null> => null)
  const cache = new FileCache(LIMITS, load)
  expect([await cache.get('a'), await cache.get('a')]).toEqual([null, null])
  expect(load).toHaveBeenCalledTimes(2)
})

test('a failure is not cached, but no file is loaded in the pause after it', async () => {
  const load = vi.fn(async (name: string) => Buffer.from(name))
  const cache = new FileCache(LIMITS, load)
  await cache.get('known')
  load.mockRejectedValueOnce(new StoreUnavailable('gone'))
  await expect(cache.get('a')).rejects.toThrow('gone')
  await expect(cache.get('b')).rejects.toThrow('gone')
  expect(load).toHaveBeenCalledTimes(2)
  expect(String(await cache.get('known'))).toBe('known')
  await expect.poll(() => cache.get('a').catch(() => null)).toEqual(Buffer.from('a'))
})

test('other files are loaded at once after the store has refused to load one', async () => {
  const load = vi.fn(async (name: string) => Buffer.from(name))
  const cache = new FileCache({ ...LIMITS, pauseMs: 60_000 }, load)
  load.mockRejectedValueOnce(new StoreRefused('403'))
  await expect(cache.get('invented')).rejects.toThrow('403')
  expect(String(await cache.get('a'))).toBe('a')
  load.mockRejectedValueOnce(new StoreUnavailable('gone'))
  await expect(cache.get('b')).rejects.toThrow('gone')
  await expect(cache.get('c')).rejects.toThrow('gone')
})

test('only some files are loaded at the same time', async () => {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const cache = new FileCache(LIMITS, () => promise)
  const loading = ['a', 'b', 'c'].map((name) => cache.get(name))
  await expect(cache.get('d')).rejects.toThrow('Too many pictures')
  resolve(Buffer.from('x'))
  await Promise.all(loading)
  expect(String(await cache.get('d'))).toBe('x')
})
