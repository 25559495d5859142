import { createCatalogue } from './catalogue/catalogue.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Config } from './config.ts'
import { AdminEvents, ShopperEvents } from './dashboard/live-events.ts'
import { followNewEmail, joinGuests } from './user-data.ts'
import { createIdentity } from './identity/identity.ts'
import type { Identity } from './identity/identity.ts'
import type { ImageStore } from './media/image-store.ts'
import { allPaymentHooks } from './payment-hooks.ts'
import { instantGateway, manualGateways } from './payments/gateway.ts'
import { imageStoreOf } from './picture-stores.ts'
import { createPayments } from './payments/payments.ts'
import type { Payments } from './payments/payments.ts'
import { stripeGateway } from './payments/stripe/stripe-gateway.ts'
import type { SecretSet } from './platform/secrets/secret-set.ts'
import type { Db, ShopDatabase } from './shop-database.ts'
import type { Selling } from './selling/selling.ts'
import { ShopProfiles } from './shop/shop-profiles.ts'

/**
 * What the server's domains (catalogue, identity, payments and others) depend on. Tests pass their own payment
 * gateway or picture store.
 */
export type DomainParts = {
  config: Config
  database: ShopDatabase
  secrets: SecretSet
  gateway?: Payments['currentGateway']
  imageStore?: ImageStore
  paymentReplyTimeoutMs?: number
  /** Receives warnings about the payment gateway. The owner of the shop has to look at them. */
  log?: { warn: (message: string) => void }
}

export type Domains = {
  database: ShopDatabase
  catalogue: Catalogue
  identity: Identity
  payments: Payments
  imageStore: ImageStore
  adminEvents: AdminEvents
  shopperEvents: ShopperEvents
  profiles: ShopProfiles
  selling: Selling
}

export function createDomains(parts: DomainParts, selling: Selling): Domains {
  const { config, database, secrets } = parts
  const currency = (tx?: Db) => selling.currency(tx)
  const synonyms = async () => (await selling.settings()).synonyms
  const catalogue = createCatalogue(database, { currency, synonyms })
  const sendsMail = config.smtp !== null
  const replyTimeoutMs = parts.paymentReplyTimeoutMs
  const profiles = new ShopProfiles({ database, demo: config.demo })
  const { shopName } = profiles
  const { publicUrl } = config
  const { stripe } = config.payments
  return {
    database,
    catalogue,
    identity: createIdentity({
      ...config,
      database,
      publicUrl,
      secrets,
      sendsMail,
      onEmailChanged: followNewEmail,
      joinGuests,
    }),
    payments: createPayments({
      database,
      products: catalogue.products,
      currency,
      // New payments use only the current one, but a payment that was started with another one is completed by that one.
      gateways: [
        instantGateway,
        ...manualGateways,
        ...(stripe ? [stripeGateway({ ...stripe, publicUrl, shopName, log: parts.log })] : []),
        ...(parts.gateway ? [parts.gateway] : []),
      ],
      current:
        parts.gateway?.name ?? (config.payments.gateway === 'later' ? 'transfer' : config.payments.gateway),
      ...allPaymentHooks({ sendsMail, currency }),
      ...(replyTimeoutMs !== undefined && { replyTimeoutMs }),
      ...(parts.log && { log: parts.log }),
    }),
    imageStore: parts.imageStore ?? imageStoreOf(config),
    adminEvents: new AdminEvents(database.events),
    shopperEvents: new ShopperEvents(database.events),
    profiles,
    selling,
  }
}
