import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckoutResult, GuestOrder } from '#contract/selling/checkout.ts'
import { Problem } from '#contract/errors.ts'
import { storeGuestCart } from '#server/cart/store-guest-cart.ts'
import { checkOut } from './check-out.ts'
import type { CheckoutParts, Order } from './check-out.ts'

type Http = { request: FastifyRequest; reply: FastifyReply }

export type GuestParts = CheckoutParts & {
  /** Lets the browser see the payments and the order of this guest. */
  rememberGuest: (http: Http, guest: { id: string; email: string }) => void
}

/**
 * Pays for the cart of a guest. The cart is stored like that of an account first, so that everything after it is the same:
 * limits, stock, payment and books. A shop that pays at once has no guests.
 */
export async function checkOutAsGuest(
  parts: GuestParts,
  http: Http,
  { guest, ...wanted }: Omit<Order, 'lines' | 'buyer'> & { guest: GuestOrder },
): Promise<CheckoutResult | Problem> {
  if (parts.payments.currentGateway.kind === 'local') return new Problem('not-signed-in')
  const stored = await storeGuestCart(parts, guest)
  if (stored instanceof Problem) return stored
  parts.rememberGuest(http, { id: stored.caller.userId, email: stored.caller.email })
  return checkOut(parts, stored.caller, { ...wanted, lines: stored.lines, buyer: null })
}
