import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { isPassword } from './passwords.ts'
import { findAccount } from './queries.ts'
import type { Http } from './sessions/enter.ts'
import { findConfirmedAt } from './sessions/queries.ts'
import { countingWrongPasswordsOf } from './wrong-passwords.ts'

/**
 * The time in milliseconds for which a session confirms who the person is, if the account has no password here.
 */
const FRESH_SESSION_MS = 10 * 60 * 1000

/** `provider` is the Firebase project that has the passwords, or ''. */
export type StepUpSetup = { database: ShopDatabase; limits: SharedLimits; provider: string }

/** The person who is signed in, with the password that was entered again. It is undefined if none was entered. */
export type StepUp = { http: Http; person: SessionPerson; password: string | undefined }

/**
 * Checks that the owner of the account is at the browser, and not another person who has found it signed in. It is used
 * before a change that could take the account away from its owner. Returns the problem `wrong-current-password` if the
 * password is wrong, and `sign-in-again` if the account has no password and the session is too old. Wrong passwords are
 * limited.
 */
export function stepUp(
  { database, limits, provider }: StepUpSetup,
  { http, person, password }: StepUp,
): Promise<true | Problem> {
  const check = () => (provider ? confirmBySession(database, person) : confirm(database, person, password))
  return countingWrongPasswordsOf(person, { limits, http, check })
}

async function confirm(
  database: ShopDatabase,
  person: SessionPerson,
  password: string | undefined,
): Promise<true | Problem> {
  const hash = (await findAccount(database.read, person.subject))?.password
  if (!hash) return confirmBySession(database, person)
  const isRight = password !== undefined && (await isPassword({ hash, password }))
  return isRight || new Problem('wrong-current-password')
}

async function confirmBySession(
  { read }: ShopDatabase,
  { sessionId }: SessionPerson,
): Promise<true | Problem> {
  const isFresh = (await findConfirmedAt(read, sessionId)) > now() - FRESH_SESSION_MS
  return isFresh || new Problem('sign-in-again')
}
