import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { findAccount, findUserBySubject } from '../queries.ts'
import { changeUser } from './change-role.ts'
import { DELETED_USER } from './deleted-user.ts'
import { archiveUser, deleteAccount, findUser, setPerson } from './queries.ts'

/** A user who is being deleted. `emailVerified` is true if the user has shown that the email address is theirs. */
export type LeavingUser = Pick<UserRow, 'id' | 'email'> & { emailVerified: boolean }

/** Deletes what other domains store about a user. It runs in the transaction that deletes the account. */
export type ForgetUser = (tx: Db, user: LeavingUser) => Promise<void>

type DeletingSetup = { database: ShopDatabase; forgetUser: ForgetUser }

export type UserDeleting = DeletingSetup & {
  /** Returns whether a payment of the user, which may still lead to an order, has no outcome yet. */
  isPaying: (tx: Db, userId: string) => Promise<boolean>
}

/**
 * Deletes a user's account and sessions, but keeps the user's orders. Returns the problem `last-admin` if the user is
 * the only admin, and `user-is-paying` while a payment may still lead to an order: name and address in it would never
 * be erased. The name of an admin stays, because the audit log and the products show who made a change.
 */
export async function deleteUser(setup: UserDeleting, caller: Caller, id: string): Promise<true | Problem> {
  const user = await findUser(setup.database.read, id)
  if (!user) return new Problem('not-found')
  return deleteWith(setup, user, {
    caller,
    action: 'deleted user',
    subject: user.email,
    keepsName: user.role === 'Admin',
    refuse: async (tx) => ((await setup.isPaying(tx, id)) ? new Problem('user-is-paying') : null),
  })
}

/** A person who deletes the own account. */
type OwnDeletion = {
  subject: string
  /** Runs after the cart was deleted, and returns a problem if the account cannot be deleted now. */
  refuse: (tx: Db, user: UserRow) => Promise<Problem | null>
  /** Runs in the same transaction after everything was deleted. */
  onDeleted: (tx: Db, user: UserRow) => Promise<void>
}

/** Deletes the account of the person who asks for it. The entry in the audit log contains neither name nor address. */
export async function deleteOwnUser(
  setup: DeletingSetup,
  { subject, refuse, onDeleted }: OwnDeletion,
): Promise<true | Problem> {
  const user = await findUserBySubject(setup.database.read, subject)
  if (!user) return new Problem('not-found')
  return deleteWith(setup, user, {
    caller: { userId: user.id, email: DELETED_USER.email, name: DELETED_USER.name, isAdmin: false },
    action: 'deleted own account',
    subject: user.id,
    keepsName: false,
    refuse,
    onDeleted,
  })
}

type Deletion = Pick<OwnDeletion, 'refuse'> & {
  caller: Caller
  action: string
  /** How the audit log calls the user. */
  subject: string
  keepsName: boolean
  onDeleted?: OwnDeletion['onDeleted']
}

async function deleteWith(
  { database, forgetUser }: DeletingSetup,
  leaving: UserRow,
  { caller, action, subject, keepsName, refuse, onDeleted }: Deletion,
): Promise<true | Problem> {
  const account = await findAccount(database.read, leaving.subject)
  return changeUser(database, caller, {
    id: leaving.id,
    action,
    subject,
    keepsAnAdmin: true,
    apply: async (tx, user) => {
      await archiveUser(tx, { id: user.id, at: now() })
      if (!keepsName) await setPerson(tx, { id: user.id, ...DELETED_USER })
      await deleteAccount(tx, user.subject)
      await forgetUser(tx, { ...user, emailVerified: account?.confirmed === 1 })
      // A payment that begins at the same moment reserves lines of the cart. Deleting the cart has waited for it, so it is
      // seen now. A problem undoes the deletion.
      const refused = await refuse(tx, user)
      if (refused) return refused
      await onDeleted?.(tx, user)
      return true
    },
  })
}
