import type { Db } from '#server/shop-database.ts'
import { replaceEmail } from './queries.ts'

export type EmailChange = { userId: string; from: string; to: string }

/**
 * Replaces the email address in all of a user's cart lines, paid and unpaid. Carts are looked up by the email
 * address and the user id. This function must therefore run in the transaction that changes the user's address. Lines
 * of another user with the same address are not changed.
 */
export async function changeLineEmails(tx: Db, change: EmailChange): Promise<void> {
  await replaceEmail(tx, change)
}
