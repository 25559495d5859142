import { Problem } from '#contract/errors.ts'
import { orderStateNames } from '#contract/values/states.ts'
import type { OrderRow } from '#server/tables.ts'

/** Returns the problem that an order is not, or no longer, as the admin saw it. */
export function stateConflict({ number, state, notified_at }: OrderRow): Problem {
  const told = state === 'waiting' && notified_at !== null ? ' The customer was told that it is ready.' : ''
  return new Problem('state-conflict', {
    detail: `Order ${number} is now: ${orderStateNames[state]}.${told}`,
  })
}
