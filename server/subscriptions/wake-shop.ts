import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { catchUp, hasReadLongLists } from '#server/payments/catch-up/catch-up.ts'
import { findAccount } from '#server/payments/renewals/find-account.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { placeOf, wake } from '#server/shop/sleep.ts'
import { closeDue } from './close-due.ts'
import type { Parts } from './order-delivery.ts'

/**
 * Returns a function that wakes a shop that an admin calls the real one. It first reads what the gateway has charged in the last
 * weeks, so that nothing is charged again that another copy has charged. Deliveries that should have been ordered while the shop
 * slept are `missed`, because another copy may have ordered them: the owner decides about each. It returns a problem if the
 * gateway cannot be asked.
 */
export function wakeShop(parts: Parts, config: Parameters<typeof placeOf>[0]) {
  return async (caller: Caller): Promise<true | Problem> => {
    const { payments } = parts
    const place = placeOf(config)
    payments.longListsDueAt.clear()
    await catchUp(payments)
    if (!hasReadLongLists(payments)) return new Problem('gateway-unreachable')
    // If it cannot be read now, the next start of the shop remembers it.
    const account = await findAccount(payments).catch(() => undefined)
    while ((await closeDue(parts, { missesAll: true })) > 0);
    await payments.database.write(async ({ tx }) => {
      await wake(tx, { ...place, ...(account !== undefined && { account }) })
      await writeAudit(tx, caller, { action: 'woke the shop', subject: place.address })
    })
    return true
  }
}
