import { Problem } from '#contract/errors.ts'
import { cartCalls } from '#contract/cart.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { addToCart } from './add-to-cart.ts'
import { listCart } from './list-cart.ts'
import type { Orders } from './orders.ts'
import { removeItem, restoreItem } from './remove-item.ts'

export function orderRoutes(setup: CallsSetup, orders: Orders): void {
  serveCalls(setup, cartCalls, {
    'GET /myCarts': ({ caller }) => listCart(orders, caller),
    'POST /orders': async ({ caller, body }) => {
      const id = await addToCart(orders, caller, body)
      return id instanceof Problem ? id : { acknowledged: true, insertedId: id }
    },
    'DELETE /orderDelete/{id}': ({ caller, params }) => removeItem(orders, caller, params.id),
    'PUT /orderRestore/{id}': ({ caller, params }) => restoreItem(orders, caller, params.id),
  })
}
