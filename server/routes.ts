import { shopManagementRoutes } from './catalogue/manage/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import type { Domains } from './domains.ts'
import type { MailComposer } from './mail/compose-mail.ts'
import { mailRoutes } from './mail/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { createCart } from './cart/cart.ts'
import { cartRoutes } from './cart/routes.ts'
import { counterRoutes } from './checkout/counter-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { PageSource } from './pages/built-pages.ts'
import { servePages } from './serve-pages.ts'
import { orderHooks } from './payment-hooks.ts'
import { paymentRoutes } from './payments/routes.ts'
import { lotRoutes } from './lots/routes.ts'
import { serveSubscriptions } from './subscriptions/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { sellingRoutes } from './selling/routes.ts'
import { shopRoutes } from './shop/routes.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import { isPaying } from './account/delete-account.ts'
import { ownAccountRoutes } from './account/routes.ts'
import { forgetUser } from './user-data.ts'
import { factorRoutes } from './identity/factors/routes.ts'
import { oidcRoutes } from './identity/oidc/routes.ts'
import { giveGuestCookie } from './identity/guests/guest-access.ts'
import { identityRoutes } from './identity/routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import { monthRoutes } from './books/month/routes.ts'
import { withAddress } from './checkout/addresses.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentActions } from './payments/mark-paid.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { paysAtOnce } from './config.ts'
import type { Config } from './config.ts'

type Parts = { config: Config; source: PageSource; version: string }

/** Adds the routes of all domains. */
export function serveAll(
  setup: CallsSetup,
  domains: Domains & { mailComposer: MailComposer },
  { config, source, version }: Parts,
): void {
  const { app } = setup
  const { database, catalogue, payments, imageStore, selling } = domains
  const { products } = catalogue
  const { currency } = payments
  const settings = () => selling.settings()
  const { shopName } = domains.profiles
  const sendsMail = config.smtp !== null
  catalogueRoutes(setup, catalogue)
  shopManagementRoutes(setup, { database, currency })
  stockRoutes(setup, { database, sendsMail })
  reviewRoutes(setup, { database })
  const { demo, isSingleInstance } = config
  const atOnce = { paysAtOnce: paysAtOnce(config) }
  cartRoutes(setup, createCart({ database, products, settings, ...atOnce, isSingleInstance }))
  paymentRoutes(setup, payments, atOnce)
  sellingRoutes(setup, {
    database,
    selling,
    demo,
    gateway: payments.currentGateway.name,
    hasStripe: payments.gateways.has('stripe'),
  })
  shopRoutes(setup, { database, demo })
  const checkout = { database, products, payments, selling, limits: setup.shared }
  counterRoutes(setup, checkout)
  const forGuests: Parameters<typeof checkoutRoutes>[1] = {
    ...checkout,
    rememberGuest: (http, guest) => giveGuestCookie(http, domains.identity, guest),
  }
  checkoutRoutes(setup, forGuests)
  serveOrders(setup, { ...forGuests, sendsMail }, config)
  serveAccounts(setup, domains, currency)
  dashboardRoutes(setup, {
    ...domains,
    currency,
    isPaidLater: payments.currentGateway.kind === 'manual' && !payments.gateways.has('stripe'),
  })
  mailRoutes(setup, { database, composer: domains.mailComposer })
  auditRoutes(setup, { database, currency })
  messageRoutes(setup, { database, sendsMail, shopName })
  mediaRoutes(setup, { database, store: imageStore })
  docsRoutes(app, { version, profiles: domains.profiles })
  servePages(setup, domains, { config, source })
}

/** Adds the routes for orders, and for what places, packs and adds them up. */
function serveOrders(
  setup: CallsSetup,
  parts: Parameters<typeof serveSubscriptions>[1],
  config: Config,
): void {
  const { database, payments, selling, sendsMail } = parts
  const { currency } = payments
  const country = async () => (await selling.settings()).country
  serveSubscriptions(setup, parts, config)
  monthRoutes(setup, { database, selling })
  const actions = { withAddress, ...orderHooks, payments: paymentActions(payments) }
  orderRoutes(setup, { database, currency, sendsMail, ...actions })
  lotRoutes(setup, { database, country })
}

/** Adds the routes for signing in, for people's own accounts, and for the admins' list of users. */
function serveAccounts(
  setup: CallsSetup,
  { identity, profiles }: Pick<Domains, 'identity' | 'profiles'>,
  currency: () => Promise<string>,
): void {
  const { database } = identity
  identityRoutes(setup, identity)
  oidcRoutes(setup, identity.oidc)
  factorRoutes(setup, { identity, shopName: profiles.shopName })
  userRoutes(setup, { database, forgetUser, isPaying })
  ownAccountRoutes(setup, { identity, currency, forgetUser })
}
