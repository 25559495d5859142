import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { UserRow } from '#server/tables.ts'
import {
  archiveUser,
  countAdmins,
  deleteIdentity,
  findLiveUser,
  findUserByEmail,
  lockAdmins,
  setRole,
} from './queries.ts'
import type { ShopDatabase, ShopWrite } from '#server/shop-database.ts'

/** Makes somebody an administrator. */
export function makeAdmin(database: ShopDatabase, caller: Caller, id: string): Promise<true | Problem> {
  return change(database, caller, {
    id,
    action: 'made admin',
    isDone: ({ role }) => role === 'Admin',
    act: (tx, user) => setRole(tx, { id: user.id, role: 'Admin' }),
  })
}

/** Makes an administrator a shopper again; never the last one. */
export function removeAdmin(database: ShopDatabase, caller: Caller, id: string): Promise<true | Problem> {
  return change(database, caller, {
    id,
    action: 'removed admin',
    isDone: ({ role }) => role === null,
    mustLeaveAdmin: true,
    act: (tx, user) => setRole(tx, { id: user.id, role: null }),
  })
}

/** Removes somebody from the shop: account and sessions go at once, what they ordered stays in the books. */
export function deleteUser(database: ShopDatabase, caller: Caller, id: string): Promise<true | Problem> {
  return change(database, caller, {
    id,
    action: 'deleted user',
    mustLeaveAdmin: true,
    act: async (tx, user) => {
      await archiveUser(tx, { id: user.id, at: now() })
      await deleteIdentity(tx, user.subject)
    },
  })
}

type Tx = ShopWrite['tx']

type RoleChange = {
  id: string
  action: string
  /** Whether there is nothing to do: then nobody has done it, and nothing is noted. */
  isDone?: (user: UserRow) => boolean
  mustLeaveAdmin?: boolean
  act: (tx: Tx, user: UserRow) => Promise<void>
}

/**
 * The lock comes first and the count in a statement of its own after it, so that what is counted cannot change
 * before the commit.
 */
function change(
  database: ShopDatabase,
  caller: Caller,
  { id, action, isDone, mustLeaveAdmin, act }: RoleChange,
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    await lockAdmins(tx, now())
    const user = await findLiveUser(tx, id)
    if (!user) return new Problem('not-found')
    if (isDone?.(user)) return true as const
    if (mustLeaveAdmin && user.role === 'Admin' && (await countAdmins(tx)) <= 1)
      return new Problem('last-admin')
    await act(tx, user)
    await writeAudit(tx, caller, { action, subject: user.email })
    publish({ type: 'user-changed', userId: id })
    return true as const
  })
}

/** Gives the account with this e-mail address a role; returns it, or null if there is none. */
export async function giveRole(
  tx: Tx,
  { email, role }: Pick<UserRow, 'email' | 'role'>,
): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email)
  if (!user) return null
  await setRole(tx, { id: user.id, role })
  return user
}
