import { Problem } from '#contract/errors.ts'
import { ownAccountCalls } from '#contract/identity/own-account.ts'
import type { Identity } from '#server/identity/identity.ts'
import {
  cancelEmailChange,
  followEmailLink,
  requestEmailChange,
} from '#server/identity/links/change-email.ts'
import { endOtherSessions, endOwnSession, readAccount, readSessions } from '#server/identity/own-account.ts'
import { recordUser } from '#server/identity/record-user.ts'
import { acknowledged } from '#server/identity/routes.ts'
import type { ForgetUser } from '#server/identity/users/delete-user.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { UserRow } from '#server/tables.ts'
import { deleteOwnAccount } from './delete-account.ts'
import { exportData } from './export-data.ts'

/** `currency` returns the currency of the shop. */
type AccountSetup = { identity: Identity; currency: () => Promise<string>; forgetUser: ForgetUser }

/** Adds the routes with which people manage their own account. */
export function ownAccountRoutes(setup: CallsSetup, { identity, currency, forgetUser }: AccountSetup): void {
  const { database } = identity
  const own = { ...identity, limits: setup.shared, forgetUser }
  serveCalls(setup, ownAccountCalls, {
    'GET /account': ({ person }) => asUser(identity, person, () => readAccount(identity, person)),
    'GET /account/sessions': ({ person }) => readSessions(database.read, person),
    'DELETE /account/session/{id}': async ({ params, person }) =>
      acknowledged(await endOwnSession(database, person, params.id)),
    'DELETE /account/sessions': async ({ person }) => {
      await endOtherSessions(database, person)
      return { acknowledged: true }
    },
    'PUT /account/email': async (call) => acknowledged(await requestEmailChange(own, call)),
    'POST /account/email/link': (call) => followEmailLink(own, call),
    'DELETE /account/email': async ({ person }) => {
      await cancelEmailChange(database, person.subject)
      return { acknowledged: true }
    },
    'GET /account/export': ({ person }) =>
      asUser(identity, person, async (user) =>
        exportData(identity, { person, user, currency: await currency() }),
      ),
    'POST /account/deletion': (call) =>
      asUser(identity, call.person, async ({ id }) => acknowledged(await deleteOwnAccount(own, call, id))),
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
