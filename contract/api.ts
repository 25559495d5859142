import { accountCalls } from './orders/own-orders.ts'
import { addressCalls } from './selling/addresses.ts'
import { auditCalls } from './audit.ts'
import { cartCalls } from './cart.ts'
import { catalogueCalls } from './catalogue.ts'
import { checkoutCalls } from './selling/checkout.ts'
import { counterCalls } from './orders/counter-sales.ts'
import { dashboardCalls } from './dashboard.ts'
import { discountCalls } from './selling/discounts.ts'
import { factorCalls } from './identity/factors.ts'
import { identityCalls } from './identity/sign-in.ts'
import { lotCalls } from './orders/lots.ts'
import { mailCalls } from './mail.ts'
import { messageCalls } from './messages.ts'
import { oidcCalls } from './identity/oidc.ts'
import { orderDetailsCalls } from './orders/order-details.ts'
import { parcelCalls } from './orders/parcels.ts'
import { ownAccountCalls } from './identity/own-account.ts'
import { paymentDeskCalls } from './orders/payment-desk.ts'
import { orderCalls } from './orders.ts'
import { paymentCalls } from './payments.ts'
import { savedCardCalls } from './orders/saved-cards.ts'
import { reviewCalls } from './reviews.ts'
import { sellingCalls } from './selling/settings.ts'
import { legalCalls, shopCalls, startCalls } from './shop/calls.ts'
import { shopManagementCalls } from './shop-management.ts'
import { giftCalls } from './orders/gifts.ts'
import { subscriptionDeskCalls } from './orders/subscriptions-desk.ts'
import { stockCalls } from './selling/stock.ts'
import { subscriptionCalls } from './orders/subscriptions.ts'
import { userCalls } from './users.ts'

/**
 * All API calls whose request body, if any, and response are JSON, keyed by method and path. Picture uploads, the
 * contact form, CSV exports and server-sent events are defined elsewhere.
 */
export const calls = {
  ...identityCalls,
  ...oidcCalls,
  ...factorCalls,
  ...catalogueCalls,
  ...cartCalls,
  ...paymentCalls,
  ...addressCalls,
  ...checkoutCalls,
  ...counterCalls,
  ...reviewCalls,
  ...sellingCalls,
  ...discountCalls,
  ...shopCalls,
  ...orderCalls,
  ...orderDetailsCalls,
  ...parcelCalls,
  ...lotCalls,
  ...accountCalls,
  ...ownAccountCalls,
  ...paymentDeskCalls,
  ...shopManagementCalls,
  ...startCalls,
  ...stockCalls,
  ...subscriptionCalls,
  ...subscriptionDeskCalls,
  ...giftCalls,
  ...userCalls,
  ...dashboardCalls,
  ...messageCalls,
  ...legalCalls,
  ...mailCalls,
  ...auditCalls,
  ...savedCardCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
