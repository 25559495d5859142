import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from '../processes/free-port.ts'
import { Account } from './account.ts'
import { Events } from './events.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { serve } from './serve.ts'
import type { FakeStripe } from './serve.ts'

/** Starts a replacement of Stripe on a free port of this machine. */
export async function startStripe(): Promise<FakeStripe> {
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const events = new Events(webhookSecret)
  const account = new Account(
    () => stripe.url,
    (type, object) => events.add(type, object),
  )
  const stripe: FakeStripe = {
    url: '',
    secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
    webhookSecret,
    account,
    events,
    keys: new IdempotencyKeys(),
    requests: [],
    fault: () => null,
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => void serve(stripe, request, response))
  stripe.url = `http://127.0.0.1:${await listen(server)}`
  return stripe
}

/** Returns the environment variables for a shop that uses this replacement of Stripe. */
export function stripeSettings({ url, secretKey, webhookSecret }: FakeStripe): Record<string, string> {
  return {
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: url,
  }
}

/** Delivers the events of `stripe` to a shop that listens at the origin `shopUrl`, as soon as they are created. */
export function deliverTo({ events }: FakeStripe, shopUrl: string): void {
  events.isAutomatic = true
  events.send = async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await fetch(`${shopUrl}/api/webhooks/stripe`, { method: 'POST', body, headers })).status
  }
}
