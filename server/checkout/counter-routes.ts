import { counterCalls } from '#contract/orders/counter-sales.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { CheckoutParts } from './check-out.ts'
import { quoteSale, sell } from './counter-sale.ts'

/** Adds the routes with which staff make orders for customers. */
export function counterRoutes(setup: CallsSetup, parts: CheckoutParts): void {
  serveCalls(setup, counterCalls, {
    'POST /counter/quote': ({ body, request: { ip } }) => quoteSale(parts, { ...body, ip }),
    'POST /counter/sales': ({ caller, body, request: { ip } }) => sell(parts, caller, { ...body, ip }),
  })
}
