import { expect, test, vi } from 'vitest'
import { Lru } from '#server/platform/lru.ts'
import { orNull } from './gateway.ts'
import { timeoutsFor } from './payments.ts'

function logged() {
  const warn = vi.fn<(message: string) => void>()
  const payments = { gatewayTimeoutMs: 20, log: { warn }, warnedOf: new Lru<string, true>(10) }
  const messages = () => warn.mock.calls.map(([message]) => message)
  return {
    messages,
    ask: (id: string, ask: () => Promise<unknown>) => orNull(timeoutsFor(payments, id), ask),
  }
}

const never = () => new Promise(() => undefined)

test('a gateway that does not answer in time is logged with the id of the payment', async () => {
  const { ask, messages } = logged()
  expect(await ask('payment-7', never)).toBeNull()
  expect(messages()).toEqual([
    'The gateway of payment payment-7 cannot be asked: Error: no answer within 0.02 s',
  ])
})

test('an error is logged once for each payment', async () => {
  const { ask, messages } = logged()
  const fail = async () => {
    throw new Error('socket hang up')
  }
  for (const id of ['payment-7', 'payment-7', 'payment-8']) expect(await ask(id, fail)).toBeNull()
  expect(messages()).toEqual([
    'The gateway of payment payment-7 cannot be asked: Error: socket hang up',
    'The gateway of payment payment-8 cannot be asked: Error: socket hang up',
  ])
})

test.each(['sk_live_51Abc', 'rk_test_51Abc****wxyz', 'whsec_Zm9v', 'sk_test_****7890'])(
  'the key %s is not in the log',
  async (key) => {
    const { ask, messages } = logged()
    await ask('payment-7', () => Promise.reject(new Error(`Invalid API Key provided: ${key}.`)))
    expect(messages()[0]).toMatch(/Invalid API Key provided: (sk|rk|whsec)_…\.$/)
  },
)

test('an answer is not logged, not even an empty one', async () => {
  const { ask, messages } = logged()
  expect(await ask('payment-7', async () => null)).toBeNull()
  expect(messages()).toEqual([])
})
