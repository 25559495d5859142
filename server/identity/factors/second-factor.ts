import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import type { Bucket } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import { readCookie } from '../browser-cookie.ts'
import { lockAccount } from '../queries.ts'
import { enter, secondFactorCookie } from '../sessions/enter.ts'
import type { Http, SessionSetup } from '../sessions/enter.ts'
import { countTry, takeToken } from '../tokens.ts'
import { loadOtp, takeCode } from './codes.ts'

/** The number of codes that can be tried after one first factor. */
const MAX_TRIES = 5

/** The rate limit of wrong codes of an account, for a person who knows the password: ten at once, then one a minute. */
export const WRONG_CODES: Bucket = { burst: 10, refillMs: 60_000 }

/**
 * Completes a sign-in of which the first factor was right, with a code of the app or a recovery code. The cookie of the
 * first factor is used once, and for a few tries.
 */
export async function enterWithCode(
  setup: SessionSetup & { limits: SharedLimits },
  http: Http,
  code: string,
): Promise<Person | Problem> {
  const { database, limits } = setup
  const token = readCookie(http, secondFactorCookie(setup.https)) ?? ''
  const given = { token, kinds: ['second-factor' as const], at: await database.time() }
  const first = await database.write(({ tx }) => countTry(tx, { ...given, max: MAX_TRIES }))
  if (!first?.owner) return new Problem('login-expired')
  const { owner } = first
  const lifetimeMs: number | undefined = JSON.parse(first.data).lifetimeMs
  const counted = [{ bucket: WRONG_CODES, key: `wrong code of ${owner}` }]
  if (!(await limits.takeAll(counted))) return new Problem('too-many-requests')
  await loadOtp()
  const person = await enter(setup, http, {
    isStrong: true,
    lifetimeMs,
    identify: async ({ tx }) => {
      const account = await lockAccount(tx, owner)
      if (!account || !(await takeToken(tx, given))) return new Problem('login-expired')
      return (await takeCode(tx, account, code)) ? account : new Problem('wrong-code')
    },
  })
  if (!(person instanceof Problem)) await limits.giveAllBack(counted)
  return person === 'second-factor' ? new Problem('login-expired') : person
}
