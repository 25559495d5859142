import type { Db } from '#server/shop-database.ts'
import type { PasskeyRow } from '#server/tables/account-rows.ts'
import { changeAccount } from '../queries.ts'
import { deleteTokens } from '../tokens.ts'

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

export async function insertPasskey(tx: Db, row: PasskeyRow): Promise<void> {
  await tx.insertInto('passkeys').values(row).execute()
}

export async function recordUse(
  tx: Db,
  { id, counter, at }: { id: string; counter: number; at: number },
): Promise<void> {
  await tx.updateTable('passkeys').set({ counter, used_at: at }).where('id', '=', id).execute()
}

/** Returns false if the account has no passkey with this id. */
export async function deletePasskey(
  tx: Db,
  { account, id }: { account: string; id: string },
): Promise<boolean> {
  const deleted = tx.deleteFrom('passkeys').where('id', '=', id).where('account', '=', account)
  return (await deleted.returning('id').execute()).length > 0
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

/** Records that the person of a session has shown a second factor in it. */
export async function strengthen(tx: Db, sessionId: string): Promise<void> {
  await tx.updateTable('sessions').set({ strong: 1 }).where('id', '=', sessionId).execute()
}

/**
 * Stores a time step as used. Returns false if the account has used this step or a later one already, so that a code is
 * accepted once.
 */
export async function takeStep(tx: Db, { id, step }: { id: string; step: number }): Promise<boolean> {
  const used = tx
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where('totp_step', '<', step)
  return (await used.returning('id').execute()).length > 0
}
