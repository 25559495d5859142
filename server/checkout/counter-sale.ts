import type { CounterQuoteRequest, NewSale, Sale } from '#contract/orders/counter-sales.ts'
import { Problem } from '#contract/errors.ts'
import type { Quote } from '#contract/selling/checkout.ts'
import type { DeliveryMethod, SellingSettings } from '#contract/selling/settings.ts'
import { NO_EMAIL } from '#contract/values/limits.ts'
import { HANDED_OVER, WALK_IN } from '#contract/values/orders/counter.ts'
import { listPayableOfGuest } from '#server/cart/guest-cart.ts'
import { storeGuestCart } from '#server/cart/store-guest-cart.ts'
import { findSale, hasCancelled, recordSale } from '#server/orders/state/record-sale.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { checkOut } from './check-out.ts'
import type { CheckoutParts } from './check-out.ts'
import { quoteWithDiscounts } from './quote-with-discounts.ts'
import type { StaffOrder } from './choose-gateway.ts'

const AT_THE_COUNTER: DeliveryMethod = {
  id: HANDED_OVER,
  name: 'At the counter',
  kind: 'pickup',
  note: '',
  zones: [],
}

/** Staff can hand over what they sell, whatever ways of delivery the shop offers its customers. */
function withCounter(settings: SellingSettings): SellingSettings {
  return { ...settings, methods: [AT_THE_COUNTER, ...settings.methods] }
}

/**
 * Nobody knows who the customer is, so that discounts about a person are left out. There are no codes either: staff take
 * nothing off the price.
 */
const ANYBODY = { buyer: null, withoutPersonal: true } as const

/** Returns what coffees cost when staff sell them. */
export async function quoteSale(
  parts: CheckoutParts,
  { items, ...chosen }: CounterQuoteRequest & { ip: string },
): Promise<Quote | Problem> {
  const lines = await listPayableOfGuest(parts, items)
  if (lines instanceof Problem) return lines
  const settings = withCounter(await parts.selling.settings())
  return (await quoteWithDiscounts(parts, settings, { ...chosen, ...ANYBODY, lines, at: now() })).quote
}

/**
 * Makes an order for a customer of the counter or the telephone, as if a guest had made it: the same prices, stock, numbers
 * and books. Each sale has a guest of its own, who may be nameless. A request that is sent again makes no second order. If
 * it differs from the order that was made, or that order was cancelled, a problem is returned.
 */
export async function sell(
  parts: CheckoutParts,
  caller: Caller,
  { requestId, items, ...wanted }: NewSale & { ip: string },
): Promise<Sale | Problem> {
  const cartId = `counter ${caller.userId} ${requestId}`
  const person = customerOf({ requestId, ...wanted })
  const stored = await storeGuestCart(parts, { cartId, items, ...person })
  if (stored instanceof Problem) return orSoldBefore(stored)
  const { caller: guest, lines } = stored
  const { read } = parts.database
  const isOther = guest.name !== person.name || guest.email !== person.email
  if (isOther || (await hasCancelled(read, guest.userId))) return soldBefore()
  const order = { ...wanted, ...ANYBODY, staff: staffOrder(caller, wanted), lines }
  const result = await checkOut(parts, guest, order)
  if (result instanceof Problem) return orSoldBefore(result)
  return (await findSale(read, result.paymentId ?? '', wanted.currency)) ?? soldBefore()
}

/** Returns the name and the email address with which the order is stored. */
function customerOf({ requestId, name, email, address }: Omit<NewSale, 'items'>) {
  return {
    name: name.trim() || address?.name.trim() || WALK_IN,
    email: (email ?? requestId + NO_EMAIL).toLowerCase(),
  }
}

function staffOrder(
  caller: Caller,
  { way, methodId, currency }: Pick<NewSale, 'way' | 'methodId' | 'currency'>,
): StaffOrder {
  return {
    way,
    by: caller.userId,
    offer: withCounter,
    also: (write, payment) =>
      recordSale(write, caller, { payment, currency, isHandedOver: methodId === HANDED_OVER }),
  }
}

/** A sale that was made before, but differently, gets a problem with a text for staff. */
function orSoldBefore(problem: Problem): Problem {
  return ['being-paid', 'state-conflict'].includes(problem.code) ? soldBefore() : problem
}

function soldBefore(): Problem {
  const detail =
    'This sale was made before, and not as it is now. Look at the newest order, and begin a new sale.'
  return new Problem('state-conflict', { detail })
}
