import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import { countedByAddress } from '#server/platform/http/limits.ts'
import type { Bucket, Counted, Limits } from '#server/platform/http/limits.ts'
import type { KnownDevices } from './known-device.ts'
import type { Http, Provider } from './provider.ts'

/** Ten wrong passwords for an account at once, then one every three seconds: slow for a guesser, and no lock that one address could put on. */
const FOR_ACCOUNT: Bucket = { burst: 10, refillMs: 3000 }

/** From an address half as often, so that nobody can keep taking all that there is for an account from one address. */
const FROM_ADDRESS: Bucket = { burst: 10, refillMs: 6000 }

/** For a browser that knows the account: far more than an owner mistypes, far less than would keep all others waiting. */
const FROM_KNOWN_DEVICE: Bucket = { burst: 30, refillMs: 1000 }

export type SignInSetup = { provider: Provider; limits: Limits; devices: KnownDevices }

/**
 * Signs in with e-mail and password. Too many failures for an account or from a network slow further tries down, alike
 * for accounts that do not exist. Failures of a browser from which the owner has signed in before are counted apart
 * and more generously, and its passwords wait in a line of their own.
 */
export async function signIn(
  { provider, limits, devices }: SignInSetup,
  http: Http,
  credentials: { email: string; password: string },
): Promise<Person | Problem> {
  const email = credentials.email.toLowerCase()
  const { ip } = http.request
  const isKnown = devices.isKnown(http.request, email)
  const counted = countedBy(isKnown, email, ip)
  if (!limits.takeAll(counted)) return tooMany(limits, http, counted)
  const asked = () => provider.signIn(http, { ...credentials, email })
  const person = await queueingFor({ isKnown, networks: networksOf(ip) }, asked).catch((error: unknown) => {
    limits.giveAllBack(counted)
    throw error
  })
  if ('refused' in person) return refusalOf(person.refused)
  limits.giveAllBack(counted)
  devices.remember(http.reply, email)
  return { email: person.email, name: person.name }
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

/** The same answer whether the account or only the password is unknown. */
function refusalOf(code: string): Problem {
  if (code === 'INVALID_EMAIL')
    return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  return new Problem('wrong-password')
}
