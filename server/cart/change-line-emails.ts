import type { Db } from '#server/shop-database.ts'
import { replaceEmail } from './queries.ts'

export type EmailChange = { userId: string; from: string; to: string }

/**
 * Rewrites the e-mail address of a user's lines, paid and unpaid. Carts are looked up by address and user id, so this runs
 * in the transaction that changes the user's address. Lines of another user with the same address stay as they are.
 */
export async function changeLineEmails(tx: Db, change: EmailChange): Promise<void> {
  await replaceEmail(tx, change)
}
