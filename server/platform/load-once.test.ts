import { expect, test, vi } from 'vitest'
import { loadOnce } from './load-once.ts'

test('loads once for all calls', async () => {
  const load = vi.fn(async () => ({}))
  const get = loadOnce(load)
  const [one, other] = await Promise.all([get(), get()])
  expect([one === other, (await get()) === one, load.mock.calls.length]).toEqual([true, true, 1])
})

test('loads again after a failure, which rejects all calls that waited for it', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('no beans'))
    .mockResolvedValue('beans')
  const get = loadOnce(load)
  expect(await Promise.allSettled([get(), get()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect([await get(), load.mock.calls.length]).toEqual(['beans', 2])
})
