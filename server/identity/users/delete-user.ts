import type { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { changeUser } from './change-role.ts'
import { archiveUser, deleteAccount } from './queries.ts'

/** Deletes what other domains store about a user. It runs in the transaction that deletes the account. */
export type ForgetUser = (tx: Db, userId: string) => Promise<void>

type Setup = { database: ShopDatabase; forgetUser: ForgetUser }

/**
 * Deletes a user's account and sessions, but keeps the user's orders. Returns the problem `last-admin` if the user is
 * the only admin.
 */
export function deleteUser(
  { database, forgetUser }: Setup,
  caller: Caller,
  id: string,
): Promise<true | Problem> {
  return changeUser(database, caller, {
    id,
    action: 'deleted user',
    keepsAnAdmin: true,
    apply: async (tx, user) => {
      await archiveUser(tx, { id: user.id, at: now() })
      await deleteAccount(tx, user.subject)
      await forgetUser(tx, user.id)
    },
  })
}
