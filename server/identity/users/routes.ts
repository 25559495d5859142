import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { UsersQuery } from '#contract/paging.ts'
import { userCalls } from '#contract/users.ts'
import type { User } from '#contract/users.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { text } from '#server/platform/tables/column.ts'
import { beginsWith, toLowerAscii } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { Tables, UserRow } from '#server/tables.ts'
import { takeInvitation } from '../invitations.ts'
import { changeRole } from './change-role.ts'
import { deleteUser } from './delete-user.ts'
import type { ForgetUser } from './delete-user.ts'

const email = text(sql`email`)
const name = text(sql`lower(name)`)

/**
 * The dashboard's list of all users who were not deleted. The database indexes that sort the list contain only these
 * users.
 */
export const users = new List<Tables, 'users', UserRow, UsersQuery>({
  rows: (db) =>
    db.selectFrom('users').where('archived_at', 'is', null).where('mailbox', 'is', null).selectAll(),
  sorts: { email, name },
  filters: [
    (query) => beginsWith(email, query.email?.trim().toLowerCase()),
    (query) => beginsWith(name, query.name && toLowerAscii(query.name.trim())),
  ],
})

type UserSetup = {
  database: ShopDatabase
  forgetUser: ForgetUser
  /** Returns whether a payment of the user, which may still lead to an order, has no outcome yet. */
  isPaying: (tx: Db, userId: string) => Promise<boolean>
}

/** A user is not deleted while a payment may still lead to an order: name and address in it would never be erased. */
export function userRoutes(setup: CallsSetup, { database, forgetUser, isPaying }: UserSetup): void {
  const finish = async (tx: Db, { id }: UserRow) =>
    (await isPaying(tx, id)) ? new Problem('user-is-paying') : null
  serveCalls(setup, userCalls, {
    'GET /allUser': async (request) => (await servePage(database, users, request)).map(presentUser),
    'GET /count/users': async ({ query }) => ({ rows: await users.count(database, query) }),
    'PUT /makeAdmin/{id}': async ({ caller, params: { id } }) =>
      modified(await changeRole(database, caller, { id, role: 'Admin' })),
    'PUT /makePacker/{id}': async ({ caller, params: { id } }) =>
      modified(await changeRole(database, caller, { id, role: 'Packer' })),
    'PUT /removePacker/{id}': async ({ caller, params: { id } }) =>
      modified(await changeRole(database, caller, { id, role: 'Packer', isTaken: true })),
    'POST /invitation': ({ caller, body }) => takeInvitation(database, caller, body.code),
    'PUT /removeAdmin/{id}': async ({ caller, params: { id } }) =>
      modified(await changeRole(database, caller, { id, role: 'Admin', isTaken: true })),
    'DELETE /userDelete/{id}': async ({ caller: admin, params: { id } }) => {
      const deleted = await deleteUser(database, { id, admin, forgetUser, finish })
      return deleted instanceof Problem ? deleted : { acknowledged: true, deletedCount: 1 }
    },
  })
}

function presentUser({ id, name: fullName, email: address, role }: UserRow): User {
  return { _id: id, name: fullName, email: address, ...(role && { role }) }
}

function modified(changed: true | Problem) {
  return changed instanceof Problem ? changed : { acknowledged: true, modifiedCount: 1 }
}
