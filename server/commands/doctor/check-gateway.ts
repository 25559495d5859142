import type Stripe from 'stripe'
import { connectStripe, isMissing, isRefusal } from '#server/payments/stripe/connect-stripe.ts'
import type { StripeKeys } from '#server/payments/stripe/connect-stripe.ts'
import { eventTypes } from '#server/payments/stripe/event-types.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

export const checkGateway: Check = {
  name: 'payments',
  run: async ({ config: { payments, demo, publicUrl } }) => {
    const { gateway, stripe } = payments
    if (!stripe) return [ok(`New orders are paid with "${gateway}", which needs no other service.`)]
    const client = await connectStripe(stripe, 0)()
    const account = await findAccount(client)
    const found = [...findSecrets(stripe, demo), account]
    if (account.level === 'fail') return found
    return [...found, await findEndpoint(client, publicUrl), await tryRefund(client), await tryLists(client)]
  },
}

function findSecrets({ secretKey, webhookSecret }: StripeKeys, demo: boolean): Finding[] {
  const isTest = /^[rs]k_test_/.test(secretKey)
  return [
    ...(isTest && !demo ? [warn('STRIPE_SECRET_KEY is a test key: no money is moved.')] : []),
    webhookSecret.startsWith('whsec_')
      ? ok('The secret of the webhook is set.')
      : fail(
          'STRIPE_WEBHOOK_SECRET must begin with whsec_: copy the signing secret of the endpoint in Stripe.',
        ),
  ]
}

/** Reads the newest checkout session, which the shop must be able to do for each payment. */
async function findAccount(stripe: Stripe): Promise<Finding> {
  try {
    await stripe.checkout.sessions.list({ limit: 1 })
    return ok('Stripe accepts the key.')
  } catch (error) {
    return isRefusal(error)
      ? fail(`Stripe refuses STRIPE_SECRET_KEY: ${messageOf(error)} Copy a valid key from Stripe.`)
      : fail(
          `Stripe cannot be reached: ${messageOf(error)} Check the network and the firewall of this machine.`,
        )
  }
}

/** Looks for the webhook endpoint of this shop and for its events. A restricted key may lack the permission for that. */
async function findEndpoint(stripe: Stripe, publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/api/webhooks/stripe`
  try {
    const endpoints = await Array.fromAsync(stripe.webhookEndpoints.list({ limit: 100 }))
    const own = endpoints.filter((endpoint) => endpoint.url === url && endpoint.status === 'enabled')
    if (own.length === 0) return fail(`Stripe has no active webhook endpoint ${url}. Add it in Stripe.`)
    const sent = own.flatMap((endpoint) => endpoint.enabled_events)
    const missing = sent.includes('*') ? [] : eventTypes.filter((type) => !sent.includes(type))
    return missing.length === 0
      ? ok('The webhook endpoint exists, with all events.')
      : fail(`The webhook endpoint at Stripe lacks the events ${missing.join(', ')}. Add them in Stripe.`)
  } catch (error) {
    return warn(`The webhook endpoint cannot be looked up: ${messageOf(error)}`)
  }
}

/**
 * Asks for a refund of a payment that does not exist. Stripe then refuses the request either because of the payment or,
 * before it looks for the payment, because of the key.
 */
async function tryRefund(stripe: Stripe): Promise<Finding> {
  try {
    await stripe.refunds.create({ payment_intent: 'pi_of_no_payment' })
    return warn('Stripe has not refused a refund of a payment that does not exist.')
  } catch (error) {
    if (isMissing(error)) return ok('The key may refund.')
    return fail(`The key may not refund: ${messageOf(error)} Give it the permission to write refunds.`)
  }
}

/** Reads one entry of each list in which the shop looks for what it has missed, and for fees. */
async function tryLists(stripe: Stripe): Promise<Finding> {
  const one = { limit: 1 }
  const lists = {
    'charges': () => stripe.charges.list(one),
    'refunds': () => stripe.refunds.list(one),
    'disputes': () => stripe.disputes.list(one),
    'early fraud warnings': () => stripe.radar.earlyFraudWarnings.list(one),
    'balance transactions': () => stripe.balanceTransactions.list(one),
  }
  const refused: string[] = []
  for (const [name, list] of Object.entries(lists)) await list().catch(() => refused.push(name))
  return refused.length === 0
    ? ok('The key may read charges, refunds, disputes, warnings and fees.')
    : warn(`The key cannot read ${refused.join(', ')}. Give it the permission to read them.`)
}
