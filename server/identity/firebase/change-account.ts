import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { PasswordChange } from '../provider/identity-provider.ts'
import { endOtherSessions, endSessionsOf } from '../queries.ts'
import { markVerified } from '../provider/queries.ts'
import { linkAccount } from './link-account.ts'
import type { FirebaseTokens } from './firebase-api.ts'
import type { Parts } from './parts.ts'
import { findSubjectByEmail } from './queries.ts'
import { saveRefreshToken } from './session-queries.ts'
import type { StoredSession } from './session-queries.ts'
import { orProblem } from './refusals.ts'

/**
 * Replaces a password with the code of a mail, and ends all sessions of the account. Returns the id of the account in the
 * shop, or '' if it has none yet. The confirmed address is the same in the shop, or the next check ends the sessions.
 */
export async function resetPassword(
  { api, database, provider }: Parts,
  token: string,
  password: string,
): Promise<string> {
  const email = await api.resetPassword(token, password)
  const subject = await findSubjectByEmail(database.read, { provider, email })
  if (subject === undefined) return ''
  await database.write(async ({ tx }) => {
    await markVerified(tx, subject)
    await endSessionsOf(tx, subject)
  })
  return subject
}

/**
 * Checks the current password of a session at Firebase. The session goes on with the new tokens: Firebase changes a
 * password or an address, and deletes an account, only with tokens for a password that was checked a few minutes ago.
 */
export async function confirm(
  { api, database, box, verify, confirmed }: Parts,
  { sessionId, subject, email, uid }: StoredSession,
  password: string,
): Promise<FirebaseTokens | Problem> {
  const tokens = await orProblem(() => api.signIn({ email, password }))
  if (tokens instanceof Problem)
    return tokens.code === 'wrong-password' ? new Problem('wrong-current-password') : tokens
  if ((await verify(tokens.idToken, { isSignIn: true })).uid !== uid) return new Problem('not-signed-in')
  const refreshToken = await box.encrypt(tokens.refreshToken, sessionId)
  await database.write(({ tx }) => saveRefreshToken(tx, { sessionId, refreshToken, checkedAt: now() }))
  confirmed.set(subject, { idToken: tokens.idToken, at: now() })
  return tokens
}

/**
 * Changes the password at Firebase, which revokes the tokens of all sessions of the account. The session of this request
 * goes on with new tokens.
 */
export async function changePassword(
  parts: Parts,
  session: StoredSession,
  { current, password }: PasswordChange,
): Promise<true | Problem> {
  const { api, database, box } = parts
  const { sessionId, subject } = session
  const confirmed = await confirm(parts, session, current)
  if (confirmed instanceof Problem) return confirmed
  const changed = await orProblem(() => api.change(confirmed.idToken, { password }))
  parts.confirmed.delete(subject)
  if (changed instanceof Problem) return changed
  const refreshToken = await box.encrypt((changed ?? confirmed).refreshToken, sessionId)
  await database.write(async ({ tx }) => {
    await saveRefreshToken(tx, { sessionId, refreshToken, checkedAt: now() })
    await endOtherSessions(tx, { subject, sessionId })
  })
  return true
}

/** Changes the display name at Firebase and in the shop. */
export async function rename(parts: Parts, session: StoredSession, name: string): Promise<true | Problem> {
  const { checks, api, database, provider } = parts
  const fresh = await checks.exchange(session)
  if (!fresh) return new Problem('not-signed-in')
  const changed = await orProblem(() => api.change(fresh.idToken, { displayName: name }))
  if (changed instanceof Problem) return changed
  await database.write((write) => linkAccount(write, provider, { ...fresh.user, name }))
  return true
}
