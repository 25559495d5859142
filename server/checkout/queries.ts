import { sql } from 'kysely'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { AddressRow, CheckoutRow, OrderRow } from '#server/tables.ts'

/**
 * Lists a user's addresses, sorted by the time of the last order to the address or, without an order, by the time when
 * the address was added. The latest comes first.
 */
export function listAddresses(db: Db, userId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`coalesce(used_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Inserts an address unless the user already has `max` addresses. Returns whether it was inserted. On PostgreSQL,
 * requests at the same moment can exceed `max` by a few addresses, which does no harm.
 */
export async function insertAddress(tx: Db, row: AddressRow, max: number): Promise<boolean> {
  const count = await tx
    .selectFrom('addresses')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('user_id', '=', row.user_id)
    .executeTakeFirst()
  if (Number(count?.rows ?? 0) >= max) return false
  await tx.insertInto('addresses').values(row).execute()
  return true
}

type OwnAddress = Pick<AddressRow, 'id' | 'user_id'>

/** Replaces a user's address. Returns whether the user has an address with this id. */
export async function replaceAddress(
  tx: Db,
  { id, user_id, data }: OwnAddress & { data: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('addresses')
    .set({ data })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export async function deleteAddressRow(tx: Db, { id, user_id }: OwnAddress): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Stores when a saved address was last used for an order. The address is found by its JSON, because the checkout
 * request contains the address instead of its id.
 */
export const markAddressUsed = fixedQuery(
  (db: Db, { userId, data, at }: { userId: string; data: string; at: number }) =>
    db.updateTable('addresses').set({ used_at: at }).where('user_id', '=', userId).where('data', '=', data),
)

const checkoutColumns = ['payment_id', 'user_id', 'method_kind', 'roast_on', 'data', 'created_at'] as const

export const insertCheckout = fixedQuery((db: Db, row: CheckoutRow) =>
  db.insertInto('checkouts').values(columnsOf(row, checkoutColumns)),
)

/** Finds the checkout of a user's payment (what the user agreed to), with the number of the order if there is one. */
export function findCheckout(
  db: Db,
  { paymentId, userId }: { paymentId: string; userId: string },
): Promise<(Pick<CheckoutRow, 'data'> & { number: OrderRow['number'] | null }) | undefined> {
  return db
    .selectFrom('checkouts')
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.payment_id', '=', 'checkouts.payment_id')
        .onRef('orders.user_id', '=', 'checkouts.user_id'),
    )
    .select(['checkouts.data', 'orders.number'])
    .where('checkouts.payment_id', '=', paymentId)
    .where('checkouts.user_id', '=', userId)
    .executeTakeFirst()
}
