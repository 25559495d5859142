import { Problem } from '#contract/errors.ts'
import type { Static } from 'typebox'
import { identityCalls } from '#contract/identity/sign-in.ts'
import type { Session } from '#contract/identity/sign-in.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Identity } from './identity.ts'
import { followGuestLink } from './guests/guest-access.ts'
import { changePassword } from './change-password.ts'
import { enterWithFirebase } from './firebase/sign-in-with-firebase.ts'
import { changeAccount, findUserByEmail } from './queries.ts'
import { recordUser } from './record-user.ts'
import { forgotPassword, resetPassword } from './links/reset-password.ts'
import { findSession, signOut } from './sessions/open-session.ts'
import type { OpenedSession } from './sessions/open-session.ts'
import { signIn } from './sign-in.ts'
import { confirmSignUp, signUp } from './links/sign-up.ts'

export function identityRoutes(setup: CallsSetup, identity: Identity): void {
  const own = { ...identity, limits: setup.shared }
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
      const user = await findUserByEmail(identity.database.read, email)
      if (!user?.role) return { isAdmin: false }
      const isStrong = email !== caller.email || (await setup.gate.role(caller)) !== null
      if (!isStrong) return { isAdmin: false, needsFactor: true }
      return user.role === 'Admin' ? { isAdmin: true } : { isAdmin: false, isPacker: true }
    },
    'GET /auth/session': async (http) => {
      const person = await findSession(identity, http)
      return { user: person && { email: person.email, name: person.name } }
    },
    'POST /auth/sign-in': (call) =>
      unlessHosted(identity, async () => entered(await signIn(own, call, call.body))),
    'POST /auth/sign-up': (call) =>
      unlessHosted(identity, async () => entered(await signUp(own, call, call.body))),
    'POST /auth/confirm-sign-up': (call) =>
      unlessHosted(identity, async () => entered(await confirmSignUp(own, call, call.body))),
    'POST /auth/forgot-password': ({ body }) =>
      unlessHosted(identity, async () => acknowledged(await forgotPassword(own, body.email))),
    'POST /auth/reset-password': ({ body, request }) =>
      unlessHosted(identity, async () =>
        acknowledged(await resetPassword(identity.database, { ...body, ip: request.ip })),
      ),
    'PUT /auth/password': (call) =>
      unlessHosted(identity, async () => acknowledged(await changePassword(own, call))),
    'PUT /auth/profile': ({ body, person }) =>
      unlessHosted(identity, () => rename(identity, person, body.name.trim())),
    'POST /auth/firebase': async (call) => {
      const { verifyFirebase: verify } = identity
      if (!verify) return new Problem('not-found')
      return entered(await enterWithFirebase({ ...identity, verify }, call, call.body.idToken))
    },
    'POST /auth/guest': async (call) => acknowledged(await followGuestLink(identity, call, call.body.key)),
    'POST /auth/sign-out': async (http) => {
      await signOut(identity, http)
      return { acknowledged: true }
    },
  })
}

/**
 * Runs `act` only if the shop keeps the accounts itself. If they are at Firebase, returns `operation-not-allowed`: a
 * password that was stored before the move must not open a session any more.
 */
export async function unlessHosted<T>(
  { provider }: Pick<Identity, 'provider'>,
  act: () => Promise<T>,
): Promise<T | Problem> {
  return provider ? new Problem('operation-not-allowed') : act()
}

export function entered(person: OpenedSession | null): Static<typeof Session> | Problem {
  if (person === 'second-factor') return { user: null, needsCode: true }
  return person instanceof Problem ? person : { user: person }
}

async function issueToken(identity: Identity, person: SessionPerson) {
  const user = await recordUser(identity, person)
  if (user instanceof Problem) return user
  const accessToken = await identity.tokens.sign(person)
  await identity.principals.cache(accessToken)
  return { accessToken }
}

async function rename(identity: Identity, person: SessionPerson, name: string) {
  await identity.database.write(({ tx }) => changeAccount(tx, person.subject, { name }))
  const user = await recordUser(identity, { ...person, name })
  return user instanceof Problem ? user : { user: { email: person.email, name } }
}

/** Returns the response of a call that has no data to return, or its problem. */
export function acknowledged(result: true | Problem): { acknowledged: true } | Problem {
  return result instanceof Problem ? result : { acknowledged: true }
}
