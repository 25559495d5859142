import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { InvitationRow, UserRow } from '#server/tables.ts'
import { findAccount, findRole } from './queries.ts'
import { newToken, storedToken } from './tokens.ts'
import { setRole } from './users/queries.ts'

/** The time in milliseconds during which an invitation can be used: 7 days. */
const INVITATION_MS = 7 * 24 * 60 * 60_000

/**
 * Invites an email address, which must be in lower case, to become an admin. Returns the code that must be sent to use
 * the invitation. Only its hash is stored. An earlier invitation of the address ends.
 */
export async function inviteAdmin(tx: Db, email: string): Promise<string> {
  const { token, stored } = newToken()
  const row: InvitationRow = { email, code: stored, expires_at: now() + INVITATION_MS }
  await tx
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
  return token
}

/**
 * Makes the caller an admin if `code` is that of an invitation of the caller's email address. The invitation ends. A
 * caller who is an admin already gets no problem, so that the request can be repeated if its response was lost.
 */
export function takeInvitation(
  database: ShopDatabase,
  caller: Caller,
  code: string,
): Promise<{ isAdmin: true } | Problem> {
  return database.write(async (write) => {
    if ((await findRole(write.tx, caller.userId))?.role === 'Admin') return { isAdmin: true } as const
    const invitation = await findInvitation(write.tx, caller.email)
    if (invitation?.code !== storedToken(code)) return new Problem('invitation-unusable')
    return (await endInvitation(write, caller)) ? { isAdmin: true } : new Problem('invitation-unusable')
  })
}

/**
 * Makes a new user an admin if the user's email address was invited, and the user has confirmed the address. Without a
 * confirmed address, anyone who knows which address was invited could sign up with it first.
 */
export async function takeConfirmedInvitation(
  database: ShopDatabase,
  { id: userId, subject, email, name }: UserRow,
): Promise<void> {
  if (!(await findInvitation(database.read, email))) return
  if (!(await findAccount(database.read, subject))?.confirmed) return
  await database.write((write) => endInvitation(write, { userId, email, name }))
}

function findInvitation(db: Db, email: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('email', '=', email).executeTakeFirst()
}

/**
 * Ends the invitation of a user's email address, and makes the user an admin. Returns false if there is no invitation
 * that can still be used. The caller must know that the user is the one who was invited: from the code, or because the
 * user has confirmed the address.
 */
async function endInvitation(
  { tx, publish }: ShopWrite,
  user: Pick<Caller, 'userId' | 'email' | 'name'>,
): Promise<boolean> {
  const deleted = tx.deleteFrom('invitations').where('email', '=', user.email).returning('expires_at')
  const invitation = await deleted.executeTakeFirst()
  if (!invitation || invitation.expires_at <= now()) return false
  await setRole(tx, { id: user.userId, role: 'Admin' })
  const change = { action: 'made admin', subject: user.email, detail: 'by the invitation of make-admin' }
  await writeAudit(tx, { ...user, role: 'Admin' }, change)
  publish({ type: 'user-changed', userId: user.userId })
  return true
}
