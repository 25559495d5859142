import { RESET_LINK_MS } from '#server/identity/links/reset-password.ts'
import { mint } from '#server/identity/tokens.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Makes a link to reset a password as if it had been mailed, and returns the token in it. */
export async function resetToken(database: ShopDatabase, email: string): Promise<string> {
  const { id } = await database.read
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const expiresAt = Date.now() + RESET_LINK_MS
  return database.write(({ tx }) => mint(tx, { kind: 'reset', owner: id, expiresAt }))
}
