import { Problem, problems } from '#contract/errors.ts'
import type { Moved } from '#contract/orders.ts'
import { deliveryStates } from '#contract/values/states.ts'
import type { DeliveryState } from '#contract/values/states.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { Orders } from '../orders.ts'
import { followLines } from '../state/follow-lines.ts'
import { findMovedLines, moveLine } from './queries.ts'
import type { MovedLine } from './queries.ts'

const notAStep = new Problem('invalid-input', {
  detail: 'An item can only be moved one step at a time.',
  errors: [{ field: 'to', message: 'must be the step before or after' }],
})

/** The fields of `Orders` that are needed to move single lines. */
type Setup = Pick<Orders, 'database' | 'sendsMail'>

type Move = { id: string; from: DeliveryState; to: DeliveryState }

/**
 * Moves a paid order line to the next or the previous delivery state. Returns a problem if the move is not one step, if
 * the line is not paid, or if it is no longer in the state that the admin saw.
 */
export async function moveDelivery(
  orders: Setup,
  caller: Caller,
  move: Move,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const [refusal] = await moveEach(orders, caller, [move])
  return refusal?.problem ?? { acknowledged: true, modifiedCount: 1 }
}

/**
 * Moves many order lines, each to the next or the previous delivery state. If a line cannot be moved, the other lines
 * are moved nevertheless, and the result contains the id of the line and the reason.
 */
export async function moveDeliveries(orders: Setup, caller: Caller, moves: Move[]): Promise<Moved> {
  const refusals = await moveEach(orders, caller, moves)
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

async function moveEach(orders: Setup, caller: Caller, moves: Move[]): Promise<Refusal[]> {
  const leaps = moves.filter((move) => !isStep(move))
  const steps = moves.filter(isStep)
  const moved = await moveSteps(orders, caller, steps)
  const refused = steps.filter((step) => !moved.has(step)).map(({ id }) => id)
  const found = new Map((await findMovedLines(orders.database.read, refused)).map((line) => [line.id, line]))
  return [
    ...leaps.map(({ id }) => ({ id, problem: notAStep })),
    ...refused.map((id) => ({ id, problem: refusalOf(found.get(id), caller) })),
  ]
}

function isStep({ from, to }: Move): boolean {
  return Math.abs(deliveryStates.indexOf(to) - deliveryStates.indexOf(from)) === 1
}

/**
 * Moves order lines in one transaction, and brings the states of their orders up to date. Returns the moves that
 * succeeded, each with the changed line.
 */
async function moveSteps(orders: Setup, caller: Caller, steps: Move[]): Promise<Map<Move, CartItemRow>> {
  if (steps.length === 0) return new Map()
  return orders.database.write(async (write) => {
    const moved = new Map<Move, CartItemRow>()
    // The order lines are updated in the order of their ids. Otherwise two admins who move the same lines in
    // different orders could wait for each other's locks for ever.
    for (const step of steps.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const line = await moveStep(write, caller, step)
      if (line) moved.set(step, line)
    }
    const orderIds = [...moved.values()].map(({ order_id }) => order_id).filter((id) => id !== null)
    await followLines(write.tx, orders, [...new Set(orderIds)].toSorted())
    const shoppers = new Set([...moved.values()].map((line) => line.user_id))
    for (const userId of shoppers) write.publish({ type: 'delivery-moved', userId })
    return moved
  })
}

async function moveStep({ tx }: ShopWrite, caller: Caller, step: Move): Promise<CartItemRow | undefined> {
  const line = await moveLine(tx, { ...step, by: caller.userId })
  if (line)
    await writeAudit(tx, caller, {
      action: 'moved delivery',
      subject: line.product_name,
      detail: `${line.email}: ${step.from} to ${step.to}`,
    })
  return line
}

/**
 * Returns the reason why an order line was not moved: the line does not exist, it is not paid, its order was refunded, or the caller or
 * another admin has already moved it.
 */
function refusalOf(line: MovedLine | undefined, caller: Caller): Problem {
  if (!line) return new Problem('not-found')
  if (line.payment !== 'OK') return new Problem('not-paid')
  if (line.order_state === 'refunded')
    return new Problem('moved-meanwhile', { detail: 'Its order was refunded.' })
  const state = line.delivery ?? 'Ordered'
  const detail =
    line.moved_by === caller.userId
      ? `You moved it to ${state} yourself in the meantime.`
      : `${line.mover ?? 'Another admin'} moved it to ${state} in the meantime.`
  return new Problem('moved-meanwhile', { detail })
}
