import { Problem } from '#contract/errors.ts'
import { identityCalls } from '#contract/identity.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Identity } from './identity.ts'
import { changePassword } from './change-password.ts'
import type { Http } from './provider/identity-provider.ts'
import { findUserByEmail } from './queries.ts'
import { recordUser } from './record-user.ts'
import { confirmSignUp } from './links/confirm-sign-up.ts'
import type { SignUpByMail } from './links/request-sign-up.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'

export function identityRoutes(setup: CallsSetup, identity: Identity): void {
  const { provider } = identity
  const byMail = signUpByMail(identity, setup.shared)
  serveCalls(setup, identityCalls, {
    'GET /jwt': ({ query, person }) =>
      query.email.toLowerCase() === person.email ? issueToken(identity, person) : new Problem('forbidden'),
    'POST /users': async ({ body, person }) => {
      if (body.email.toLowerCase() !== person.email) return new Problem('forbidden')
      const user = await recordUser(identity, person)
      return user instanceof Problem ? user : { acknowledged: true, insertedId: user.id }
    },
    'GET /user/admin/{email}': async ({ params, caller }) => {
      const email = params.email.toLowerCase()
      if (email === caller.email) return { isAdmin: await setup.gate.isAdmin(caller) }
      const user = await findUserByEmail(identity.database.read, email)
      return { isAdmin: user?.role === 'Admin' }
    },
    'GET /auth/session': async (http) => {
      const person = await provider.session(http)
      return { user: person && { email: person.email, name: person.name } }
    },
    'POST /auth/sign-in': async ({ body, request, reply }) => {
      const person = await signIn({ ...identity, limits: setup.shared }, { request, reply }, body)
      return person instanceof Problem ? person : { user: person }
    },
    'POST /auth/sign-up': async ({ body, request, reply }) => {
      const person = await signUp({ ...identity, byMail }, { request, reply }, body)
      return person instanceof Problem ? person : { user: person }
    },
    'POST /auth/confirm-sign-up': async ({ body, request, reply }) => {
      if (!byMail) return new Problem('link-used')
      const person = await confirmSignUp(byMail, { request, reply }, body)
      if (person instanceof Problem) return person
      identity.devices.remember(reply, person.email)
      return { user: person }
    },
    'POST /auth/forgot-password': async ({ body }) => {
      return acknowledged(await forgotPassword({ ...identity, limits: setup.shared }, body.email))
    },
    'POST /auth/reset-password': async ({ body, request }) => {
      return acknowledged(await resetPassword(identity, { ...body, ip: request.ip }))
    },
    'PUT /auth/password': async ({ body: change, person, request, reply }) => {
      const asked = { http: { request, reply }, person, change }
      return acknowledged(await changePassword({ ...identity, limits: setup.shared }, asked))
    },
    'PUT /auth/profile': ({ body, person, request, reply }) =>
      rename(identity, { http: { request, reply }, person, name: body.name.trim() }),
    'POST /auth/sign-out': async (http) => {
      await signOut(identity, http)
      return { acknowledged: true }
    },
  })
}

async function issueToken(identity: Identity, person: SessionPerson) {
  const user = await recordUser(identity, person)
  if (user instanceof Problem) return user
  const accessToken = await identity.tokens.sign(person)
  await identity.principals.cache(accessToken)
  return { accessToken }
}

type NewName = { http: Http; person: SessionPerson; name: string }

async function rename(identity: Identity, { http, person, name }: NewName) {
  const renamed = await identity.provider.rename(http, name)
  if (renamed instanceof Problem) return renamed
  const user = await recordUser(identity, { ...person, name })
  return user instanceof Problem ? user : { user: { email: person.email, name } }
}

/** Returns what a sign-up by mail needs, or null if a sign-up opens a session at once. */
function signUpByMail(identity: Identity, limits: CallsSetup['shared']): SignUpByMail | null {
  const { database, provider, https } = identity
  const { confirmedSignUps: signUps } = provider
  return identity.confirmsSignUps && signUps ? { database, signUps, limits, https } : null
}

/** Returns the response of a call that has no data to return, or its problem. */
export function acknowledged(result: true | Problem): { acknowledged: true } | Problem {
  return result instanceof Problem ? result : { acknowledged: true }
}
