import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import type { KnownDevices } from './known-device.ts'
import type { Http, Provider } from './provider.ts'

export type NewAccount = { name: string; email: string; password: string }

/** Creates an account and signs in with it. An address that has one already is refused as such. */
export async function signUp(
  { provider, devices }: { provider: Provider; devices: KnownDevices },
  http: Http,
  account: NewAccount,
): Promise<Person | Problem> {
  const email = account.email.toLowerCase()
  const person = await provider.signUp(http, { ...account, name: account.name.trim(), email })
  if ('refused' in person) return refusalOf(person.refused)
  devices.remember(http.reply, email)
  return { email: person.email, name: person.name }
}

function refusalOf(code: string): Problem {
  if (code.startsWith('USER_ALREADY_EXISTS') || code === 'FAILED_TO_CREATE_USER') return new Problem('email-already-in-use')
  if (code === 'INVALID_EMAIL') return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  return new Problem('invalid-input')
}
