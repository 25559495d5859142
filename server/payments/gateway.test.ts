import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { shopOrigin } from '#test/calls.ts'
import { attemptTo, FakeGateway } from '#test/gateway.ts'
import type { FakeStripe } from '#test/stripe/serve.ts'
import { startStripe } from '#test/stripe/stripe.ts'
import { instantGateway, orNull } from './gateway.ts'
import type { Charge, LocalGateway, RemoteAnswer, RemoteGateway } from './gateway.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'

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

let stripe: FakeStripe
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

testGateway('stripe', () => {
  let isPaying = true
  let inner: RemoteGateway | null = null

  /** Returns the gateway, which the first call opens: `stripe` has no address before the tests begin. */
  function open(): RemoteGateway {
    if (inner) return inner
    const { secretKey, webhookSecret, url: apiBase, account, keys } = stripe
    keys.forget()
    account.sessions.clear()
    account.intents.clear()
    return (inner = stripeGateway({ secretKey, webhookSecret, apiBase, publicUrl: shopOrigin, retries: 0 }))
  }

  /**
   * Starts a payment. The customer then pays at once on Stripe's page or, if `isPaying` is false, lets the page expire.
   */
  const start: RemoteGateway['start'] = async (attempt) => {
    const started = await open().start(attempt)
    if (started.outcome !== 'redirect') return started
    const { session } = started
    const isOpen = stripe.account.session(session).status === 'open'
    if (isOpen && isPaying) stripe.account.pay(session)
    else if (isOpen) stripe.account.expire(session)
    return open().check({ ...attempt, session })
  }

  const underTest: GatewayUnderTest = {
    gateway: {
      kind: 'remote',
      name: 'stripe',
      hasPage: true,
      start,
      check: (attempt) => open().check(attempt),
      cancel: (attempt) => open().cancel(attempt),
      refund: (...request) => open().refund(...request),
      listCharges: (span) => open().listCharges(span),
      listRefunds: (of) => open().listRefunds(of),
      listDisputes: (span) => open().listDisputes(span),
      readEvent: (request) => open().readEvent(request),
    },
    script: {
      set: (mode) => {
        isPaying = mode !== 'decline'
        stripe.fault = () => (mode === 'lost' || mode === 'down' ? mode : null)
      },
      moved: (key) =>
        [...stripe.account.intents.values()]
          .filter(({ metadata }) => metadata['payment_id'] === key)
          .reduce((sum, { amount }) => sum + amount, 0),
    },
  }
  return underTest
})

const attempt = attemptTo({ idempotencyKey: 'key', amountCents: 100 })

test.each(['down', 'lost'] as const)(
  'a charge without an answer (%s) has an unknown outcome',
  async (mode) => {
    const gateway = new FakeGateway()
    gateway.mode = mode
    expect(await orNull({ timeoutMs: 1000 }, () => gateway.start(attempt))).toBeNull()
  },
)

test('a charge whose answer takes longer than the timeout has an unknown outcome', async () => {
  vi.useFakeTimers()
  const gateway = new FakeGateway()
  gateway.mode = 'hold'
  const late = orNull({ timeoutMs: 1000 }, () => gateway.start(attempt))
  await vi.advanceTimersByTimeAsync(1001)
  vi.useRealTimers()
  gateway.release()
  expect(await late).toBeNull()
})

/**
 * A new payment gateway to test. `script` controls whether charges fail, and reads how much money was moved. A
 * gateway that never fails has no `script`.
 */
type GatewayUnderTest = {
  gateway: RemoteGateway | LocalGateway
  script?: {
    /** Sets what happens to the next charges. The modes are described in `test/gateway.ts`. */
    set: (mode: 'pay' | 'decline' | 'lost' | 'down') => void
    /** Returns how many cents were charged with this idempotency key. */
    moved: (key: string) => number
  }
}

/** Tests the rules that every payment gateway must follow. */
function testGateway(name: string, open: () => GatewayUnderTest): void {
  const charge = { idempotencyKey: 'first', amountCents: 1255 }

  describe(`the gateway ${name}`, () => {
    test('has a name that fits into the column of an attempt', () => {
      expect(open().gateway.name).toMatch(/^[a-z][a-z0-9-]*$/)
    })

    test('returns the same answer each time it is asked with one key', async () => {
      const { gateway } = open()
      const first = await ask(gateway, charge)
      expect(first.outcome).toBe('succeeded')
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(gateway, charge)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify(first)]),
      )
    })

    test('returns another reference for another key', async () => {
      const { gateway } = open()
      const answers = [
        await ask(gateway, charge),
        await ask(gateway, { ...charge, idempotencyKey: 'second' }),
      ]
      const references = answers.map((answer) => answer.outcome === 'succeeded' && answer.reference)
      expect(new Set(references).size).toBe(2)
    })

    test('returns a promise only if it is a remote gateway', () => {
      const { gateway } = open()
      const answer: unknown =
        gateway.kind === 'local' ? gateway.decide(charge) : gateway.start(attemptTo(charge))
      expect(answer instanceof Promise).toBe(gateway.kind === 'remote')
    })

    if (open().script) testMovements(open, charge)
  })
}

function testMovements(open: () => GatewayUnderTest, charge: Charge): void {
  test('moves the money once for one key, however often it is asked and with whatever amount', async () => {
    const { gateway, script } = scripted(open)
    await Promise.all(Array.from({ length: 30 }, () => ask(gateway, charge)))
    await ask(gateway, { ...charge, amountCents: 9999 })
    expect(script.moved('first')).toBe(1255)
  })

  test('keeps declining a key that it has declined, and moves nothing', async () => {
    const { gateway, script } = scripted(open)
    script.set('decline')
    const first = await ask(gateway, charge)
    script.set('pay')
    expect(first).toEqual({ outcome: 'declined', reason: expect.stringMatching(/\S/) })
    expect(await ask(gateway, charge)).toEqual(first)
    expect(script.moved('first')).toBe(0)
  })

  test.each(['lost', 'down'] as const)(
    'rejects if the outcome is unknown (%s), and moves the money once in all when it is asked again',
    async (failure) => {
      const { gateway, script } = scripted(open)
      script.set(failure)
      await expect(ask(gateway, charge)).rejects.toBeInstanceOf(Error)
      script.set('pay')
      expect((await ask(gateway, charge)).outcome).toBe('succeeded')
      expect(script.moved('first')).toBe(1255)
    },
  )
}

function scripted(open: () => GatewayUnderTest): Required<GatewayUnderTest> {
  const { gateway, script } = open()
  if (!script) throw new Error('This gateway has no script.')
  return { gateway, script }
}

async function ask(gateway: RemoteGateway | LocalGateway, charge: Charge): Promise<RemoteAnswer> {
  return gateway.kind === 'local' ? gateway.decide(charge) : gateway.start(attemptTo(charge))
}
