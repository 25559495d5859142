import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { now } from '#server/platform/clock.ts'
import { isDuplicate } from '#server/platform/database/database-errors.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { PasskeyRow } from '#server/tables/account-rows.ts'
import { hasLink, lockAccount } from '../queries.ts'
import { enter } from '../sessions/enter.ts'
import type { Http, SessionSetup } from '../sessions/enter.ts'
import { stepUp } from '../step-up.ts'
import type { StepUp, StepUpSetup } from '../step-up.ts'
import { mint, takeToken } from '../tokens.ts'
import { lockFactors, refuseWeak, strengthenSession } from './lock-factors.ts'
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, recordUse } from './queries.ts'

const loadLibrary = loadOnce(() => import('@simplewebauthn/server'))

/** The time in milliseconds within which the browser has to answer a challenge. */
const CHALLENGE_MS = 5 * 60_000

/** The public address of the shop. A passkey works for its host name only. */
type Site = { publicUrl: string; shopName: string }

/**
 * Returns the options with which the browser makes a passkey (Web Authentication Level 3). The passkey must be one that
 * the browser finds without a name, and that asks the person for a finger, a face or a PIN: it is two factors in one.
 */
export async function passkeyOptions(
  setup: StepUpSetup,
  asked: StepUp,
  { publicUrl, shopName }: Site,
): Promise<{ challenge: string } | Problem> {
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  const { database } = setup
  const refused = await refuseWeak(database.read, asked.person)
  if (refused) return refused
  const { subject, email, name } = asked.person
  const { generateRegistrationOptions } = await loadLibrary()
  const known = await listPasskeys(database.read, subject)
  const options = await generateRegistrationOptions({
    rpName: shopName,
    rpID: new URL(publicUrl).hostname,
    userID: new TextEncoder().encode(subject),
    userName: email,
    userDisplayName: name,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(database, options.challenge, subject)
  return options
}

type NewPasskey = { name: string; credential: RegistrationResponseJSON }

/** Stores a passkey. Returns the problem `passkey-refused` if it does not answer a challenge of this person. */
export async function addPasskey(
  database: ShopDatabase,
  person: SessionPerson,
  { name, credential: response, publicUrl }: NewPasskey & Pick<Site, 'publicUrl'>,
): Promise<true | Problem> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await answering({ database, owner: person.subject }, (expectedChallenge) =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
    }),
  )
  if (verified instanceof Problem || !verified.verified) return new Problem('passkey-refused')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const row: PasskeyRow = {
    id,
    account: person.subject,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    name: name.trim(),
    created_at: now(),
    used_at: null,
  }
  return database
    .write(async (write) => {
      const account = await lockFactors(write.tx, person)
      if (account instanceof Problem) return account
      await insertPasskey(write.tx, row)
      await strengthenSession(write, person)
      return true as const
    })
    .catch((error: unknown) => {
      // Another account has this passkey.
      if (isDuplicate(error)) return new Problem('passkey-refused')
      throw error
    })
}

/** Removes a passkey. Returns the problem `only-sign-in` if the person could not sign in again. */
export async function removePasskey(setup: StepUpSetup, asked: StepUp, id: string): Promise<true | Problem> {
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  return setup.database.write(async ({ tx }) => {
    const account = await lockFactors(tx, asked.person)
    if (account instanceof Problem) return account
    if (!(await deletePasskey(tx, { account: account.id, id }))) return new Problem('not-found')
    const ways = [
      account.password,
      (await listPasskeys(tx, account.id)).length,
      await hasLink(tx, account.id),
    ]
    return ways.some(Boolean) ? (true as const) : new Problem('only-sign-in')
  })
}

/** Returns the options with which the browser shows the passkeys that it has for the shop. */
export async function signInOptions(database: ShopDatabase, { publicUrl }: Pick<Site, 'publicUrl'>) {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    userVerification: 'required',
  })
  await keepChallenge(database, options.challenge, null)
  return options
}

/** Signs in with a passkey. It needs no other factor. */
export async function enterWithPasskey(
  setup: SessionSetup,
  http: Http,
  { credential: response, publicUrl }: { credential: AuthenticationResponseJSON } & Pick<Site, 'publicUrl'>,
): Promise<Person | Problem> {
  const { database } = setup
  const passkey = await findPasskey(database.read, response.id)
  if (!passkey) return new Problem('passkey-unknown')
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { id, public_key, counter } = passkey
  const verified = await answering({ database, owner: null }, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
      requireUserVerification: true,
    }),
  )
  const { userHandle } = response.response
  const isOwn = !userHandle || Buffer.from(userHandle, 'base64url').toString() === passkey.account
  if (verified instanceof Problem || !verified.verified || !isOwn) return new Problem('passkey-refused')
  const { newCounter } = verified.authenticationInfo
  const entered = await enter(setup, http, {
    isStrong: true,
    identify: async ({ tx }) => {
      const account = await lockAccount(tx, passkey.account)
      // The passkey may have been removed since it was read.
      if (!account || !(await findPasskey(tx, id))) return new Problem('passkey-unknown')
      await recordUse(tx, { id, counter: newCounter, at: now() })
      return account
    },
  })
  return entered === 'second-factor' ? new Problem('passkey-refused') : entered
}

/** Stores a challenge, so that it is answered once, and for what it was made. */
async function keepChallenge(database: ShopDatabase, token: string, owner: string | null): Promise<void> {
  const expiresAt = (await database.time()) + CHALLENGE_MS
  await database.write(({ tx }) => mint(tx, { kind: 'passkey', owner, token, expiresAt }))
}

async function takeChallenge(database: ShopDatabase, token: string, owner: string | null): Promise<boolean> {
  const at = await database.time()
  const taken = await database.write(({ tx }) => takeToken(tx, { token, kinds: ['passkey'], at }))
  return taken !== undefined && taken.owner === owner
}

type Challenged = { database: ShopDatabase; owner: string | null }

/**
 * Verifies a response with the library, which throws an error for each wrong part of it, and for a body that is no
 * response at all. Only an error of the database is thrown again.
 */
async function answering<T>(
  { database, owner }: Challenged,
  verify: (expectedChallenge: (challenge: string) => Promise<boolean>) => Promise<T>,
): Promise<T | Problem> {
  let failure: unknown = null
  const takes = (challenge: string) =>
    takeChallenge(database, challenge, owner).catch((error: unknown) => {
      failure = error
      throw error
    })
  try {
    return await verify(takes)
  } catch {
    if (failure !== null) throw failure
    return new Problem('passkey-refused')
  }
}
