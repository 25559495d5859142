import type { Db } from '#server/shop-database.ts'
import type { PasskeyRow } from '#server/tables/account-rows.ts'
import { changeAccount, findAccount, findLink } from '../queries.ts'
import { deleteTokens } from '../tokens.ts'

/** Returns the passkeys of an account, the newest first. */
export function listPasskeys(db: Db, account: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account', '=', account)
    .orderBy('created_at', 'desc')
    .execute()
}

export function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Returns whether the person can sign in with a password, with a passkey, or at `provider`, which is null if the shop has
 * no provider. Links with a provider that the settings do not name any more open nothing.
 */
export async function hasWayIn(db: Db, account: string, provider: string | null): Promise<boolean> {
  if ((await findAccount(db, account))?.password) return true
  if ((await listPasskeys(db, account)).length > 0) return true
  return provider !== null && (await findLink(db, { provider, account })) !== undefined
}

/**
 * Removes all factors of an account with an address that was not confirmed. They may be those of another person, who
 * signed up with the address and waited for its owner to come.
 */
export async function deleteFactors(tx: Db, account: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('account', '=', account).execute()
  await changeAccount(tx, account, { totp_secret: null })
  await deleteTokens(tx, { owner: account, kinds: ['recovery', 'totp', 'passkey', 'second-factor'] })
}
