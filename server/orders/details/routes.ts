import { orderDetailsCalls } from '#contract/orders/order-details.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Orders } from '../orders.ts'
import { showPickList } from '../packing/pick-list.ts'
import { changeOrderState } from '../state/change-order-state.ts'
import { changeTracking } from '../state/change-tracking.ts'
import { tellReady } from '../state/notify-customer.ts'
import { addNote } from './add-note.ts'
import { correctOrder } from './correct-order.ts'
import { refundOrder } from './refund-order.ts'
import { sendAgain } from './send-again.ts'
import { showOrder } from './show-order.ts'

/** Adds the routes with which admins handle one order or read the pick list. */
export function orderDetailsRoutes(setup: CallsSetup, orders: Orders): void {
  serveCalls(setup, orderDetailsCalls, {
    'GET /order/{id}': ({ params }) => showOrder(orders, params.id),
    'PUT /order/{id}/state': ({ caller, params, body }) =>
      changeOrderState(orders, caller, { ...params, ...body }),
    'PUT /order/{id}/address': ({ caller, params, body }) =>
      correctOrder(orders, caller, { ...params, ...body }),
    'PUT /order/{id}/tracking': ({ caller, params, body }) =>
      changeTracking(orders, caller, { ...params, ...body }),
    'PUT /order/{id}/notice': ({ caller, params }) => tellReady(orders, caller, params.id),
    'POST /order/{id}/notes': ({ caller, params, body }) => addNote(orders, caller, { ...params, ...body }),
    'POST /order/{id}/mails': ({ caller, params, body }) => sendAgain(orders, caller, { ...params, ...body }),
    'POST /order/{id}/refunds': ({ caller, params, body }) =>
      refundOrder(orders, caller, { ...params, ...body }),
    'GET /pickList': () => showPickList(orders),
  })
}
