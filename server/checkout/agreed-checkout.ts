import { Problem } from '#contract/errors.ts'
import type { CheckoutRequest, CheckoutResult, Quote } from '#contract/selling/checkout.ts'
import type { CounterWay } from '#contract/selling/gateways.ts'
import type { Address, Checkout, DeliveryMethod, DiscountPart } from '#contract/selling/settings.ts'
import { toAmountText } from '#contract/values/money.ts'
import { codeRefused } from '#server/discounts/claim-uses.ts'
import type { PaymentOutcome } from '#server/payments/payments.ts'
import { declined } from '#server/payments/show-payment.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { writeAddress } from './addresses.ts'
import type { StaffOrder } from './choose-gateway.ts'
import { findCheckout, insertCheckout, markAddressUsed, readPayment } from './queries.ts'

/**
 * What the customer chose and saw in the checkout. `address` is checked already, and null if none was sent. Without a
 * `promise`, any is right: the staff tell the customer.
 */
export type Wanted = Pick<CheckoutRequest, 'methodId' | 'note' | 'code' | 'total' | 'currency'> & {
  address: Address | null
  promise?: CheckoutRequest['promise']
  way?: CheckoutRequest['way'] | CounterWay
  staff?: StaffOrder
}

/**
 * Returns what is stored with the payment, or null if the shop delivers nothing. Returns a problem if the chosen way of
 * delivery is not possible any more, or if the customer saw another total or another promise.
 */
export function agreedCheckout(quote: Quote, wanted: Wanted): Checkout | Problem | null {
  const { currency, totals, offers, itemsTotal, weightGrams, code } = quote
  const { address, note, promise } = wanted
  if (totals?.methodId !== wanted.methodId) return new Problem('cannot-be-delivered')
  const offer = offers.find(({ id }) => id === totals.methodId)
  if (isPickupInstead(offer?.kind, address)) return new Problem('cannot-be-delivered')
  const changed = findOtherTotal(wanted, { total: totals.total, currency, code })
  if (changed) return changed
  if (!offer) return null
  const isOther = promise !== undefined && String(datesOf(offer.promise)) !== String(datesOf(promise))
  if (isOther) return new Problem('promise-changed')
  const { id, name, kind } = offer
  return {
    currency,
    method: { id, name, kind, note: offer.note },
    ...addressOf(kind, address),
    note: note.trim(),
    promise: offer.promise,
    weightGrams,
    itemsTotal,
    deliveryPrice: totals.deliveryPrice,
    ...(totals.discounts && { discounts: totals.discounts.map(withoutNote) }),
    tax: totals.tax,
    total: totals.total,
  }
}

function withoutNote({ name, code, goods, ofDelivery }: DiscountPart): DiscountPart {
  return { name, code, goods, ofDelivery }
}

function addressOf(
  kind: DeliveryMethod['kind'],
  address: Address | null,
): Pick<Checkout, 'address' | 'addressLines'> {
  return kind === 'parcel' && address
    ? { address, addressLines: writeAddress(address) }
    : { address: null, addressLines: [] }
}

/**
 * Returns whether a customer who expects a parcel would have to pick it up, because the owner has changed the method.
 */
function isPickupInstead(kind: DeliveryMethod['kind'] | undefined, address: Address | null): boolean {
  return kind !== 'parcel' && address !== null
}

/**
 * Returns a problem if the customer saw another total, or has a code that cannot be used. A client that sends no
 * currency saw that of the shop.
 */
function findOtherTotal(
  shown: Pick<Wanted, 'total' | 'currency'>,
  { total, currency, code }: { total: number; currency: string; code: Quote['code'] | undefined },
): Problem | null {
  if (code?.refusal !== undefined) return codeRefused(code.refusal)
  const isSame = shown.total === total && (shown.currency ?? currency) === currency
  return isSame ? null : new Problem('total-changed', { total: toAmountText(total, currency) })
}

function datesOf(promise: Checkout['promise']): string[] | null {
  return promise && [promise.roastOn, promise.from, promise.to]
}

