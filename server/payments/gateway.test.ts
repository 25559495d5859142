import { expect, test, vi } from 'vitest'
import { testGateway } from '#test/conformance/gateway.ts'
import { attemptTo, FakeGateway } from '#test/gateway.ts'
import { instantGateway, orNull } from './gateway.ts'

testGateway('instant', () => ({ gateway: instantGateway }))

testGateway('of the tests', () => {
  const gateway = new FakeGateway()
  return {
    gateway,
    script: {
      set: (mode) => void (gateway.mode = mode),
      moved: (key) => gateway.charges.get(key) ?? 0,
    },
  }
})

const charge = attemptTo({ idempotencyKey: 'key', amountCents: 100 })

test.each(['down', 'lost'] as const)(
  'a charge without an answer (%s) has an unknown outcome',
  async (mode) => {
    const gateway = new FakeGateway()
    gateway.mode = mode
    expect(await orNull({ timeoutMs: 1000 }, () => gateway.start(charge))).toBeNull()
  },
)

test('a charge whose answer takes longer than the timeout has an unknown outcome', async () => {
  vi.useFakeTimers()
  const gateway = new FakeGateway()
  gateway.mode = 'hold'
  const late = orNull({ timeoutMs: 1000 }, () => gateway.start(charge))
  await vi.advanceTimersByTimeAsync(1001)
  vi.useRealTimers()
  gateway.release()
  expect(await late).toBeNull()
})
