import { Problem } from '#contract/errors.ts'
import { ownAccountCalls } from '#contract/account/own-account.ts'
import type { Identity } from '#server/identity/identity.ts'
import { cancelEmailChange } from '#server/identity/links/erase-links.ts'
import { followEmailLink, pendingEmail, requestEmailChange } from '#server/identity/links/change-email.ts'
import { recordUser } from '#server/identity/record-user.ts'
import { acknowledged } from '#server/identity/routes.ts'
import type { ForgetUser } from '#server/identity/users/delete-user.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { UserRow } from '#server/tables.ts'
import { deleteOwnAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

type AccountSetup = { identity: Identity; forgetUser: ForgetUser }

/** Adds the routes with which people manage their own account. */
export function ownAccountRoutes(setup: CallsSetup, { identity, forgetUser }: AccountSetup): void {
  const { database, provider } = identity
  const limits = setup.shared
  const stepping = { ...identity, limits }
  serveCalls(setup, ownAccountCalls, {
    'GET /account': ({ person }) =>
      asUser(identity, person, async (user) => {
        const account = await provider.account(person.subject)
        if (!account) return new Problem('not-signed-in')
        return { ...account, newEmail: await pendingEmail(identity, user.id) }
      }),
    'GET /account/sessions': async (http) => {
      const sessions = await provider.sessions(http)
      if (sessions instanceof Problem) return sessions
      return sessions.map(({ createdAt, ...session }) => ({ ...session, since: createdAt }))
    },
    'DELETE /account/session/{id}': async ({ params: { id }, request, reply }) => {
      const ended = await provider.endSession({ request, reply }, id)
      if (ended instanceof Problem) return ended
      await database.write(async ({ publish }) => publish({ type: 'session-ended', sessionId: id }))
      return { acknowledged: true }
    },
    'DELETE /account/sessions': ({ person, request, reply }) =>
      asUser(identity, person, async (user) => {
        const ended = await provider.endOtherSessions({ request, reply })
        if (ended instanceof Problem) return ended
        await database.write(async ({ publish }) => publish({ type: 'user-changed', userId: user.id }))
        return { acknowledged: true }
      }),
    'PUT /account/email': async ({ body: { email, password }, person, request, reply }) => {
      const http = { request, reply }
      return acknowledged(await requestEmailChange(stepping, { http, person, password, email }))
    },
    'POST /account/email/link': ({ body: { token }, person, request, reply }) =>
      followEmailLink(stepping, { http: { request, reply }, person, token }),
    'DELETE /account/email': ({ person }) =>
      asUser(identity, person, async (user) => {
        await database.write(({ tx }) => cancelEmailChange(tx, user.id))
        return { acknowledged: true }
      }),
    'GET /account/export': ({ person, request, reply }) =>
      asUser(identity, person, (user) => exportData(identity, { request, reply }, user)),
    'POST /account/deletion': async ({ body: { password }, person, request, reply }) => {
      const asked = { http: { request, reply }, person, password }
      return acknowledged(await deleteOwnAccount({ identity, forgetUser, limits }, asked))
    },
  })
}

/** Runs `act` with the row of the person who is signed in, which is inserted if it is missing. */
async function asUser<T>(
  identity: Identity,
  person: SessionPerson,
  act: (user: UserRow) => Promise<T | Problem>,
): Promise<T | Problem> {
  const user = await recordUser(identity, person)
  return user instanceof Problem ? user : act(user)
}
