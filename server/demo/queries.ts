import type { Db } from '#server/shop-database.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'
import type { DemoHistory } from './demo-orders.ts'

/** Returns whether the database has neither users nor brands. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const brand = await db.selectFrom('brands').select('id').limit(1).executeTakeFirst()
  return !user && !brand
}

/** Returns whether a user with this email address is an admin of the shop. */
export async function isAdminHere(db: Db, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('archived_at', 'is', null)
    .where('role', '=', 'Admin')
    .executeTakeFirst()
  return user !== undefined
}

/** Finds the identity provider's account with this email address. Ignores an account that has no password. */
export function findIdentity(db: Db, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('identity_accounts').select('id').whereRef('user_id', '=', 'identity_users.id')),
    )
    .executeTakeFirst()
}

/**
 * Deletes an account without a password, which an interrupted start may have left behind. Must only be called if
 * `findIdentity` has found no account with a password.
 */
export async function removeIncompleteAccount(db: Db, email: string): Promise<void> {
  await db.deleteFrom('identity_users').where('email', '=', email).execute()
}

type DemoRows = Omit<DemoCatalogue, 'byKey'> & DemoHistory

export async function insertDemo(db: Db, rows: DemoRows): Promise<void> {
  await db.insertInto('users').values(rows.users).execute()
  await db.insertInto('images').values(rows.images).execute()
  await db.insertInto('brands').values(rows.brands).execute()
  await db.insertInto('products').values(rows.products).execute()
  await db.insertInto('payments').values(rows.payments).execute()
  await db.insertInto('orders').values(rows.orders).execute()
  await db.updateTable('counters').set({ value: rows.orders.length }).where('name', '=', 'order').execute()
  await db.insertInto('cart_items').values(rows.items).execute()
}
