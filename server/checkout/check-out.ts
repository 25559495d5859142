import type { CheckoutRequest, CheckoutResult, PaymentChoice, Quote } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import { listTaken, readPricedLines } from '#server/cart/payable-lines.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Sought } from '#server/discounts/find-discounts.ts'
import { earlierOutcome } from '#server/payments/read-outcome.ts'
import type { Payments } from '#server/payments/payments.ts'
import { networkOf } from '#server/payments/refuse-card-testing.ts'
import { startPayment } from '#server/payments/start-payment.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Selling } from '#server/selling/selling.ts'
import { usableAddress } from './addresses.ts'
import { agreedCheckout, storeCheckout, presentOutcome } from './agreed-checkout.ts'
import type { Wanted } from './agreed-checkout.ts'
import { quoteWithDiscounts } from './quote-with-discounts.ts'
import type { QuoteParts } from './quote-with-discounts.ts'

/**
 * A request to pay for lines of a stored cart, with the IP address from which it came. `buyer` is null for a guest, as
 * in a quote.
 */
export type Order = Omit<CheckoutRequest, 'lines' | 'guest'> &
  Pick<Sought, 'ip' | 'buyer'> & { lines: string[] }

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
  wanted: Wanted & Pick<Order, 'lines' | 'ip' | 'buyer' | 'withoutPersonal'>,
): Promise<CheckoutResult | Problem> {
  const { database, payments } = parts
  const { userId } = caller
  const lines = await readPricedLines(parts, caller, wanted.lines)
  if (lines instanceof Problem) return lines
  const at = now()
  const country = wanted.address?.country ?? null
  const { quote, granted } = await quoteWithDiscounts(parts, await parts.selling.settingsNow(), {
    ...wanted,
    lines,
    country,
    at,
  })
  const checkout = agreedCheckout(quote, wanted)
  if (checkout instanceof Problem) return checkout
  const way = chosenWay(quote, wanted)
  if (way instanceof Problem) return way
  let openedId: string | undefined
  const outcome = await startPayment(payments, {
    userId,
    kind: 'full',
    ids: wanted.lines,
    prices: new Map(quote.lines.map(({ _id, price }) => [_id, price])),
    totalCents: quote.itemsTotal,
    currency: quote.currency,
    network: networkOf(wanted.ip),
    gateway: gatewayFor(payments, way),
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

/** Returns how the customer pays, or a problem if that is not offered. */
function chosenWay({ totals }: Quote, { way }: Pick<CheckoutRequest, 'way'>): PaymentChoice['way'] | Problem {
  const offered = totals?.payments.map((choice) => choice.way) ?? []
  const chosen = way ?? offered[0]
  return chosen && offered.includes(chosen) ? chosen : new Problem('way-not-offered')
}

/**
 * The demo shop pays at once with a gateway of its own. In other shops, only orders that cost nothing are paid at once.
 */
function gatewayFor({ currentGateway }: Payments, way: PaymentChoice['way']): string {
  return currentGateway.kind === 'local' ? currentGateway.name : way
}

/** Returns the problem with `name` before the field names of its errors, such as `address.city` instead of `city`. */
function prefixed(name: string, problem: Problem): Problem {
  const errors = (problem.extra.errors ?? []).map((error) => ({ ...error, field: `${name}.${error.field}` }))
  return new Problem(problem.code, { errors })
}
