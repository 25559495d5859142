import { instantGateway, manualGateway } from './gateway.ts'
import type { Gateway } from './gateway.ts'
import type { StripeKeys } from './stripe/connect-stripe.ts'
import { stripeGateway } from './stripe/stripe-gateway.ts'

type Settings = {
  config: { publicUrl: string; payments: { stripe: StripeKeys | null } }
  shopName: () => Promise<string>
  /** The log for warnings that the owner of the shop must see. */
  log?: { warn: (message: string) => void }
}

/**
 * Returns all payment gateways that these settings allow. New payments use only one of them, but a payment that was
 * started with another one is completed by that one.
 */
export function configuredGateways({ config: { publicUrl, payments }, shopName, log }: Settings): Gateway[] {
  const { stripe } = payments
  return [
    instantGateway,
    manualGateway,
    ...(stripe ? [stripeGateway({ ...stripe, publicUrl, shopName, log })] : []),
  ]
}
