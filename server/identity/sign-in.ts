import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import type { Bucket, Limits } from '#server/platform/http/limits.ts'
import type { KnownDevices } from './known-device.ts'
import type { Http, Provider } from './provider.ts'

/** Ten wrong passwords at once, then one every three seconds: slow for a guesser, never a lock for the owner. */
const WRONG_PASSWORDS: Bucket = { burst: 10, refillMs: 3000 }

export type SignInSetup = { provider: Provider; limits: Limits; devices: KnownDevices }

/**
 * Signs in with e-mail and password. Too many failures for an account or from an address slow further tries
 * down, alike for accounts that do not exist; a browser from which the owner has signed in before is exempt.
 */
export async function signIn(
  { provider, limits, devices }: SignInSetup,
  http: Http,
  credentials: { email: string; password: string },
): Promise<Person | Problem> {
  const email = credentials.email.toLowerCase()
  const keys = [`account ${email}`, `address ${http.request.ip}`]
  const exempt = devices.isKnown(http.request, email)
  if (!exempt && !takeAll(limits, keys)) return tooMany(limits, http, keys)
  const person = await provider.signIn(http, { ...credentials, email })
  if ('refused' in person) return refusalOf(person.refused)
  if (!exempt) for (const key of keys) limits.giveBack(WRONG_PASSWORDS, key)
  devices.remember(http.reply, email)
  return { email: person.email, name: person.name }
}

function takeAll(limits: Limits, keys: string[]): boolean {
  if (keys.some((key) => limits.wait(WRONG_PASSWORDS, key) > 0)) return false
  return keys.every((key) => limits.takeFrom(WRONG_PASSWORDS, key))
}

function tooMany(limits: Limits, { reply }: Http, keys: string[]): Problem {
  const wait = Math.max(...keys.map((key) => limits.wait(WRONG_PASSWORDS, key)))
  reply.header('retry-after', String(Math.ceil(wait / 1000)))
  return new Problem('too-many-requests')
}

/** The same answer whether the account or only the password is unknown. */
function refusalOf(code: string): Problem {
  if (code === 'INVALID_EMAIL') return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  return new Problem('wrong-password')
}
