import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { CACHE_TIME, callQuery, createQueryClient, retryDelay, shouldRetry } from './query.ts'

test('a call is retried three times, with a delay that doubles up to 30 s', () => {
  expect([0, 1, 2, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 30_000, 30_000])
  const lost = new ApiError(0, 'network', '')
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, true, false])
})

test('a refusal is not retried, a server error is', () => {
  expect(shouldRetry(0, new ApiError(404, 'not-found', ''))).toBe(false)
  expect(shouldRetry(0, new ApiError(503, 'busy', ''))).toBe(true)
})

test('the cache keeps unused data for five minutes', () => {
  expect(CACHE_TIME).toBe(300_000)
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({ retry: shouldRetry, retryDelay })
})

test('the key of a call is its name and its input', () => {
  expect(callQuery('GET /coffeeDetails/{id}', { params: { id: '7' } }).queryKey).toEqual([
    'GET /coffeeDetails/{id}',
    { params: { id: '7' } },
  ])
})
