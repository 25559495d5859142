import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { addressKey } from '#server/platform/http/address.ts'
import type { Bucket, Limits } from '#server/platform/http/limits.ts'
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
 * Signs in with e-mail and password. Too many failures for an account or from an address slow further tries
 * down, alike for accounts that do not exist; those of a browser from which the owner has signed in before are
 * counted apart and more generously, so that nobody else's failures stand in the owner's way.
 */
export async function signIn(
  { provider, limits, devices }: SignInSetup,
  http: Http,
  credentials: { email: string; password: string },
): Promise<Person | Problem> {
  const email = credentials.email.toLowerCase()
  const counted = countedBy(devices.isKnown(http.request, email), email, addressKey(http.request.ip))
  if (!takeAll(limits, counted)) return tooMany(limits, http, counted)
  const person = await provider.signIn(http, { ...credentials, email }).catch((error: unknown) => {
    giveAllBack(limits, counted)
    throw error
  })
  if ('refused' in person) return refusalOf(person.refused)
  giveAllBack(limits, counted)
  devices.remember(http.reply, email)
  return { email: person.email, name: person.name }
}

type Counted = { bucket: Bucket; key: string }[]

function countedBy(isKnown: boolean, email: string, address: string): Counted {
  if (!isKnown) return [{ bucket: FOR_ACCOUNT, key: `account ${email}` }, { bucket: FROM_ADDRESS, key: `address ${address}` }]
  return [`device of ${email}`, `devices at ${address}`].map((key) => ({ bucket: FROM_KNOWN_DEVICE, key }))
}

function takeAll(limits: Limits, counted: Counted): boolean {
  if (counted.some(({ bucket, key }) => limits.wait(bucket, key) > 0)) return false
  return counted.every(({ bucket, key }) => limits.takeFrom(bucket, key))
}

function giveAllBack(limits: Limits, counted: Counted): void {
  for (const { bucket, key } of counted) limits.giveBack(bucket, key)
}

function tooMany(limits: Limits, { reply }: Http, counted: Counted): Problem {
  const wait = Math.max(...counted.map(({ bucket, key }) => limits.wait(bucket, key)))
  reply.header('retry-after', String(Math.ceil(wait / 1000)))
  return new Problem('too-many-requests')
}

/** The same answer whether the account or only the password is unknown. */
function refusalOf(code: string): Problem {
  if (code === 'INVALID_EMAIL') return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  return new Problem('wrong-password')
}
