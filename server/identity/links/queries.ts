import type { Db } from '#server/shop-database.ts'
import type { EmailChangeRow, PendingSignUpRow } from '#server/tables/account-rows.ts'

export async function insertPendingSignUp(db: Db, row: PendingSignUpRow): Promise<void> {
  await db.insertInto('pending_sign_ups').values(row).execute()
}

/** Finds a sign-up by the stored token of its link, unless the link has expired by `at`. */
export function findPendingSignUp(
  db: Db,
  { id, at }: { id: string; at: number },
): Promise<PendingSignUpRow | undefined> {
  return db
    .selectFrom('pending_sign_ups')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

export async function deletePendingSignUps(db: Db, email: string): Promise<void> {
  await db.deleteFrom('pending_sign_ups').where('email', '=', email).execute()
}

/** Stores a change of an address. It replaces a change for which the same user has asked before. */
export async function saveEmailChange(db: Db, change: EmailChangeRow): Promise<void> {
  const { user_id: _, ...values } = change
  await db
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

type OwnChange = { userId: string; at: number }

/** Finds the change for which a user has asked, unless its links have expired by `at`. */
export function findEmailChange(db: Db, { userId, at }: OwnChange): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .executeTakeFirst()
}

/**
 * Marks one of the two links of a user's change as used if the other one is still unused. The last link is not marked, so
 * that it can be used again if the address cannot be changed at the moment. Returns the change, with the address whose
 * link is still unused or null, or undefined if the user has no change with this link, or if the link was used before or
 * has expired.
 */
export async function takeEmailLink(
  db: Db,
  { userId, at, stored }: OwnChange & { stored: string },
): Promise<{ change: EmailChangeRow; waitsFor: string | null } | undefined> {
  for (const [column, other] of [
    ['old_token', 'new_token'],
    ['new_token', 'old_token'],
  ] as const) {
    const change = await db
      .updateTable('email_changes')
      .set({ [column]: null })
      .where('user_id', '=', userId)
      .where('expires_at', '>', at)
      .where(column, '=', stored)
      .where(other, 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (change) return { change, waitsFor: column === 'old_token' ? change.new_email : change.old_email }
  }
  const change = await findEmailChange(db, { userId, at })
  const isLast = change && [change.old_token, change.new_token].includes(stored)
  return isLast ? { change, waitsFor: null } : undefined
}

export async function deleteEmailChange(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

/** Deletes sign-ups and changes of addresses that have expired by `at`. */
export async function deleteExpiredLinks(db: Db, at: number): Promise<void> {
  await db.deleteFrom('pending_sign_ups').where('expires_at', '<', at).execute()
  await db.deleteFrom('email_changes').where('expires_at', '<', at).execute()
}
