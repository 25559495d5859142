import type { Moved } from '#contract/orders.ts'
import { Problem, problems } from '#contract/errors.ts'
import { deliveryStates } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { CartItemRow } from '#server/tables.ts'
import { findMovedItems, moveItem } from './queries.ts'
import type { MovedItem } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const notAStep = new Problem('invalid-input', {
  detail: 'An item can only be moved one step at a time.',
  errors: [{ field: 'to', message: 'must be the step before or after' }],
})

type Move = { id: string; from: DeliveryState; to: DeliveryState }

/** Moves a paid item one step of its delivery on or back, if it is still where the admin saw it. */
export async function moveDelivery(
  database: ShopDatabase,
  caller: Caller,
  move: Move,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const [refusal] = await moveEach(database, caller, [move])
  return refusal?.problem ?? { acknowledged: true, modifiedCount: 1 }
}

/** Moves many items, each one step and each by itself: an item that is refused does not keep the others back. */
export async function moveDeliveries(database: ShopDatabase, caller: Caller, moves: Move[]): Promise<Moved> {
  const refusals = await moveEach(database, caller, moves)
  return {
    acknowledged: true,
    modifiedCount: moves.length - refusals.length,
    refused: refusals.map(({ id, problem }) => ({
      id,
      reason: problem.extra.detail ?? problems[problem.code].title,
    })),
  }
}

type Refusal = { id: string; problem: Problem }

async function moveEach(database: ShopDatabase, caller: Caller, moves: Move[]): Promise<Refusal[]> {
  const leaps = moves.filter((move) => !isStep(move))
  const steps = moves.filter(isStep)
  const moved = await moveSteps(database, caller, steps)
  const refused = steps.filter((_, index) => !moved[index]).map(({ id }) => id)
  const found = new Map((await findMovedItems(database.read, refused)).map((item) => [item.id, item]))
  return [
    ...leaps.map(({ id }) => ({ id, problem: notAStep })),
    ...refused.map((id) => ({ id, problem: whyNot(found.get(id), caller) })),
  ]
}

function isStep({ from, to }: Move): boolean {
  return Math.abs(deliveryStates.indexOf(to) - deliveryStates.indexOf(from)) === 1
}

/** Moves all items in one transaction. Returns each item that was moved, or nothing in its place. */
async function moveSteps(
  database: ShopDatabase,
  caller: Caller,
  steps: Move[],
): Promise<(CartItemRow | undefined)[]> {
  if (steps.length === 0) return []
  const moved = await database.write(async ({ tx, publish }) => {
    const items = new Map<Move, CartItemRow>()
    // In the order of their ids: two admins who move the same items would otherwise lock each other out.
    for (const move of steps.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const item = await moveItem(tx, { ...move, by: caller.userId })
      if (!item) continue
      items.set(move, item)
      await writeAudit(tx, caller, {
        action: 'moved delivery',
        subject: item.product_name,
        detail: `${item.email}: ${move.from} to ${move.to}`,
      })
    }
    const shoppers = new Set([...items.values()].map((item) => item.user_id))
    for (const userId of shoppers) publish({ type: 'delivery-moved', userId })
    return items
  })
  return steps.map((step) => moved.get(step))
}

/** Why an item was not moved: there is none, it is not paid, or it was moved by the caller or another admin. */
function whyNot(item: MovedItem | undefined, caller: Caller): Problem {
  if (!item) return new Problem('not-found')
  if (item.payment !== 'OK') return new Problem('not-paid')
  const state = item.delivery ?? 'Ordered'
  if (item.moved_by === caller.userId)
    return new Problem('moved-meanwhile', { detail: `You moved it to ${state} yourself in the meantime.` })
  return new Problem('moved-meanwhile', {
    detail: `${item.mover ?? 'Another admin'} moved it to ${state} in the meantime.`,
  })
}
