import { expect, test } from 'vitest'
import { paceOf } from './pace.ts'

test('gives the first turn at once, and each later one after the time since the one before', async () => {
  const pace = paceOf(40)
  const begin = performance.now()
  const times = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await pace()
      return performance.now() - begin
    }),
  )
  expect(times[0]).toBeLessThan(40)
  // Timers may fire a millisecond early.
  for (const [index, time] of times.entries()) expect(time).toBeGreaterThanOrEqual(index * 39)
})
