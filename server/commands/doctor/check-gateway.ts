import type Stripe from 'stripe'
import { connectStripe, isRefusal } from '#server/payments/stripe/connect-stripe.ts'
import { eventTypes } from '#server/payments/stripe/read-event.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

export const checkGateway: Check = {
  name: 'payments',
  run: async ({ payments: { gateway, stripe: keys }, demo, publicUrl }) => {
    if (!keys) return [ok(`New orders are paid with "${gateway}", which needs no other service.`)]
    const stripe = await connectStripe(keys, 0)()
    const isTest = /^[rs]k_test_/.test(keys.secretKey)
    return [
      ...(isTest && !demo ? [warn('STRIPE_SECRET_KEY is a test key: no money is moved.')] : []),
      keys.webhookSecret.startsWith('whsec_')
        ? ok('The secret of the webhook is set.')
        : fail(
            'STRIPE_WEBHOOK_SECRET must begin with whsec_: copy the signing secret of the endpoint in Stripe.',
          ),
      await findAccount(stripe),
      await findEndpoint(stripe, publicUrl),
    ]
  },
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

/**
 * Looks for the webhook endpoint of this shop and for its events. A restricted key may lack the permission for that.
 */
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
