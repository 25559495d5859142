import { Problem } from '#contract/errors.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { deleteLink, findWaysIn } from './queries.ts'

/** What the page of the account shows about the link with the issuer. */
export type LinkState = { isLinked: boolean; canUnlink: boolean }

type Account = { userId: string; provider: string }

export async function readLink(database: ShopDatabase, account: Account): Promise<LinkState> {
  const { isLinked, hasPassword } = await findWaysIn(database.read, account)
  return { isLinked, canUnlink: isLinked && hasPassword }
}

/**
 * Removes the link of an account with the issuer. Returns the problem `only-sign-in` if the account has no password:
 * the person could not sign in again.
 */
export function unlinkAccount(database: ShopDatabase, account: Account): Promise<true | Problem> {
  return database.write(async ({ tx }) => {
    const { hasPassword } = await findWaysIn(tx, account)
    if (!hasPassword) return new Problem('only-sign-in')
    await deleteLink(tx, account)
    return true as const
  })
}
