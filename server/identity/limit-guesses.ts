import { Problem } from '#contract/errors.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { Bucket, Counted } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Http } from './cookies.ts'
import { hashPassword } from './passwords.ts'

/**
 * The rate limit of wrong passwords and codes of one person after the sign-in, at the second factor, and when a sign-up
 * is confirmed: ten at once, then one a minute. The limits of the sign-in itself are in `sign-in.ts`.
 */
export const WRONG_GUESSES: Bucket = { burst: 10, refillMs: 60_000 }

/** `isKnown` is whether this browser has signed in before to the account of the request. */
type Guess = { limits: SharedLimits; http: Http; counted: Counted[]; isKnown: boolean }

/**
 * Runs `check`, or returns the problem `too-many-requests` if too many wrong guesses were counted. A guess that was right
 * is not counted, nor is one that could not be checked.
 */
export async function countingWrong<T>(
  { limits, http: { request, reply }, counted, isKnown }: Guess,
  check: () => Promise<T | Problem>,
): Promise<T | Problem> {
  if (!(await limits.takeAll(counted))) {
    reply.header('retry-after', String(Math.ceil((await limits.waitForAll(counted)) / 1000)))
    return new Problem('too-many-requests')
  }
  const requester = { isKnown, networks: networksOf(request.ip) }
  const checked = await queueingFor(requester, check).catch(async (error: unknown) => {
    await limits.giveAllBack(counted)
    throw error
  })
  if (!(checked instanceof Problem)) await limits.giveAllBack(counted)
  return checked
}

/** Hashes the password of a browser at this IP address that may never have signed in before. */
export function hashFor(ip: string, password: string): Promise<string> {
  return queueingFor({ isKnown: false, networks: networksOf(ip) }, () => hashPassword(password))
}
