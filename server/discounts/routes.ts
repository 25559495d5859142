import { discountCalls } from '#contract/selling/discounts.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { addDiscount, deleteDiscount, endDiscount } from './change-discounts.ts'
import type { Discounts } from './change-discounts.ts'
import { listDiscounts } from './list-discounts.ts'

export function discountRoutes(setup: CallsSetup, discounts: Discounts): void {
  serveCalls(setup, discountCalls, {
    'GET /discounts': () => listDiscounts(discounts.database),
    'POST /discounts': ({ caller, body }) => addDiscount(discounts, caller, body),
    'PUT /discounts/{id}': ({ caller, params }) => endDiscount(discounts, caller, params.id),
    'DELETE /discounts/{id}': ({ caller, params }) => deleteDiscount(discounts, caller, params.id),
  })
}
