import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { findUserByEmail } from '../queries.ts'
import { countAdmins, findUser, lockAdmins, setRole } from './queries.ts'

/** Gives a user the role of an admin. */
export function makeAdmin(database: ShopDatabase, caller: Caller, id: string): Promise<true | Problem> {
  return changeUser(database, caller, {
    id,
    action: 'made admin',
    isDone: ({ role }) => role === 'Admin',
    apply: async (tx, user) => {
      await setRole(tx, { id: user.id, role: 'Admin' })
      return true
    },
  })
}

/** Takes the role of an admin away from a user. Returns the problem `last-admin` if there is no other admin. */
export function removeAdmin(database: ShopDatabase, caller: Caller, id: string): Promise<true | Problem> {
  return changeUser(database, caller, {
    id,
    action: 'removed admin',
    isDone: ({ role }) => role === null,
    keepsAnAdmin: true,
    apply: async (tx, user) => {
      await setRole(tx, { id: user.id, role: null })
      return true
    },
  })
}

type UserChange = {
  id: string
  /** The name of the change in the audit log, such as `made admin`. */
  action: string
  /** Returns whether the user already has the new role. If so, nothing is written, not even to the audit log. */
  isDone?: (user: UserRow) => boolean
  /** If true, the change is refused for a user who is the only admin. */
  keepsAnAdmin?: boolean
  /** How the audit log calls the user. The default is the email address. */
  subject?: string
  /** Makes the change. If it returns a problem, nothing is changed. */
  apply: (tx: Db, user: UserRow) => Promise<true | Problem>
}

/**
 * Changes a user in one transaction. The transaction first takes a lock that all such changes share, and only then
 * counts the admins. Two admins who remove each other at the same moment therefore cannot leave the shop without an
 * admin.
 */
export function changeUser(
  database: ShopDatabase,
  caller: Caller,
  { id, action, subject, isDone, keepsAnAdmin, apply }: UserChange,
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    await lockAdmins(tx, now())
    const user = await findUser(tx, id)
    if (!user) return new Problem('not-found')
    if (isDone?.(user)) return true as const
    if (keepsAnAdmin && user.role === 'Admin' && (await countAdmins(tx)) <= 1)
      return new Problem('last-admin')
    const applied = await apply(tx, user)
    if (applied instanceof Problem) return applied
    await writeAudit(tx, caller, { action, subject: subject ?? user.email })
    publish({ type: 'user-changed', userId: id })
    return true as const
  })
}

/**
 * Sets the role of the user with this email address. Returns the user's row from before the change, or null if there
 * is no such user.
 */
export async function giveRole(
  tx: Db,
  { email, role }: Pick<UserRow, 'email' | 'role'>,
): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email)
  if (!user) return null
  await setRole(tx, { id: user.id, role })
  return user
}
