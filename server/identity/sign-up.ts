import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { now } from '#server/platform/clock.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { KnownDevices } from './known-device.ts'
import type { Http, Provider } from './provider.ts'
import { deleteIdentity, findHalfMade, findUserByEmail } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

export type NewAccount = { name: string; email: string; password: string }

export type SignUpSetup = { database: ShopDatabase; provider: Provider; devices: KnownDevices }

/**
 * Creates an account and signs in with it. An address that has one already is refused as such, and so is one that
 * the shop's books know of somebody whom the provider does not: that person's orders are not for whoever comes first.
 */
export async function signUp(
  { database, provider, devices }: SignUpSetup,
  http: Http,
  account: NewAccount,
): Promise<Person | Problem> {
  const email = account.email.toLowerCase()
  if (await findUserByEmail(database.read, email)) return new Problem('email-already-in-use')
  await eraseHalfMade(database, email)
  const requester = { isKnown: false, networks: networksOf(http.request.ip) }
  const person = await queueingFor(requester, () =>
    provider.signUp(http, { ...account, name: account.name.trim(), email }),
  )
  if ('refused' in person) return refusalOf(person.refused)
  devices.remember(http.reply, email)
  return { email: person.email, name: person.name }
}

/** Making an account takes some statements; one without a password after this long was cut off, in milliseconds. */
const HALF_MADE_MS = 60 * 1000

async function eraseHalfMade(database: ShopDatabase, email: string): Promise<void> {
  const half = await findHalfMade(database.read, {
    email,
    madeBefore: new Date(now() - HALF_MADE_MS).toISOString(),
  })
  if (half) await database.write(({ tx }) => deleteIdentity(tx, half.id))
}

function refusalOf(code: string): Problem {
  if (code.startsWith('USER_ALREADY_EXISTS') || code === 'FAILED_TO_CREATE_USER')
    return new Problem('email-already-in-use')
  if (code === 'INVALID_EMAIL')
    return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  return new Problem('invalid-input')
}
