import { Problem } from '#contract/errors.ts'
import { accountCalls } from '#contract/orders/own-orders.ts'
import { now } from '#server/platform/clock.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Orders } from '../orders.ts'
import { cancelOwnOrder, withdraw } from './cancel-own-order.ts'
import { showOwnOrders, showOwnReceipt } from './list-own-orders.ts'
import { mailWithdrawalLink, withdrawByLink } from './withdraw-by-mail.ts'

/** Adds the routes with which customers see their own orders, cancel them and withdraw from them. */
export function ownOrderRoutes(setup: CallsSetup, orders: Orders): void {
  const { database } = orders
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
