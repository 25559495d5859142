import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'

/**
 * Takes the lock for changes of users. Other transactions that call this function wait until this transaction has
 * ended.
 */
export async function lockAdmins(db: Db, at: number): Promise<void> {
  await db.updateTable('locks').set({ taken_at: at }).where('name', '=', 'admins').execute()
}

export async function countAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('admins'))
    .where('role', '=', 'Admin')
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row?.admins ?? 0
}

/** Finds the user with this id, unless the user was deleted. */
export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

export async function setRole(db: Db, { id, role }: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', id).execute()
}

export async function archiveUser(db: Db, { id, at }: { id: string; at: number }): Promise<void> {
  await db.updateTable('users').set({ archived_at: at, role: null }).where('id', '=', id).execute()
}

/** Replaces the name and the email address of a user. */
export async function setPerson(
  db: Db,
  { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>,
): Promise<void> {
  await db.updateTable('users').set({ name, email }).where('id', '=', id).execute()
}

/** Deletes an account with its sessions, its links and its tokens. */
export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('tokens').where('owner', '=', id).execute()
  await db.deleteFrom('accounts').where('id', '=', id).execute()
}
