import { afterAll, beforeAll } from 'vitest'
import { shopOrigin } from '#test/calls.ts'
import { testGateway } from '#test/conformance/gateway.ts'
import type { GatewayUnderTest } from '#test/conformance/gateway.ts'
import { startStripe } from '#test/stripe/stripe.ts'
import type { FakeStripe } from '#test/stripe/serve.ts'
import type { RemoteGateway } from '../gateway.ts'
import { stripeGateway } from './stripe-gateway.ts'

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
