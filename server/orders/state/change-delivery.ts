import { Problem, problems } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { Moved } from '#contract/orders.ts'
import { deliveryStates } from '#contract/values/states.ts'
import type { DeliveryKind, DeliveryState, MovingState } from '#contract/values/states.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { Orders } from '../orders.ts'
import { changeOrderState } from './change-order-state.ts'
import { findDeliveryKind } from './queries.ts'

const notAStep = new Problem('invalid-input', {
  detail: 'An item can only be moved one step at a time.',
  errors: [{ field: 'to', message: 'must be the step before or after' }],
})

const withoutOrder = new Problem('invalid-input', {
  detail: 'This was paid before the shop kept orders, so it cannot be moved.',
})

type Move = { id: string; from: DeliveryState; to: DeliveryState }

/**
 * Moves the order of a paid line to the next or the previous delivery state, with all its lines. Returns a problem if the
 * move is not one step, if the line is not paid, or if the order is no longer in the state that the admin saw.
 */
export async function changeDelivery(
  orders: Orders,
  caller: Caller,
  { id, from, to }: Move,
): Promise<Modified | Problem> {
  if (Math.abs(deliveryStates.indexOf(to) - deliveryStates.indexOf(from)) !== 1) return notAStep
  const { database } = orders
  const line = await findLine(database.read, id)
  if (!line) return new Problem('not-found')
  if (line.payment !== 'OK') return new Problem('not-paid')
  if (line.order_id === null) return withoutOrder
  const kind = await findDeliveryKind(database.read, String(line.payment_id))
  const [before, after] = [stateFor(from, kind), stateFor(to, kind)]
  return changeOrderState(orders, caller, { id: line.order_id, from: before, to: after })
}

/**
 * Moves the orders of many lines, each to the next or the previous delivery state. An order with several of the lines is
 * moved once. If a line cannot be moved, the other lines are moved nevertheless, and the result contains the id of the
 * line and the reason.
 */
export async function changeDeliveries(orders: Orders, caller: Caller, moves: Move[]): Promise<Moved> {
  const results = new Map<string, Awaited<ReturnType<typeof changeDelivery>>>()
  const lines = await findOrderIds(
    orders.database.read,
    moves.map(({ id }) => id),
  )
  const refused: Moved['refused'] = []
  for (const move of moves) {
    const key = `${lines.get(move.id) ?? move.id} ${move.from} ${move.to}`
    const result = results.get(key) ?? (await changeDelivery(orders, caller, move))
    results.set(key, result)
    if (result instanceof Problem)
      refused.push({ id: move.id, reason: result.extra.detail ?? problems[result.code].title })
  }
  return { acknowledged: true, modifiedCount: moves.length - refused.length, refused }
}

const STATES = { Ordered: 'paid', Packed: 'packed', Sent: 'sent', Delivered: 'delivered' } as const

function stateFor(delivery: DeliveryState, kind: DeliveryKind | 'gift'): MovingState {
  return delivery === 'Sent' && kind === 'pickup' ? 'ready' : STATES[delivery]
}

function findLine(db: Db, id: string): Promise<CartItemRow | undefined> {
  return db.selectFrom('cart_items').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the ids of the orders of these lines, by line id. */
async function findOrderIds(db: Db, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('cart_items').select(['id', 'order_id']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, order_id }) => [id, order_id]))
}
