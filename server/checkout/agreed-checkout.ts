import type { CheckoutRequest, Quote } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import type { Address, Checkout, DeliveryMethod } from '#contract/selling/settings.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { Db } from '#server/shop-database.ts'
import { writeAddress } from './addresses.ts'
import { insertCheckout, markAddressUsed } from './queries.ts'

/** What a customer wants to agree to. `address` is the address as it is stored. */
export type Wanted = Pick<CheckoutRequest, 'methodId' | 'note' | 'total' | 'currency' | 'promise'> & {
  address: Address | null
}

/**
 * Returns what is stored with the payment. Returns a problem if the chosen way of delivery is not possible any more, or
 * if the customer saw another total or another promise.
 */
export function agreedCheckout(quote: Quote, wanted: Wanted): Checkout | Problem {
  const { currency, totals, offers, itemsTotal, weightGrams } = quote
  const { address, note, promise } = wanted
  const offer = offers.find(({ id }) => id === totals?.methodId)
  if (!totals || !offer || isPickupInstead(offer.kind, address)) return new Problem('cannot-be-delivered')
  if (hasOtherTotal(wanted, { total: totals.total, currency }))
    return new Problem('total-changed', { total: toAmountText(totals.total, currency) })
  if (JSON.stringify(datesOf(offer.promise)) !== JSON.stringify(datesOf(promise)))
    return new Problem('promise-changed')
  const { id, name, kind } = offer
  return {
    currency,
    method: { id, name, kind, note: offer.note },
    address: kind === 'parcel' ? address : null,
    addressLines: kind === 'parcel' && address ? writeAddress(address) : [],
    note: note.trim(),
    promise: offer.promise,
    weightGrams,
    itemsTotal,
    deliveryPrice: totals.deliveryPrice,
    tax: totals.tax,
    total: totals.total,
  }
}

/** Returns whether a customer who expects a parcel would have to pick it up, because the owner has changed the method. */
function isPickupInstead(kind: DeliveryMethod['kind'], address: Address | null): boolean {
  return kind === 'pickup' && address !== null
}

/** Returns whether the customer saw another total. A client that sends no currency saw that of the shop. */
function hasOtherTotal(
  shown: Pick<Wanted, 'total' | 'currency'>,
  { total, currency }: { total: number; currency: string },
): boolean {
  return shown.total !== total || (shown.currency ?? currency) !== currency
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
