import { MOST_ITEMS } from '#contract/values/limits.ts'
import type { OrderItem } from '#contract/cart.ts'
import type { Finished } from '#server/platform/http/answer-cache.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { Orders } from './orders.ts'
import { presentItem } from './present.ts'
import { listItems, listOlderUnpaid } from './queries.ts'

/** The caller's items, oldest first: at most 500, rather unpaid than paid, and rather new than old. */
export function listCart(orders: Orders, caller: Caller): Promise<Finished> {
  return orders.carts.answer(caller.userId, () => readCart(orders, caller))
}

async function readCart({ database, products }: Orders, caller: Caller): Promise<OrderItem[]> {
  const newest = await listItems(database.read, caller, MOST_ITEMS)
  const shown = newest.length < MOST_ITEMS ? newest : await unpaidFirst(database, caller, newest)
  return Promise.all(
    shown
      .toReversed()
      .map(async (row) => presentItem(row, row.payment ? null : await products.byId(row.product_id))),
  )
}

/** Older unpaid items take the places of paid ones: out of sight they would fill the cart, and could not be paid. */
async function unpaidFirst(
  { longRead }: Orders['database'],
  caller: Caller,
  newest: CartItemRow[],
): Promise<CartItemRow[]> {
  const paid = newest.filter(({ payment }) => payment !== null)
  const before = newest.at(-1)?.id
  if (paid.length === 0 || before === undefined) return newest
  const older = await listOlderUnpaid(longRead, { ...caller, before }, paid.length)
  const moved = new Set(paid.slice(paid.length - older.length))
  return [...newest.filter((row) => !moved.has(row)), ...older]
}
