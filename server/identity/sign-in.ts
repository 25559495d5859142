import { Problem } from '#contract/errors.ts'
import { countedByAddress } from '#server/platform/http/rate-limits.ts'
import type { Bucket, Counted } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import { isKnownDevice } from './cookies.ts'
import type { Http } from './cookies.ts'
import { countingWrong } from './limit-guesses.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { findAccountByEmail, lockAccount } from './queries.ts'
import { openSession } from './sessions/open-session.ts'
import type { OpenedSession, SessionSetup } from './sessions/open-session.ts'

/**
 * The rate limit of failed sign-ins to one account: ten at once, then one every three seconds. An attacker can guess
 * passwords only slowly, and the account is never locked.
 */
const FOR_ACCOUNT: Bucket = { burst: 10, refillMs: 3000 }

/**
 * The rate limit of failed sign-ins from one IP address. It recovers half as fast as the limit of an account, so that
 * a single IP address cannot keep using up all tries for the account.
 */
const FROM_ADDRESS: Bucket = { burst: 10, refillMs: 6000 }

/**
 * The rate limit of failed sign-ins with browsers that have signed in to the account before. It is high enough for a
 * user who mistypes the password several times, but too low to fill the queue of password checks.
 */
const FROM_KNOWN_DEVICE: Bucket = { burst: 30, refillMs: 1000 }

type Credentials = { email: string; password: string }

/**
 * Signs in with an email address and a password. After too many failures for an account or from an IP network, further
 * tries are refused for some time, even if the account does not exist. A browser that has signed in to the account
 * before has higher limits. Its password checks wait in a separate queue, so that checks for other browsers do not
 * delay them.
 */
export async function signIn(
  setup: SessionSetup & { limits: SharedLimits },
  http: Http,
  credentials: Credentials,
): Promise<OpenedSession> {
  const email = credentials.email.toLowerCase()
  const isKnown = isKnownDevice(http, setup, email)
  const counted = countedBy(isKnown, email, http.request.ip)
  return countingWrong({ limits: setup.limits, http, counted, isKnown }, () =>
    enterWithPassword(setup, http, { ...credentials, email }),
  )
}

/**
 * A password that another request replaces after it was checked here opens no session. Without an account, the password
 * is hashed for nothing, because a faster response would show that there is none.
 */
async function enterWithPassword(
  setup: SessionSetup,
  http: Http,
  { email, password }: Credentials,
): Promise<OpenedSession> {
  const account = await findAccountByEmail(setup.database.read, email)
  const hash = account?.password
  const isRight = hash ? await isPassword({ hash, password }) : (await hashPassword(password)) === ''
  if (!account || !isRight) return new Problem('wrong-password')
  return openSession(setup, http, {
    identify: async ({ tx }) => {
      const locked = await lockAccount(tx, account.id)
      return locked && locked.password === hash ? locked : new Problem('wrong-password')
    },
  })
}

function countedBy(isKnown: boolean, email: string, ip: string): Counted[] {
  if (!isKnown)
    return [
      { bucket: FOR_ACCOUNT, key: `account ${email}` },
      ...countedByAddress(FROM_ADDRESS, 'address', ip),
    ]
  return [
    { bucket: FROM_KNOWN_DEVICE, key: `device of ${email}` },
    ...countedByAddress(FROM_KNOWN_DEVICE, 'devices at', ip),
  ]
}
