import { cartCalls } from '#contract/cart.ts'
import { Problem } from '#contract/errors.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { addToCart } from './add-to-cart.ts'
import type { Cart } from './cart.ts'
import { changeQuantity } from './change-quantity.ts'
import { changeRhythm } from './change-rhythm.ts'
import { listGrinds } from './grinds.ts'
import { listGuestCart } from './guest-cart.ts'
import { listCart } from './list-cart.ts'
import { removeLine, restoreLine } from './remove-line.ts'

export function cartRoutes(setup: CallsSetup, cart: Cart): void {
  serveCalls(setup, cartCalls, {
    'GET /myCarts': ({ caller }) => listCart(cart, caller),
    'POST /guestCart': ({ body }) => listGuestCart(cart, body.items),
    'POST /orders': async ({ caller, body }) => {
      const id = await addToCart(cart, caller, body)
      return id instanceof Problem ? id : { acknowledged: true, insertedId: id }
    },
    'GET /grinds': ({ caller }) => listGrinds(cart, caller),
    'PUT /cartQuantity/{id}': ({ caller, params, body }) =>
      'quantity' in body
        ? changeQuantity(cart, caller, { ...params, ...body })
        : changeRhythm(cart, caller, { ...params, ...body }),
    'DELETE /orderDelete/{id}': ({ caller, params }) => removeLine(cart, caller, params.id),
    'PUT /orderRestore/{id}': ({ caller, params }) => restoreLine(cart, caller, params.id),
  })
}
