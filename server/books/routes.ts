import { paymentDeskCalls } from '#contract/orders/payment-desk.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { listDesk, listHeldBags } from './desk/list-desk.ts'
import { repairPayment } from './desk/repair.ts'
import type { Desk } from './desk/repair.ts'

export function booksRoutes(setup: CallsSetup, desk: Desk): void {
  serveCalls(setup, paymentDeskCalls, {
    'GET /paymentDesk': () => listDesk(desk.database.longRead),
    'GET /heldBags': () => listHeldBags(desk.database.longRead),
    'PUT /paymentDesk/{id}': ({ caller, params, body }) =>
      repairPayment(desk, caller, { ...params, ...body }),
  })
}
