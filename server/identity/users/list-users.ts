import { sql } from 'kysely'
import type { UsersQuery } from '#contract/paging.ts'
import type { User } from '#contract/users.ts'
import { text } from '#server/platform/tables/column.ts'
import { beginsWith, toLowerAscii } from '#server/platform/tables/filters.ts'
import { List } from '#server/platform/tables/list.ts'
import type { Tables, UserRow } from '#server/tables.ts'

const email = text(sql`email`)
const name = text(sql`lower(name)`)

/**
 * The dashboard's list of all users who were not deleted. The database indexes that sort the list contain only these
 * users.
 */
export const users = new List<Tables, 'users', UserRow, UsersQuery>({
  rows: (db) => db.selectFrom('users').where('archived_at', 'is', null).selectAll(),
  sorts: { email, name },
  filters: [
    (query) => beginsWith(email, query.email?.trim().toLowerCase()),
    (query) => beginsWith(name, query.name && toLowerAscii(query.name.trim())),
  ],
})

export function presentUser({ id, name: fullName, email: address, role }: UserRow): User {
  return { _id: id, name: fullName, email: address, ...(role && { role }) }
}
