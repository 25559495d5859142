import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { factorCalls } from '#contract/identity/factors.ts'
import type { OwnFactors } from '#contract/identity/factors.ts'
import { Problem } from '#contract/errors.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Identity } from '../identity.ts'
import { findAccount, findUserBySubject } from '../queries.ts'
import { acknowledged, entered, unlessHosted } from '../routes.ts'
import { listTokens } from '../tokens.ts'
import { addPasskey, enterWithPasskey, passkeyOptions, removePasskey, signInOptions } from './passkeys.ts'
import { listPasskeys } from './queries.ts'
import { confirmTotp, enterWithCode, removeTotp, replaceRecoveryCodes, startTotp } from './second-factor.ts'

type Setup = { identity: Identity; shopName: () => Promise<string> }

/**
 * Adds the routes for second factors and passkeys. A session of a shop whose accounts are at Firebase needs Firebase,
 * which a passkey would leave out.
 */
export function factorRoutes(setup: CallsSetup, { identity, shopName }: Setup): void {
  const { database, publicUrl } = identity
  const linkedAs = identity.oidc?.linkedAs ?? (identity.provider || null)
  const own = { ...identity, limits: setup.shared, linkedAs }
  serveCalls(setup, factorCalls, {
    'GET /account/factors': ({ person }) => readFactors(identity, person),
    'POST /account/totp': async (call) => startTotp(own, call, await shopName()),
    'PUT /account/totp': async (call) => codesOf(await confirmTotp(own, call)),
    'POST /account/totp/removal': async (call) => acknowledged(await removeTotp(own, call)),
    'POST /account/recoveryCodes': async (call) => codesOf(await replaceRecoveryCodes(own, call)),
    'POST /account/passkeyOptions': (call) =>
      unlessHosted(identity, async () =>
        passkeyOptions(own, call, { publicUrl, shopName: await shopName() }),
      ),
    'POST /account/passkeys': ({ person, body: { name, credential } }) =>
      unlessHosted(identity, async () =>
        isCredential<RegistrationResponseJSON>(credential)
          ? acknowledged(await addPasskey(database, person, { name, credential, publicUrl }))
          : new Problem('passkey-refused'),
      ),
    'POST /account/passkey/{id}/removal': async (call) =>
      acknowledged(await removePasskey(own, call, call.params.id)),
    'POST /auth/passkeyOptions': () => unlessHosted(identity, () => signInOptions(database, { publicUrl })),
    'POST /auth/passkey': ({ body: { credential }, ...http }) =>
      unlessHosted(identity, async () =>
        isCredential<AuthenticationResponseJSON>(credential)
          ? entered(await enterWithPasskey(identity, http, { credential, publicUrl }))
          : new Problem('passkey-refused'),
      ),
    'POST /auth/second-factor': async (call) => entered(await enterWithCode(own, call, call.body.code)),
  })
}

/** The library checks all parts of a credential, but for these it needs an object. */
function isCredential<T extends { id: string }>(given: unknown): given is T {
  if (typeof given !== 'object' || given === null || !('id' in given) || !('response' in given)) return false
  return typeof given.id === 'string' && typeof given.response === 'object' && given.response !== null
}

function codesOf(codes: string[] | Problem): { recoveryCodes: string[] } | Problem {
  return codes instanceof Problem ? codes : { recoveryCodes: codes }
}

/** Returns the second factor and the passkeys of a person. */
export async function readFactors(
  { database: { read, time }, principals }: Pick<Identity, 'database' | 'principals'>,
  { subject, sessionId }: SessionPerson,
): Promise<OwnFactors> {
  const account = await findAccount(read, subject)
  const codes = await listTokens(read, { owner: subject, kinds: ['recovery'], at: await time() })
  const passkeys = await listPasskeys(read, subject)
  const user = await findUserBySubject(read, subject)
  return {
    hasTotp: Boolean(account?.totp_secret),
    recoveryCodes: codes.length,
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      since: created_at,
      usedAt: used_at,
    })),
    isNeeded: Boolean(user?.role) && !(await principals.isStrongEnough(sessionId)),
  }
}
