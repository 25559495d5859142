import { Problem } from '#contract/errors.ts'
import { checkoutCalls } from '#contract/selling/checkout.ts'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import type { Checkout } from '#contract/selling/settings.ts'
import { listPayableOfGuest } from '#server/cart/guest-cart.ts'
import { listPayable } from '#server/cart/payable-lines.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { addressRoutes } from './addresses.ts'
import { checkOut } from './check-out.ts'
import { deliveryAhead } from './delivery-ahead.ts'
import { checkOutAsGuest } from './guest-checkout.ts'
import type { GuestParts } from './guest-checkout.ts'
import { findCheckout, listSubscribed } from './queries.ts'
import { quoteWithDiscounts } from './quote-with-discounts.ts'
import { promiseFor } from './roast-promise.ts'

export function checkoutRoutes(setup: CallsSetup, parts: GuestParts): void {
  const { database, selling } = parts
  addressRoutes(setup, database)
  serveCalls(setup, checkoutCalls, {
    'POST /checkout/quote': async ({
      caller,
      body: { lines: ids = null, items = [], ...chosen },
      request: { ip },
    }) => {
      const lines = await (caller ? listPayable(parts, caller, ids) : listPayableOfGuest(parts, items))
      if (lines instanceof Problem) return lines
      const input = { ...chosen, lines, at: now(), buyer: caller, ip }
      return (await quoteWithDiscounts(parts, await selling.settings(), input)).quote
    },
    'POST /checkout': ({ caller, body, request, reply }) => {
      const { lines, guest, ...wanted } = body
      const order = { ...wanted, ip: request.ip }
      if (caller && lines) return checkOut(parts, caller, { ...order, lines, buyer: caller })
      if (caller || !guest) return new Problem(caller ? 'invalid-input' : 'not-signed-in')
      return checkOutAsGuest(parts, { request, reply }, { ...order, guest })
    },
    'GET /checkout/{id}': ({ caller, params }) => showCheckout(parts, caller, params.id),
    'GET /delivery': async ({ query }) =>
      deliveryAhead(await selling.settings(), { at: now(), visitorZone: query.timeZone }),
    'GET /selling/promises': async () => {
      const { methods, roasting, timeZone } = await selling.settings()
      const placed = { at: now(), timeZone }
      return methods.map(({ name, kind, zones: [first] }) => ({
        method: name,
        kind,
        promise: promiseFor(roasting, placed, first?.transitDays ?? null),
      }))
    },
  })
}

/**
 * Returns the checkout of the caller's payment (what the caller agreed to), and the number of the order if there is
 * one, and which of its coffees come again.
 */
async function showCheckout(
  { database }: Pick<GuestParts, 'database'>,
  { userId }: Caller,
  paymentId: string,
): Promise<PlacedCheckout | Problem> {
  const row = await findCheckout(database.read, { paymentId, userId })
  if (!row) return new Problem('not-found')
  const checkout: Checkout = JSON.parse(row.data)
  const subscribed = await listSubscribed(database.read, { paymentId, userId })
  return { number: row.number, checkout, subscribed }
}