type Stored = { paymentId: string; userId: string; checkout: Checkout; at: number }

/** Stores what a customer agreed to, in the transaction that opens the payment. `at` is in UTC milliseconds. */
export async function storeCheckout(tx: Db, { paymentId, userId, checkout, at }: Stored): Promise<void> {
  await insertCheckout(tx, {
    payment_id: paymentId,
    user_id: userId,
    method_kind: checkout.method.kind,
    roast_on: checkout.promise?.roastOn ?? null,
    data: JSON.stringify(checkout),
    created_at: at,
  })
  if (checkout.address) await markAddressUsed(tx, { userId, data: JSON.stringify(checkout.address), at })
}

type Outcome = {
  outcome: PaymentOutcome
  /** The id of the payment that this request has opened, or undefined if it opened none. */
  openedId?: string | undefined
  userId: string
  wanted: Wanted
}

/**
 * Converts the outcome of a payment for the response. If an earlier payment has reserved the lines, the customer goes
 * on with that one. A problem is returned if it is for another address, method, note, total or way to pay, because the
 * customer would pay for something else than what was shown. Customers who have paid are told so whatever they want now,
 * but staff would take the earlier order for the one that they want.
 */
export async function presentOutcome(
  { read }: ShopDatabase,
  { outcome, openedId, userId, wanted }: Outcome,
): Promise<CheckoutResult | Problem> {
  const { status, earlierId } = outcome
  if (status === 'failed') return declined(outcome)
  const paymentId = earlierId ?? openedId
  const result = { ...(paymentId !== undefined && { paymentId }) }
  if (mustFit(status, wanted) && !(await isFor(read, { paymentId: earlierId, userId, wanted })))
    return new Problem('being-paid')
  if (status === 'succeeded')
    return { status: 'paid', ...result, ...(outcome.earlier && { alreadyPaid: true }) }
  // The page of the payment says more: while it is not started, the customer can try again there.
  if (status === 'not-started') return { status: 'checking', ...result }
  return { status, ...result, ...(status === 'redirect' && { url: outcome.url }) }
}

function mustFit(status: PaymentOutcome['status'], { staff }: Wanted): boolean {
  return status !== 'succeeded' || staff !== undefined
}

type Earlier = { paymentId: string | undefined; userId: string; wanted: Wanted }

/**
 * Returns whether the earlier payment, if there is one, has the way, method, address, note, total and currency of this request.
 */
async function isFor(db: Db, { paymentId, userId, wanted }: Earlier): Promise<boolean> {
  if (paymentId === undefined) return true
  const row = await findCheckout(db, { paymentId, userId })
  const payment = await readPayment(db, paymentId)
  if (!payment || isOtherWay(payment, wanted)) return false
  // Nothing is delivered, so the customers agree to nothing but a total.
  if (!row)
    return wanted.methodId === null && isSameTotal({ ...payment, total: payment.amount_cents }, wanted)
  const { method, address, note, ...agreed }: Checkout = JSON.parse(row.data)
  const wantedAddress = method.kind === 'parcel' ? wanted.address : null
  return (
    method.id === wanted.methodId &&
    JSON.stringify(address) === JSON.stringify(wantedAddress) &&
    note === wanted.note.trim() &&
    isSameTotal(agreed, wanted)
  )
}

/** Returns whether the customer now sees the same amount. A client that sends no currency asks for the earlier one. */
function isSameTotal(
  { total, currency }: { total: number; currency: string | null },
  wanted: Pick<Wanted, 'total' | 'currency'>,
): boolean {
  const isSameCurrency = currency === null || wanted.currency === undefined || currency === wanted.currency
  return isSameCurrency && total === wanted.total
}

/**
 * Returns whether the customer now wants to pay in another way. A client that sends no way does not, and an order that
 * costs nothing is paid in none.
 */
function isOtherWay(
  { gateway, amount_cents }: Pick<PaymentRow, 'gateway' | 'amount_cents'>,
  { way }: Wanted,
): boolean {
  return way !== undefined && amount_cents > 0 && way !== gateway
}
