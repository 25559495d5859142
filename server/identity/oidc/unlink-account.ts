import { Problem } from '#contract/errors.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { listPasskeys } from '../factors/queries.ts'
import { deleteLink, findAccount, findLink, lockAccount } from '../queries.ts'
import type { OwnLink } from '../queries.ts'

/** What the page of the account shows about the link with the issuer. */
export type LinkState = { isLinked: boolean; canUnlink: boolean }

export async function readLink({ read }: ShopDatabase, link: OwnLink): Promise<LinkState> {
  const isLinked = Boolean(await findLink(read, link))
  return { isLinked, canUnlink: isLinked && (await hasOtherWay(read, link.account)) }
}

/**
 * Removes the link of an account with the issuer. Returns the problem `only-sign-in` if the account has neither a
 * password nor a passkey: the person could not sign in again.
 */
export function unlinkAccount({ write }: ShopDatabase, link: OwnLink): Promise<true | Problem> {
  return write(async ({ tx }) => {
    await lockAccount(tx, link.account)
    if (!(await hasOtherWay(tx, link.account))) return new Problem('only-sign-in')
    await deleteLink(tx, link)
    return true as const
  })
}

async function hasOtherWay(db: Db, account: string): Promise<boolean> {
  if ((await findAccount(db, account))?.password) return true
  return (await listPasskeys(db, account)).length > 0
}
