import { connectStripe, isRefusal } from '#server/payments/stripe/connect-stripe.ts'
import type { StripeKeys } from '#server/payments/stripe/connect-stripe.ts'
import { fail, messageOf, ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

export const checkGateway: Check = {
  name: 'payments',
  run: async ({ config: { payments, demo } }) => {
    const { gateway, stripe } = payments
    if (!stripe) return [ok(`New orders are paid with "${gateway}", which needs no other service.`)]
    return [...findSecrets(stripe, demo), await findAccount(stripe)]
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
async function findAccount(keys: StripeKeys): Promise<Finding> {
  try {
    const stripe = await connectStripe(keys, 0)()
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
