import type { Kysely } from 'kysely'
import type { Tables } from '#server/tables.ts'
import type { DemoCatalogue } from './demo-catalogue.ts'
import type { DemoBooks } from './demo-orders.ts'

type Db = Kysely<Tables>

/** Whether nobody has used this shop yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const brand = await db.selectFrom('brands').select('id').limit(1).executeTakeFirst()
  return !user && !brand
}

/** Whether this address is an administrator's. */
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

/** The account with this address that has a password. */
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

/** Takes away what is left of an account whose making was cut off; only where `findIdentity` found none. */
export async function removeHalfMade(db: Db, email: string): Promise<void> {
  await db.deleteFrom('identity_users').where('email', '=', email).execute()
}

type DemoRows = Omit<DemoCatalogue, 'byKey'> & DemoBooks

export async function insertDemo(db: Db, rows: DemoRows): Promise<void> {
  await db.insertInto('users').values(rows.users).execute()
  await db.insertInto('images').values(rows.images).execute()
  await db.insertInto('brands').values(rows.brands).execute()
  await db.insertInto('coffees').values(rows.coffees).execute()
  await db.insertInto('packets').values(rows.packets).execute()
  await db.insertInto('payments').values(rows.payments).execute()
  await db.insertInto('orders').values(rows.orders).execute()
  await db.insertInto('cart_items').values(rows.items).execute()
}
