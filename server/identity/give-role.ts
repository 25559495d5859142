import type { Kysely } from 'kysely'
import type { Tables, UserRow } from '#server/tables.ts'
import { findUserByEmail, setRole } from './queries.ts'

/** Gives the account with this e-mail address a role; answers it, or null when there is none. */
export async function giveRole(tx: Kysely<Tables>, { email, role }: Pick<UserRow, 'email' | 'role'>): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email)
  if (!user) return null
  await setRole(tx, { id: user.id, role })
  return user
}
