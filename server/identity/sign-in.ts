import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import { countedByAddress } from '#server/platform/http/rate-limits.ts'
import type { Bucket, Counted } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { KnownDevices } from './known-device.ts'
import type { Credentials, Http, IdentityProvider } from './provider/identity-provider.ts'

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

export type SignInSetup = { provider: IdentityProvider; limits: SharedLimits; devices: KnownDevices }

/**
 * Signs in with an email address and a password. After too many failures for an account or from an IP network, further
 * tries are refused for some time, even if the account does not exist. A browser that has signed in to the account
 * before has higher limits. Its password checks wait in a separate queue, so that checks for other browsers do not
 * delay them.
 */
export async function signIn(
  { provider, limits, devices }: SignInSetup,
  http: Http,
  credentials: Credentials,
): Promise<Person | Problem> {
  const email = credentials.email.toLowerCase()
  const { ip } = http.request
  const isKnown = devices.isKnown(http.request, email)
  const counted = countedBy(isKnown, email, ip)
  if (!(await limits.takeAll(counted))) return tooMany(limits, http, counted)
  const check = () => provider.signIn(http, { ...credentials, email })
  const person = await queueingFor({ isKnown, networks: networksOf(ip) }, check).catch(
    async (error: unknown) => {
      await limits.giveAllBack(counted)
      throw error
    },
  )
  if (person instanceof Problem) return person
  await limits.giveAllBack(counted)
  devices.remember(http.reply, email)
  return person
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

async function tooMany(limits: SharedLimits, { reply }: Http, counted: Counted[]): Promise<Problem> {
  reply.header('retry-after', String(Math.ceil((await limits.waitForAll(counted)) / 1000)))
  return new Problem('too-many-requests')
}
