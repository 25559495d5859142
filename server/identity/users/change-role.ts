import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { findUserByEmail } from '../queries.ts'
import { lockAdmins, setRole } from './queries.ts'

/**
 * Gives a user the role of an admin, or takes it away. Returns the problem `last-admin` if there would be no admin any
 * more. If the user has the role already, nothing is written, not even to the audit log.
 */
export function changeRole(
  { write }: ShopDatabase,
  caller: Caller,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
): Promise<true | Problem> {
  return write(async ({ tx, publish }) => {
    const user = await lockAdmins(tx, { id, staysAdmin: role !== null })
    if (user instanceof Problem) return user
    if (user.role === role) return true as const
    await setRole(tx, { id, role })
    await writeAudit(tx, caller, { action: role ? 'made admin' : 'removed admin', subject: user.email })
    publish({ type: 'user-changed', userId: id })
    return true as const
  })
}

/** Makes the user with this email address an admin. Returns the id of the user, or null if there is no such user. */
export async function makeAdminByEmail(tx: Db, email: string): Promise<string | null> {
  const user = await findUserByEmail(tx, email)
  if (!user) return null
  await setRole(tx, { id: user.id, role: 'Admin' })
  return user.id
}
