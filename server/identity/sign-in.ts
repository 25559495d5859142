import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import { countedByAddress } from '#server/platform/http/rate-limits.ts'
import type { Bucket, Counted, Limits } from '#server/platform/http/rate-limits.ts'
import type { KnownDevices } from './known-device.ts'
import type { Credentials, Http, IdentityProvider } from './provider/identity-provider.ts'

/**
 * For an account: ten wrong passwords at once, then one every three seconds. That is slow for an attacker and never
 * locks an account.
 */
const FOR_ACCOUNT: Bucket = { burst: 10, refillMs: 3000 }

/** For an address: half as many, so that one address cannot use up all tries for an account. */
const FROM_ADDRESS: Bucket = { burst: 10, refillMs: 6000 }

/**
 * For a browser that has signed in to the account before: more than an owner mistypes, and too few to fill the queue.
 */
const FROM_KNOWN_DEVICE: Bucket = { burst: 30, refillMs: 1000 }

export type SignInSetup = { provider: IdentityProvider; limits: Limits; devices: KnownDevices }

/**
 * Signs in with e-mail and password. After too many failures for an account or from a network, further tries are
 * limited, also for accounts that do not exist. A browser that has signed in to the account before has higher limits of
 * its own, and its passwords are checked from a queue of their own.
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
  if (!limits.takeAll(counted)) return tooMany(limits, http, counted)
  const check = () => provider.signIn(http, { ...credentials, email })
  const person = await queueingFor({ isKnown, networks: networksOf(ip) }, check).catch((error: unknown) => {
    limits.giveAllBack(counted)
    throw error
  })
  if (person instanceof Problem) return person
  limits.giveAllBack(counted)
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

function tooMany(limits: Limits, { reply }: Http, counted: Counted[]): Problem {
  reply.header('retry-after', String(Math.ceil(limits.waitForAll(counted) / 1000)))
  return new Problem('too-many-requests')
}
