import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStripe, stripeSettings } from '#test/stripe/stripe.ts'
import { readConfig } from '#server/config.ts'
import { eventTypes } from '#server/payments/stripe/read-event.ts'
import { runCheck } from './check.ts'
import { checkGateway } from './check-gateway.ts'

/** Returns the results of the check with these settings as lines, such as `fail It is broken.`. */
async function run(env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await runCheck(checkGateway, readConfig(env))
  return found.map(({ level, text }) => `${level} ${text}`)
}

const own = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }

describe('Stripe', () => {
  let stripe: Awaited<ReturnType<typeof startStripe>>
  beforeAll(async () => {
    stripe = await startStripe()
  })
  afterAll(() => stripe.close())

  const endpoint = (given: object) => ({
    id: 'we_1',
    object: 'webhook_endpoint' as const,
    url: 'https://shop.example/api/webhooks/stripe',
    status: 'enabled' as const,
    enabled_events: [...eventTypes],
    created: 1,
    ...given,
  })
  const settings = () => ({ ...stripeSettings(stripe), ...own, DEMO: '1' })

  test('accepts the key and has the webhook endpoint, and nothing is changed', async () => {
    stripe.account.endpoints.push(endpoint({}))
    expect(await run(settings())).toEqual([
      'ok The secret of the webhook is set.',
      'ok Stripe accepts the key.',
      'ok The webhook endpoint exists, with all events.',
    ])
    expect([stripe.account.refunds.size, stripe.account.sessions.size]).toEqual([0, 0])
    expect((await run({ ...settings(), DEMO: '0' }))[0]).toMatch(/^warn STRIPE_SECRET_KEY is a test key/)
  })

  test('has no webhook endpoint, or not all of its events', async () => {
    const { account } = stripe
    const withEndpoint = async (given: object) => {
      account.endpoints.splice(0, 1, endpoint(given))
      return (await run(settings()))[2]
    }
    const missing =
      /^fail Stripe has no active webhook endpoint https:\/\/shop.example\/api\/webhooks\/stripe\./
    expect(await withEndpoint({ url: 'https://other.example/api/webhooks/stripe' })).toMatch(missing)
    expect(await withEndpoint({ status: 'disabled' })).toMatch(missing)
    expect(await withEndpoint({ enabled_events: eventTypes.slice(1) })).toBe(
      `fail The webhook endpoint at Stripe lacks the events ${eventTypes[0]}. Add them in Stripe.`,
    )
    expect(await withEndpoint({ enabled_events: ['*'] })).toMatch(/^ok/)
    stripe.fault = ({ path }) => (path === '/v1/webhook_endpoints' ? 'error' : null)
    expect((await run(settings()))[2]).toMatch(/^warn The webhook endpoint cannot be looked up/)
    stripe.fault = () => null
  })

  test('refuses the key, cannot be reached, or is given no secret of a webhook', async () => {
    const env = { ...stripeSettings(stripe), DEMO: '1' }
    expect((await run({ ...env, STRIPE_SECRET_KEY: 'sk_test_wrong' }))[1]).toMatch(
      /^fail Stripe refuses STRIPE_SECRET_KEY: Invalid API Key/,
    )
    expect((await run({ ...env, STRIPE_WEBHOOK_SECRET: 'pk_live_1' }))[0]).toMatch(
      /^fail STRIPE_WEBHOOK_SECRET must begin with whsec_/,
    )
    stripe.fault = () => 'error'
    expect((await run(env))[1]).toMatch(/^fail Stripe cannot be reached/)
    stripe.fault = () => null
  })
})
