import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { newToken } from '../tokens.ts'
import { saveInvitation } from './queries.ts'

/** The time in milliseconds during which an invitation can be used: 7 days. */
const INVITATION_MS = 7 * 24 * 60 * 60_000

/**
 * Invites an email address, which must be in lower case, to become an admin. Returns the code that must be sent to use
 * the invitation. Only its hash is stored. An earlier invitation of the address ends.
 */
export async function inviteAdmin(tx: Db, email: string): Promise<string> {
  const { token, stored } = newToken()
  await saveInvitation(tx, { email, code: stored, expires_at: now() + INVITATION_MS })
  return token
}
