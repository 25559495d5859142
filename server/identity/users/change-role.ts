import { Problem } from '#contract/errors.ts'
import type { Role } from '#contract/call.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { findUserByEmail } from '../queries.ts'
import { lockAdmins, setRole } from './queries.ts'

type RoleChange = { id: string; role: Role; isTaken?: boolean }

/**
 * Gives a user a role or, with `isTaken`, takes it away. Returns the problem `last-admin` if there would be no admin any
 * more, and `state-conflict` for an admin who would become a packer. If the user has the role already, or has it no longer,
 * nothing is written, not even to the audit log.
 */
export function changeRole(
  { write }: ShopDatabase,
  caller: Caller,
  { id, role, isTaken = false }: RoleChange,
): Promise<true | Problem> {
  return write(async ({ tx, publish }) => {
    const user = await lockAdmins(tx, { id, staysAdmin: !isTaken || role !== 'Admin' })
    if (user instanceof Problem) return user
    if ((user.role === role) !== isTaken) return true as const
    if (role === 'Packer' && user.role === 'Admin') return new Problem('state-conflict')
    await setRole(tx, { id, role: isTaken ? null : role })
    const action = `${isTaken ? 'removed' : 'made'} ${role.toLowerCase()}`
    await writeAudit(tx, caller, { action, subject: user.email })
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
