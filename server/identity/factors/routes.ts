import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { factorCalls } from '#contract/accounts/factors.ts'
import type { OwnFactors } from '#contract/accounts/factors.ts'
import { Problem } from '#contract/errors.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Identity } from '../identity.ts'
import { findAccount, findUserBySubject } from '../queries.ts'
import { acknowledged, entered } from '../routes.ts'
import { listTokens } from '../tokens.ts'
import { addPasskey, enterWithPasskey, passkeyOptions, removePasskey, signInOptions } from './passkeys.ts'
import { listPasskeys } from './queries.ts'
import { enterWithCode } from './second-factor.ts'
import { confirmTotp, removeTotp, replaceRecoveryCodes, startTotp } from './set-up-totp.ts'

type Setup = { identity: Identity; shopName: () => Promise<string> }

/** Adds the routes for second factors and passkeys. */
export function factorRoutes(setup: CallsSetup, { identity, shopName }: Setup): void {
  const { database, provider, publicUrl } = identity
  const own = { ...identity, limits: setup.shared }
  const asked = ({ request, reply, person, body }: Asked) => ({
    http: { request, reply },
    person,
    password: body.password,
  })
  /** A session of a shop whose accounts are at Firebase needs Firebase, which a passkey would leave out. */
  const unlessHosted = async <T>(act: () => Promise<T>) =>
    provider ? new Problem('operation-not-allowed') : act()
  serveCalls(setup, factorCalls, {
    'GET /account/factors': ({ person }) => readFactors(identity, person),
    'POST /account/totp': async (call) => startTotp(own, asked(call), await shopName()),
    'PUT /account/totp': async ({ person, body }) => codesOf(await confirmTotp(own, person, body.code)),
    'POST /account/totp/removal': async (call) =>
      acknowledged(await removeTotp(own, asked(call), call.body.code)),
    'POST /account/recoveryCodes': async ({ person, body }) =>
      codesOf(await replaceRecoveryCodes(own, person, body.code)),
    'POST /account/passkeyOptions': (call) =>
      unlessHosted(async () => passkeyOptions(own, asked(call), { publicUrl, shopName: await shopName() })),
    'POST /account/passkeys': ({ person, body: { name, credential } }) =>
      unlessHosted(async () =>
        isCredential<RegistrationResponseJSON>(credential)
          ? acknowledged(await addPasskey(database, person, { name, credential, publicUrl }))
          : new Problem('passkey-refused'),
      ),
    'POST /account/passkey/{id}/removal': async (call) =>
      acknowledged(await removePasskey(own, asked(call), call.params.id)),
    'POST /auth/passkeyOptions': () => unlessHosted(() => signInOptions(database, { publicUrl })),
    'POST /auth/passkey': ({ body: { credential }, request, reply }) =>
      unlessHosted(async () =>
        isCredential<AuthenticationResponseJSON>(credential)
          ? entered(await enterWithPasskey(identity, { request, reply }, { credential, publicUrl }))
          : new Problem('passkey-refused'),
      ),
    'POST /auth/second-factor': async ({ body, request, reply }) =>
      entered(await enterWithCode(own, { request, reply }, body.code)),
  })
}

/** The library checks all parts of a credential, but for these it needs an object. */
function isCredential<T extends { id: string }>(given: unknown): given is T {
  if (typeof given !== 'object' || given === null || !('id' in given) || !('response' in given)) return false
  return typeof given.id === 'string' && typeof given.response === 'object' && given.response !== null
}

type Asked = {
  request: Parameters<typeof enterWithCode>[1]['request']
  reply: Parameters<typeof enterWithCode>[1]['reply']
  person: SessionPerson
  body: { password?: string }
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
    isNeeded: user?.role === 'Admin' && !(await principals.isStrongEnough(sessionId)),
  }
}
