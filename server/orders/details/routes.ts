import { Problem } from '#contract/errors.ts'
import { accountCalls } from '#contract/orders/own-orders.ts'
import { orderDetailsCalls } from '#contract/orders/order-details.ts'
import { now } from '#server/platform/clock.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Orders } from '../orders.ts'
import { cancelOwnOrder, withdraw } from '../own/cancel-own-order.ts'
import { showOwnOrders, showOwnReceipt } from '../own/list-own-orders.ts'
import { mailWithdrawalLink, withdrawByLink } from '../own/withdraw-by-mail.ts'
import { showPickList } from '../packing/pick-list.ts'
import { changeOrderState } from '../state/change-order-state.ts'
import { changeTracking } from '../state/change-tracking.ts'
import { tellReady } from '../state/notify-customer.ts'
import { correctOrder } from './correct-order.ts'
import { refundOrder } from './refund-order.ts'
import { addNote, showOrder } from './show-order.ts'

/**
 * Adds the routes with which admins handle one order or read the pick list, and the routes with which customers see
 * their own orders, cancel them and withdraw from them.
 */
export function orderDetailsRoutes(setup: CallsSetup, orders: Orders): void {
  const { database } = orders
  serveCalls(setup, orderDetailsCalls, {
    'GET /order/{id}': ({ params }) => showOrder(orders, params.id),
    'PUT /order/{id}/state': ({ caller, params, body }) =>
      changeOrderState(orders, caller, { ...params, ...body }),
    'PUT /order/{id}/address': ({ caller, params, body }) =>
      correctOrder(orders, caller, { ...params, ...body }),
    'PUT /order/{id}/tracking': ({ caller, params, body }) =>
      changeTracking(orders, caller, { ...params, ...body }),
    'PUT /order/{id}/notice': ({ caller, params }) => tellReady(orders, caller, params.id),
    'POST /order/{id}/notes': ({ caller, params, body }) => addNote(database, caller, { ...params, ...body }),
    'POST /order/{id}/refunds': ({ caller, params, body }) =>
      refundOrder(orders, caller, { ...params, ...body }),
    'GET /pickList': () => showPickList(orders),
  })
  serveCalls(setup, accountCalls, {
    'GET /myOrders': ({ caller, query }) => showOwnOrders(database, caller, query),
    'GET /myOrder/{id}': ({ caller, params }) => showOwnReceipt(database, caller, params.id),
    'DELETE /myOrder/{id}': ({ caller, params }) => cancelOwnOrder(orders, caller, params.id),
    'PUT /myOrder/{id}/withdrawal': ({ caller, params }) =>
      withdraw(orders, { userId: caller.userId, id: params.id, at: now() }),
    'POST /withdrawals': async ({ body, request }) => {
      const mailed = await mailWithdrawalLink(
        { ...orders, limits: setup.shared },
        { ...body, ip: request.ip },
      )
      return mailed instanceof Problem ? mailed : { acknowledged: mailed }
    },
    'POST /withdrawals/link': ({ body }) => withdrawByLink(orders, body.token),
  })
}
