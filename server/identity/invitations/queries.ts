import type { Db } from '#server/shop-database.ts'
import type { InvitationRow } from '#server/tables.ts'

/** Inserts an invitation, or replaces the one that the address has. */
export async function saveInvitation(tx: Db, row: InvitationRow): Promise<void> {
  await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
}

/** Deletes the invitation of an address, and returns it. Returns undefined if the address has none. */
export function deleteInvitation(tx: Db, email: string): Promise<InvitationRow | undefined> {
  return tx.deleteFrom('invitations').where('email', '=', email).returningAll().executeTakeFirst()
}

export function findInvitation(db: Db, email: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Deletes invitations that have expired by `at`. */
export async function deleteExpiredInvitations(tx: Db, at: number): Promise<void> {
  await tx.deleteFrom('invitations').where('expires_at', '<', at).execute()
}
