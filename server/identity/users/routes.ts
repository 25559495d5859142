import { Problem } from '#contract/errors.ts'
import { userCalls } from '#contract/users.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import { takeInvitation } from '../invitations/take-invitation.ts'
import { makeAdmin, removeAdmin } from './change-role.ts'
import { deleteUser } from './delete-user.ts'
import type { UserDeleting } from './delete-user.ts'
import { presentUser, users } from './list-users.ts'

export function userRoutes(setup: CallsSetup, deleting: UserDeleting): void {
  const { database } = deleting
  serveCalls(setup, userCalls, {
    'GET /allUser': async (request) => (await servePage(database, users, request)).map(presentUser),
    'GET /count/users': async ({ query }) => ({ rows: await users.count(database, query) }),
    'PUT /makeAdmin/{id}': async ({ caller, params }) =>
      modified(await makeAdmin(database, caller, params.id)),
    'POST /invitation': ({ caller, body }) => takeInvitation(database, caller, body.code),
    'PUT /removeAdmin/{id}': async ({ caller, params }) =>
      modified(await removeAdmin(database, caller, params.id)),
    'DELETE /userDelete/{id}': async ({ caller, params }) => {
      const deleted = await deleteUser(deleting, caller, params.id)
      return deleted instanceof Problem ? deleted : { acknowledged: true, deletedCount: 1 }
    },
  })
}

function modified(changed: true | Problem) {
  return changed instanceof Problem ? changed : { acknowledged: true, modifiedCount: 1 }
}
