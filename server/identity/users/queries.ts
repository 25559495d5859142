import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'

/**
 * Takes the lock that all changes of users share, and then reads the user. Returns the problem `not-found` if the user
 * was deleted or is a guest, and `last-admin` for the only admin of the shop if `staysAdmin` is false. The admins are counted
 * after the lock was taken: two admins who remove each other at the same moment cannot leave the shop without an admin.
 */
export async function lockAdmins(
  tx: Db,
  { id, staysAdmin }: { id: string; staysAdmin: boolean },
): Promise<UserRow | Problem> {
  await tx.updateTable('locks').set({ taken_at: now() }).where('name', '=', 'admins').execute()
  const users = tx
    .selectFrom('users')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('mailbox', 'is', null)
  const user = await users.where('id', '=', id).executeTakeFirst()
  if (!user) return new Problem('not-found')
  if (staysAdmin || user.role !== 'Admin') return user
  const other = await users.where('role', '=', 'Admin').where('id', '!=', id).limit(1).executeTakeFirst()
  return other ? user : new Problem('last-admin')
}

export async function setRole(db: Db, { id, role }: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', id).execute()
}

/** Archives a user, and deletes the account with its sessions, its links and its tokens. */
export async function archiveUser(tx: Db, { id, subject }: Pick<UserRow, 'id' | 'subject'>): Promise<void> {
  await tx.updateTable('users').set({ archived_at: now(), role: null }).where('id', '=', id).execute()
  await tx.deleteFrom('tokens').where('owner', '=', subject).execute()
  await tx.deleteFrom('accounts').where('id', '=', subject).execute()
}
