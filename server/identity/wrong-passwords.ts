import { Problem } from '#contract/errors.ts'
import { networksOf } from '#server/platform/http/address.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { Bucket } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Http } from './sessions/enter.ts'

/** The rate limit of wrong passwords: ten at once, then one a minute. */
const WRONG_PASSWORDS: Bucket = { burst: 10, refillMs: 60_000 }

type Attempt = {
  limits: SharedLimits
  http: Http
  /** Wrong passwords with the same key are counted together. */
  key: string
  /** Whether this browser has signed in before to the account of the request. */
  isKnown: boolean
  /** Checks the password, and returns a problem if it is wrong. */
  check: () => Promise<true | Problem>
}

/**
 * Runs `check`, or returns a problem if too many wrong passwords were counted under the key. A right password is not
 * counted.
 */
export async function countingWrongPasswords({
  limits,
  http,
  key,
  isKnown,
  check,
}: Attempt): Promise<true | Problem> {
  const counted = [{ bucket: WRONG_PASSWORDS, key }]
  if (!(await limits.takeAll(counted))) return new Problem('too-many-requests')
  const requester = { isKnown, networks: networksOf(http.request.ip) }
  const checked = await queueingFor(requester, check).catch(async (error: unknown) => {
    await limits.giveAllBack(counted)
    throw error
  })
  if (checked === true) await limits.giveAllBack(counted)
  return checked
}

/**
 * Counts the wrong passwords of a person who is signed in. Otherwise a person who has stolen a session could guess the
 * password.
 */
export function countingWrongPasswordsOf(
  person: SessionPerson,
  attempt: Pick<Attempt, 'limits' | 'http' | 'check'>,
): Promise<true | Problem> {
  const key = `wrong password of ${person.subject}`
  return countingWrongPasswords({ ...attempt, key, isKnown: true })
}
