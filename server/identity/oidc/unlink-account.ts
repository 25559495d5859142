import { Problem } from '#contract/errors.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { deleteLink, findAccount, findLink, lockAccount } from '../queries.ts'
import type { OwnLink } from '../queries.ts'

/** What the page of the account shows about the link with the issuer. */
export type LinkState = { isLinked: boolean; canUnlink: boolean }

export async function readLink({ read }: ShopDatabase, link: OwnLink): Promise<LinkState> {
  const isLinked = Boolean(await findLink(read, link))
  return { isLinked, canUnlink: isLinked && Boolean((await findAccount(read, link.account))?.password) }
}

/**
 * Removes the link of an account with the issuer. Returns the problem `only-sign-in` if the account has no password:
 * the person could not sign in again.
 */
export function unlinkAccount({ write }: ShopDatabase, link: OwnLink): Promise<true | Problem> {
  return write(async ({ tx }) => {
    const account = await lockAccount(tx, link.account)
    if (!account?.password) return new Problem('only-sign-in')
    await deleteLink(tx, link)
    return true as const
  })
}
