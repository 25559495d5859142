import { Problem } from '#contract/errors.ts'
import { deliveryStates } from '#contract/fields.ts'
import type { DeliveryState } from '#contract/fields.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Tables } from '#server/tables.ts'
import { findItem, moveItem } from './queries.ts'

const notAStep = new Problem('invalid-input', { errors: [{ field: 'to', message: 'must be the step before or after' }] })

type Move = { id: string; from: DeliveryState; to: DeliveryState }

/** Moves a paid item one step of its delivery on or back, if it is still where the admin saw it. */
export async function moveDelivery(database: Database<Tables>, caller: Caller, move: Move): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  if (Math.abs(deliveryStates.indexOf(move.to) - deliveryStates.indexOf(move.from)) !== 1) return notAStep
  const moved = await database.write(async ({ tx }) => {
    const item = await moveItem(tx, move)
    if (item) await writeAudit(tx, caller, { action: 'moved delivery', subject: item.product_name, detail: `${item.email}: ${move.from} to ${move.to}` })
    return item
  })
  if (moved) {
    database.changes.tell({ topic: 'cart', id: moved.user_id })
    database.announce('orders')
    return { acknowledged: true, modifiedCount: 1 }
  }
  const item = await findItem(database.read, move.id)
  if (!item) return new Problem('not-found')
  return new Problem(item.payment === 'OK' ? 'moved-meanwhile' : 'not-paid')
}
