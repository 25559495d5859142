import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { now } from '#server/platform/clock.ts'
import { isDuplicate } from '#server/platform/database/database-errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { PasskeyRow } from '#server/tables/account-rows.ts'
import type { Http } from '../cookies.ts'
import { lockAccount } from '../queries.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionSetup } from '../sessions/open-session.ts'
import { stepUp } from '../step-up.ts'
import type { StepUp, StepUpSetup } from '../step-up.ts'
import { mint, takeToken } from '../tokens.ts'
import { changeFactors, refuseWeak, strengthenSession } from './change-factors.ts'
import { findPasskey, hasWayIn, listPasskeys } from './queries.ts'

/** It is loaded when it is first needed, because most shops have no passkeys. */
const loadLibrary = () => import('@simplewebauthn/server')

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
  const expected = await takeExpected({ database, publicUrl, owner: person.subject }, response)
  const verified = expected && (await verifyRegistrationResponse({ response, ...expected }).catch(() => null))
  if (!verified?.verified) return new Problem('passkey-refused')
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
  return changeFactors(database, person, {
    action: 'added a passkey',
    apply: async (write) => {
      await write.tx.insertInto('passkeys').values(row).execute()
      await strengthenSession(write, person)
      return true as const
    },
  }).catch((error: unknown) => {
    // Another account has this passkey.
    if (isDuplicate(error)) return new Problem('passkey-refused')
    throw error
  })
}

/**
 * Removes a passkey. Returns the problem `only-sign-in` if the person could not sign in again. `linkedAs` is the provider
 * elsewhere with which people can sign in, or null.
 */
export async function removePasskey(
  setup: StepUpSetup & { linkedAs: string | null },
  asked: StepUp,
  id: string,
): Promise<true | Problem> {
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  return changeFactors(setup.database, asked.person, {
    action: 'removed a passkey',
    apply: async ({ tx }, { id: account }) => {
      const removed = tx.deleteFrom('passkeys').where('id', '=', id).where('account', '=', account)
      if (!(await removed.returning('id').executeTakeFirst())) return new Problem('not-found')
      return (await hasWayIn(tx, account, setup.linkedAs)) || new Problem('only-sign-in')
    },
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
  const credential = { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter }
  const expected = await takeExpected({ database, publicUrl, owner: null }, response)
  const verified =
    expected && (await verifyAuthenticationResponse({ response, credential, ...expected }).catch(() => null))
  const { userHandle } = response.response
  const isOwn = !userHandle || Buffer.from(userHandle, 'base64url').toString() === passkey.account
  if (!verified?.verified || !isOwn) return new Problem('passkey-refused')
  const { newCounter } = verified.authenticationInfo
  const entered = await openSession(setup, http, {
    isStrong: true,
    identify: async ({ tx }) => {
      const account = await lockAccount(tx, passkey.account)
      // The passkey may have been removed since it was read.
      if (!account || !(await findPasskey(tx, id))) return new Problem('passkey-unknown')
      const use = { counter: newCounter, used_at: now() }
      await tx.updateTable('passkeys').set(use).where('id', '=', id).execute()
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

/**
 * Returns what a response must contain, and deletes the challenge that it answers. Returns null if this is none of the
 * challenges that were made for `owner`, or if the response is malformed.
 */
async function takeExpected(
  { database, publicUrl, owner }: { database: ShopDatabase; publicUrl: string; owner: string | null },
  { response }: { response: { clientDataJSON: string } },
) {
  const token = challengeIn(response.clientDataJSON)
  const at = await database.time()
  const taken = await database.write(({ tx }) => takeToken(tx, { token, kinds: ['passkey'], at }))
  if (taken?.owner !== owner) return null
  const { origin, hostname } = new URL(publicUrl)
  return {
    expectedChallenge: token,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }
}

function challengeIn(clientDataJSON: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge)
  } catch {
    return ''
  }
}
