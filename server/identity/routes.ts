import { Problem } from '#contract/errors.ts'
import { identityCalls } from '#contract/identity.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Identity } from './identity.ts'
import { changePassword } from './change-password.ts'
import { findUserByEmail } from './queries.ts'
import { recordUser } from './record-user.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'

export function identityRoutes(setup: CallsSetup, identity: Identity): void {
  const { provider, tokens, principals } = identity
  serveCalls(setup, identityCalls, {
    'GET /jwt': async ({ query, person }) => {
      if (query.email.toLowerCase() !== person.email) return new Problem('forbidden')
      const user = await recordUser(identity, person)
      if (user instanceof Problem) return user
      const accessToken = await tokens.sign(person)
      await principals.cache(accessToken)
      return { accessToken }
    },
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
      const person = await signUp(identity, { request, reply }, body)
      return person instanceof Problem ? person : { user: person }
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
    'PUT /auth/profile': async ({ body, person, request, reply }) => {
      const name = body.name.trim()
      const renamed = await provider.rename({ request, reply }, name)
      if (renamed instanceof Problem) return renamed
      const user = await recordUser(identity, { ...person, name })
      if (user instanceof Problem) return user
      return { user: { email: person.email, name } }
    },
    'POST /auth/sign-out': async (http) => {
      await signOut(identity, http)
      return { acknowledged: true }
    },
  })
}

function acknowledged(result: true | Problem): { acknowledged: true } | Problem {
  return result instanceof Problem ? result : { acknowledged: true }
}
