import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'
import {
  deleteAccount as deleteRows,
  findAccount,
  refuseDuplicate,
  replaceEmail,
} from '../provider/queries.ts'
import { FirebaseRefused } from './firebase-api.ts'
import type { FirebaseTokens } from './firebase-api.ts'
import type { Parts } from './parts.ts'
import { findHolder } from './queries.ts'
import { listSessionsOf, saveRefreshToken } from './session-queries.ts'
import { orProblem } from './refusals.ts'

/** Firebase deletes an account with tokens for a password that was checked within this time in milliseconds. */
const FRESH_MS = 5 * 60_000

/**
 * Changes the email address of an account at Firebase, and then in the shop, where its owner has confirmed it. Firebase
 * revokes the tokens of all sessions of the account; they go on with the new ones. Throws `ServiceFailed` with the
 * problem `operation-not-allowed` if the project is protected against email enumeration: Firebase then changes an
 * address only with a link of its own.
 */
export async function changeEmail(parts: Parts, subject: string, email: string): Promise<true | Problem> {
  const { database, api } = parts
  if (!(await findAccount(database.read, subject))) return new Problem('not-found')
  const holder = await findHolder(database.read, email)
  if (holder && holder.id !== subject) return new Problem('email-already-in-use')
  const changed = await orProblem(() =>
    withIdToken(parts, subject, (idToken) => api.change(idToken, { email })),
  )
  if (changed instanceof Problem) return changed
  return saveEmail(parts, { subject, email, tokens: changed }).catch(refuseDuplicate)
}

/**
 * Deletes an account at Firebase and in the shop. Firebase deletes it only with tokens for a password that was checked a
 * few minutes ago. If no session has such tokens, only the shop forgets the account.
 */
export async function deleteAccount(parts: Parts, subject: string): Promise<void> {
  const { database, api } = parts
  const known = parts.confirmed.get(subject)
  parts.confirmed.delete(subject)
  const deleted = await orProblem(() =>
    known && now() - known.at < FRESH_MS
      ? api.deleteAccount(known.idToken)
      : withIdToken(parts, subject, (idToken) => api.deleteAccount(idToken)),
  )
  const isRefused = deleted instanceof Problem && !['sign-in-again', 'not-signed-in'].includes(deleted.code)
  if (isRefused) throw new ServiceFailed(deleted, 'Firebase has refused to delete an account.')
  await database.write(({ tx }) => deleteRows(tx, subject))
}

type Change = { subject: string; email: string; tokens: FirebaseTokens | null }

async function saveEmail(
  { database, box }: Parts,
  { subject, email, tokens }: Change,
): Promise<true | Problem> {
  const at = new Date(now()).toISOString()
  const sessions = await listSessionsOf(database.read, { subject, at })
  const renewed = sessions.map(async ({ sessionId, refreshToken }) => ({
    sessionId,
    refreshToken: tokens ? await box.encrypt(tokens.refreshToken, sessionId) : refreshToken,
    checkedAt: now(),
  }))
  const rows = await Promise.all(renewed)
  return database.write(async ({ tx }) => {
    if (!(await replaceEmail(tx, { subject, email, at }))) return new Problem('not-found')
    for (const row of rows) await saveRefreshToken(tx, row)
    return true as const
  })
}

/**
 * Calls Firebase with an ID token of the account. Tries its sessions one after the other, the newest first, until one has
 * tokens that are new enough. Returns the problem `sign-in-again` if none has.
 */
async function withIdToken<T>(
  { database, checks }: Parts,
  subject: string,
  call: (idToken: string) => Promise<T>,
): Promise<T | Problem> {
  const at = new Date(now()).toISOString()
  for (const session of await listSessionsOf(database.read, { subject, at })) {
    const fresh = await checks.exchange(session)
    if (!fresh) continue
    try {
      return await call(fresh.idToken)
    } catch (error) {
      const isTooOld = error instanceof FirebaseRefused && error.code === 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
      if (!isTooOld) throw error
    }
  }
  return new Problem('sign-in-again')
}
