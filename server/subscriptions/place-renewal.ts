import { Problem } from '#contract/errors.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import type { Address, Checkout, SellingSettings } from '#contract/selling/settings.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import { agreedCheckout, storeCheckout } from '#server/checkout/agreed-checkout.ts'
import { quoteFor } from '#server/checkout/quote.ts'
import { NONE } from '#server/checkout/quote-with-discounts.ts'
import { promiseFor } from '#server/checkout/roast-promise.ts'
import type { Payments } from '#server/payments/payments.ts'
import { openAttempt } from '#server/payments/start-payment.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { Planned } from './schedule.ts'

/** What the checkout of the first order decided for later ones: the way of delivery, the address, and a note. */
export type SubscribedCheckout = { methodId: string; address: Address | null; note: string }

/** The renewal `id` of subscriptions to one place, which are all like `one`. `lines` have the agreed prices. */
type Placing = {
  id: string
  one: SubscriptionRow
  planned: Pick<Planned, 'roastOn' | 'cutOffAt'>
  settings: SellingSettings
  lines: PricedLine[]
}

/** Places the order of a renewal. Its promise is that of an order at the last moment for its roast day. */
export async function placeRenewal(
  payments: Payments,
  write: ShopWrite,
  { id, one, planned, settings, lines }: Placing,
): Promise<Problem | null> {
  const { user_id: userId, mandate_id: mandateId } = one
  const agreed = await agreeAgain(payments, write.tx, { one, planned, settings, lines })
  if (agreed instanceof Problem) return agreed
  const { quote, checkout } = agreed
  const gateway = await gatewayFor(payments, write.tx, one)
  if (gateway instanceof Problem) return gateway
  const renewal = { id, user_id: userId, roast_on: planned.roastOn, place: one.checkout }
  await write.tx
    .insertInto('renewals')
    .values({ ...renewal, mandate_id: mandateId ?? '', created_at: now() })
    .execute()
  const prices = new Map(lines.map(({ row, product }) => [row.id, product.priceCents]))
  const request = {
    paymentId: id,
    userId,
    kind: 'full' as const,
    ids: [...prices.keys()],
    inserted: lines.map(({ row }) => row),
    prices,
    agreed: prices,
    totalCents: quote.itemsTotal,
    currency: quote.currency,
    gateway,
    renewal: { mandateId },
    checkout: {
      deliveryCents: checkout.deliveryPrice,
      store: (tx: Db) => storeCheckout(tx, { paymentId: id, userId, checkout, at: now() }),
    },
  }
  const opened = await openAttempt(payments, request, write)
  return opened instanceof Problem ? opened : null
}

/**
 * Returns what the customer agreed to, as an order of now has it, or a problem if it cannot be delivered any more. The delivery is
 * free if it is that of a gift, or if an unsent order goes into the same parcel.
 */
export async function agreeAgain(
  payments: Payments,
  tx: Db,
  { one, planned, settings, lines }: Omit<Placing, 'id'>,
): Promise<{ quote: Quote; checkout: Checkout } | Problem> {
  const { methodId, address, note }: SubscribedCheckout = JSON.parse(one.checkout)
  const country = address?.country ?? null
  const at = planned.cutOffAt - 1
  // Not `planned.roastOn`, which is the day that was missed if the owner sends a missed delivery after all.
  const roastOn = promiseFor(settings.roasting, { at, timeZone: settings.timeZone }, null)?.roastOn
  const isPaid =
    one.deliveries_left !== null ||
    (await hasUnsentOrder(tx, { userId: one.user_id, roastOn, methodId, address }))
  const wanted = { lines, country, methodId, at, payments, discounts: NONE }
  const { quote } = quoteFor(isPaid ? deliveredFree(settings) : settings, wanted)
  const total = quote.totals?.total ?? 0
  const checkout = agreedCheckout(quote, { methodId, address, note, total })
  if (checkout instanceof Problem) return checkout
  return checkout ? { quote, checkout } : new Problem('cannot-be-delivered')
}

type Parcel = Pick<SubscribedCheckout, 'methodId' | 'address'> & {
  userId: string
  roastOn: string | undefined
}

/**
 * Returns whether an order of a person goes to the same place on the same roast day, and was not sent yet: a paid one, or another
 * renewal.
 */
async function hasUnsentOrder(tx: Db, { userId, roastOn, methodId, address }: Parcel): Promise<boolean> {
  if (roastOn === undefined) return false
  const unsent = tx
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .select('payment_id')
    .where('orders.user_id', '=', userId)
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', ['paid', 'packed']),
        and([eb('state', '=', 'waiting'), eb('subscription', '=', 'renewal')]),
      ]),
    )
  const rows = await tx
    .selectFrom('checkouts')
    .select('data')
    .where('payment_id', 'in', unsent)
    .where('user_id', '=', userId)
    .where('roast_on', '=', roastOn)
    .execute()
  return rows.some(({ data }) => {
    const checkout: Checkout = JSON.parse(data)
    return checkout.method.id === methodId && JSON.stringify(checkout.address) === JSON.stringify(address)
  })
}

/** Returns the settings with a delivery that costs nothing, because it was paid before. */
function deliveredFree(settings: SellingSettings): SellingSettings {
  const methods = settings.methods.map((method) => ({
    ...method,
    zones: method.zones.map((zone) => ({ ...zone, freeFrom: 0 })),
  }))
  return { ...settings, methods }
}

/**
 * Returns the gateway of a renewal: that of its saved card, that of a demo, which pays at once, or the transfer. The renewal of a
 * gift costs nothing and is paid at once. Returns a problem if the gateway of the card is not configured.
 */
async function gatewayFor(
  { currentGateway, gateways }: Payments,
  tx: Db,
  { mandate_id: mandateId, deliveries_left }: SubscriptionRow,
): Promise<string | Problem> {
  if (deliveries_left !== null) return 'instant'
  if (mandateId === null) return currentGateway.kind === 'local' ? currentGateway.name : 'transfer'
  const mandate = tx.selectFrom('mandates').select('gateway').where('id', '=', mandateId)
  const { gateway } = await mandate.executeTakeFirstOrThrow()
  return gateways.has(gateway) ? gateway : new Problem('payments-unavailable')
}
