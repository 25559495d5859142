import { MOST_ITEMS } from '#contract/payments.ts'
import type { OrderItem } from '#contract/orders.ts'
import type { Finished } from '#server/platform/http/answer-cache.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Orders } from './orders.ts'
import { presentItem } from './present.ts'
import { listItems } from './queries.ts'

/** The caller's items, oldest first: the newest 500 of them. */
export function listCart(orders: Orders, caller: Caller): Promise<Finished> {
  return orders.carts.answer(caller.userId, () => readCart(orders, caller))
}

async function readCart({ database, products }: Orders, caller: Caller): Promise<OrderItem[]> {
  const rows = await listItems(database.read, caller, MOST_ITEMS)
  return Promise.all(rows.map(async (row) => presentItem(row, row.payment ? null : await products.byId(row.product_id))))
}
