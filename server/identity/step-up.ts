import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Http } from './cookies.ts'
import { countingWrong, WRONG_GUESSES } from './limit-guesses.ts'
import { isPassword } from './passwords.ts'
import { findAccount } from './queries.ts'
import { findLiveSession } from './sessions/queries.ts'

/**
 * The time in milliseconds for which a session confirms who the person is, if the account has no password here.
 */
const FRESH_SESSION_MS = 10 * 60 * 1000

/** `provider` is the Firebase project that has the passwords, or ''. */
export type StepUpSetup = { database: ShopDatabase; limits: SharedLimits; provider: string }

/** The person who is signed in, with the password that was entered again. It is undefined if none was entered. */
export type StepUp = Http & { person: SessionPerson; body: { password?: string } }

/**
 * Checks that the owner of the account is at the browser, and not another person who has found it signed in. It is used
 * before a change that could take the account away from its owner. Returns the problem `wrong-current-password` if the
 * password is wrong, and `sign-in-again` if the account has no password and the session is too old. Wrong passwords are
 * limited, because a person who has stolen a session could guess the password.
 */
export function stepUp(
  { database: { read }, limits, provider }: StepUpSetup,
  { request, reply, person, body: { password } }: StepUp,
): Promise<true | Problem> {
  const counted = [wrongPasswordOf(person)]
  return countingWrong({ limits, http: { request, reply }, counted, isKnown: true }, async () => {
    const hash = provider ? null : (await findAccount(read, person.subject))?.password
    if (!hash) {
      const session = await findLiveSession(read, { sessionId: person.sessionId, at: now() })
      const isFresh = session !== undefined && session.confirmed_at > now() - FRESH_SESSION_MS
      return isFresh || new Problem('sign-in-again')
    }
    const isRight = password !== undefined && (await isPassword({ hash, password }))
    return isRight || new Problem('wrong-current-password')
  })
}

/** What the wrong passwords of a person who is signed in are counted by. */
export function wrongPasswordOf({ subject }: SessionPerson) {
  return { bucket: WRONG_GUESSES, key: `wrong password of ${subject}` }
}
