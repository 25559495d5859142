import type { CheckoutRequest, CheckoutResult } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { listTaken, readPricedLines } from '#server/cart/payable-lines.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Sought } from '#server/discounts/find-discounts.ts'
import { earlierOutcome } from '#server/payments/read-outcome.ts'
import { startPayment } from '#server/payments/start-payment.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Selling } from '#server/selling/selling.ts'
import { usableAddress } from './addresses.ts'
import { agreedCheckout, storeCheckout, presentOutcome } from './agreed-checkout.ts'
import type { Wanted } from './agreed-checkout.ts'
import { chooseGateway } from './choose-gateway.ts'
import type { StaffOrder } from './choose-gateway.ts'
import { findOfferProblem, quoteWithDiscounts } from './quote-with-discounts.ts'
import type { QuoteParts } from './quote-with-discounts.ts'

/**
 * A request to pay for lines of a stored cart, with the IP address from which it came. `buyer` is null for a guest, as
 * in a quote.
 */
export type Order = Omit<CheckoutRequest, 'lines' | 'guest' | 'promise' | 'way'> &
  Pick<Wanted, 'promise' | 'way'> &
  Pick<Sought, 'ip' | 'buyer'> & { lines: string[]; staff?: StaffOrder }

export type CheckoutParts = QuoteParts & { products: Products; selling: Selling }

/**
 * Pays for lines of the cart with delivery. The server computes the total and the promise again, and charges nothing
 * if they are not what the customer saw. If all lines are paid or reserved already, nothing is computed, and the
 * result is that of the earlier payment. What the customer agreed to is stored in the transaction that opens the
 * payment. In a shop that delivers nothing, that is only the total.
 */
export async function checkOut(
  parts: CheckoutParts,
  caller: Caller,
  request: Order,
): Promise<CheckoutResult | Problem> {
  const address = request.address && usableAddress(request.address)
  if (address instanceof Problem) return prefixed('address', address)
  const { database, payments } = parts
  const { userId } = caller
  const wanted = { ...request, address }
  const taken = await listTaken(parts, caller, request.lines)
  if (taken)
    return presentOutcome(database, { outcome: await earlierOutcome(payments, taken), userId, wanted })
  const result = await payFor(parts, caller, wanted)
  if (!isOther(result)) return result
  // The same request may have been sent twice, and the first one has used up the discount in the meantime.
  const takenSince = await listTaken(parts, caller, request.lines)
  if (!takenSince) return result
  return presentOutcome(database, { outcome: await earlierOutcome(payments, takenSince), userId, wanted })
}

/** Returns whether the order is no longer what the customer saw. */
function isOther(result: CheckoutResult | Problem): result is Problem {
  return result instanceof Problem && ['discount-refused', 'total-changed'].includes(result.code)
}

async function payFor(
  parts: CheckoutParts,
  caller: Caller,
  wanted: Wanted & Pick<Order, 'lines' | 'ip' | 'buyer' | 'withoutPersonal' | 'staff'>,
): Promise<CheckoutResult | Problem> {
  const { database, payments } = parts
  const { userId } = caller
  const lines = await readPricedLines(parts, caller, wanted.lines)
  if (lines instanceof Problem) return lines
  const settings = await settingsFor(parts, wanted)
  const refused = await findOfferProblem(parts, settings, lines)
  if (refused) return refused
  const at = now()
  const country = wanted.address?.country ?? null
  const { quote, granted } = await quoteWithDiscounts(parts, settings, {
    ...wanted,
    lines,
    country,
    at,
  })
  const checkout = agreedCheckout(quote, wanted)
  if (checkout instanceof Problem) return checkout
  const paidBy = chooseGateway(payments, quote, wanted)
  if (paidBy instanceof Problem) return paidBy
  let openedId: string | undefined
  const outcome = await startPayment(payments, {
    userId,
    kind: 'full',
    ids: wanted.lines,
    prices: new Map(quote.lines.map(({ _id, price }) => [_id, price])),
    totalCents: quote.itemsTotal,
    currency: quote.currency,
    ...paidBy,
    granted,
    checkout: {
      deliveryCents: checkout?.deliveryPrice ?? 0,
      isEmpty: checkout === null,
      store: async (tx, paymentId) => {
        openedId = paymentId
        if (checkout) await storeCheckout(tx, { paymentId, userId, checkout, at })
      },
    },
  })
  if (outcome instanceof Problem) return outcome
  return presentOutcome(database, { outcome, openedId, userId, wanted })
}

async function settingsFor(
  { selling }: CheckoutParts,
  { staff }: Pick<Order, 'staff'>,
): Promise<SellingSettings> {
  const settings = await selling.settingsNow()
  return staff ? staff.offer(settings) : settings
}

/** Returns the problem with `name` before the field names of its errors, such as `address.city` instead of `city`. */
function prefixed(name: string, problem: Problem): Problem {
  const errors = (problem.extra.errors ?? []).map((error) => ({ ...error, field: `${name}.${error.field}` }))
  return new Problem(problem.code, { errors })
}
