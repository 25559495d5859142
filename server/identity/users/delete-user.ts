import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { findAccount } from '../queries.ts'
import { archiveUser, lockAdmins } from './queries.ts'

/**
 * What stands in the place of the name and the email address of a person whose data was erased. The address can belong
 * to no one (RFC 2606).
 */
export const DELETED_USER = { name: 'Deleted user', email: 'deleted@user.invalid' } as const

/** A user who is being deleted. `emailVerified` is true if the user has shown that the email address is theirs. */
export type LeavingUser = Pick<UserRow, 'id' | 'email'> & { emailVerified: boolean }

/** Deletes what other domains store about a user. It runs in the transaction that deletes the account. */
export type ForgetUser = (write: ShopWrite, user: LeavingUser) => Promise<void>

type Deletion = {
  id: string
  /** The admin who deletes the user, or null if it is the person whose account it is. */
  admin: Caller | null
  forgetUser: ForgetUser
  /** Runs after everything was deleted. If it returns a problem, nothing is deleted. */
  finish: (tx: Db, user: UserRow) => Promise<Problem | null>
}

/**
 * Deletes a user's account and sessions, but keeps the user's orders. Returns the problem `last-admin` if the user is the
 * only admin. If an admin deletes another admin or a packer, the name stays, because the audit log and the products show
 * who made a change. If people delete their own account, the entry in the audit log contains neither name nor address.
 */
export function deleteUser(
  database: ShopDatabase,
  { id, admin, forgetUser, finish }: Deletion,
): Promise<true | Problem> {
  return database.write(async (write) => {
    const { tx, publish } = write
    const user = await lockAdmins(tx, { id, staysAdmin: false })
    if (user instanceof Problem) return user
    const account = await findAccount(tx, user.subject)
    await archiveUser(tx, user)
    if (!admin || user.role === null)
      await tx.updateTable('users').set(DELETED_USER).where('id', '=', id).execute()
    await forgetUser(write, { ...user, emailVerified: account?.confirmed === 1 })
    // A payment that begins at the same moment reserves lines of the cart. Deleting the cart has waited for it, so it is
    // seen now.
    const refused = await finish(tx, user)
    if (refused) return refused
    const self = { userId: id, ...DELETED_USER, role: null }
    if (admin) await writeAudit(tx, admin, { action: 'deleted user', subject: user.email })
    else await writeAudit(tx, self, { action: 'deleted own account', subject: id })
    publish({ type: 'user-changed', userId: id })
    return true as const
  })
}
