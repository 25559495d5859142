import type { CheckoutRequest, CheckoutResult, Quote } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import type { Address, Checkout } from '#contract/selling/settings.ts'
import { CURRENCY, toAmountText } from '#contract/values/money.ts'
import { readPricedLines } from '#server/cart/payable-lines.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { PaymentOutcome, Payments } from '#server/payments/payments.ts'
import { settle } from '#server/payments/settle.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Selling } from '#server/selling/selling.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { usableAddress, writeAddress } from './addresses.ts'
import { insertCheckout, markAddressUsed } from './queries.ts'
import { quoteFor } from './quote.ts'

/** The database and the other domains that the functions of the checkout use. */
export type CheckoutParts = {
  database: ShopDatabase
  products: Products
  payments: Payments
  selling: Selling
}

/**
 * Pays for lines of the cart and for their delivery. The server computes the total and the promise again, and charges
 * nothing if they differ from what the customer saw. What the customer agreed to is stored in the transaction that
 * opens the payment.
 */
export async function checkOut(
  parts: CheckoutParts,
  caller: Caller,
  request: CheckoutRequest,
): Promise<CheckoutResult | Problem> {
  const lines = await readPricedLines(parts, caller, request.lines)
  if (lines instanceof Problem) return lines
  if (!(await parts.selling.hasCheckout())) return new Problem('cannot-be-delivered')
  const address = request.address && usableAddress(request.address)
  if (address instanceof Problem) return prefixed('address', address)
  const at = now()
  const { methodId } = request
  const country = address?.country ?? null
  const quote = quoteFor(await parts.selling.settings(), { lines, country, methodId, at })
  const checkout = agreedCheckout(quote, { ...request, address })
  if (checkout instanceof Problem) return checkout
  let stored: string | undefined
  const outcome = await settle(parts.payments, {
    userId: caller.userId,
    kind: 'full',
    ids: request.lines,
    prices: new Map(quote.lines.map(({ _id, price }) => [_id, price])),
    totalCents: checkout.itemsTotal,
    checkout: {
      deliveryCents: checkout.deliveryPrice,
      store: async (tx, paymentId) => {
        stored = paymentId
        await storeCheckout(tx, { paymentId, userId: caller.userId, checkout, at })
      },
    },
  })
  return outcome instanceof Problem ? outcome : presentOutcome(outcome, stored)
}

type Agreed = Pick<CheckoutRequest, 'note' | 'total' | 'promise'> & { address: Address | null }

/**
 * Returns the checkout (what the customer agreed to) that is stored with the payment. Returns a problem if the chosen
 * way of delivery is no longer possible, or if the customer saw another total or another promise.
 */
function agreedCheckout(quote: Quote, { address, note, total, promise }: Agreed): Checkout | Problem {
  const { totals, offers, itemsTotal, weightGrams } = quote
  const offer = offers.find(({ id }) => id === totals?.methodId)
  if (!totals || !offer) return new Problem('cannot-be-delivered')
  if (totals.total !== total)
    return new Problem('total-changed', { total: toAmountText(totals.total, CURRENCY) })
  if (JSON.stringify(datesOf(offer.promise)) !== JSON.stringify(datesOf(promise)))
    return new Problem('promise-changed')
  const { id, name, kind } = offer
  return {
    currency: CURRENCY,
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

function datesOf(promise: Checkout['promise']): string[] | null {
  return promise && [promise.roastOn, promise.from, promise.to]
}

type Stored = { paymentId: string; userId: string; checkout: Checkout; at: number }

async function storeCheckout(tx: Db, { paymentId, userId, checkout, at }: Stored): Promise<void> {
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

/**
 * Converts the outcome for the response. `paymentId` is undefined if an earlier payment had claimed the lines, so that
 * this request opened no payment.
 */
function presentOutcome(outcome: PaymentOutcome, paymentId: string | undefined): CheckoutResult | Problem {
  if (outcome.status === 'failed') return new Problem('payment-declined', { detail: outcome.reason })
  const status = outcome.status === 'succeeded' ? 'paid' : outcome.status
  return {
    status,
    ...(paymentId !== undefined && { paymentId }),
    ...(outcome.status === 'redirect' && { url: outcome.url }),
  }
}

/** Returns the problem with `name` before the field names of its errors, such as `address.city` instead of `city`. */
function prefixed(name: string, problem: Problem): Problem {
  const errors = (problem.extra.errors ?? []).map((error) => ({ ...error, field: `${name}.${error.field}` }))
  return new Problem(problem.code, { errors })
}
