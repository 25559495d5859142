import { newId, now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { UserRow } from '#server/tables.ts'
import { findUserBySubject, saveUser } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** The shop's own row of a person, made if it is not there. Null for somebody whom an admin has removed. */
export async function recordUser(database: ShopDatabase, person: SessionPerson): Promise<UserRow | null> {
  const known = await findUserBySubject(database.read, person.subject)
  if (known && known.name === person.name) return known.archived_at === null ? known : null
  const user = await database.write(async ({ tx, publish }) => {
    await saveUser(tx, newUser(person))
    const saved = await findUserBySubject(tx, person.subject)
    if (saved) publish({ type: 'user-changed', userId: saved.id })
    return saved
  })
  return user && user.archived_at === null ? user : null
}

function newUser(person: SessionPerson): UserRow {
  const { subject, email, name } = person
  return { id: newId(), subject, email, name, role: null, created_at: now(), archived_at: null }
}
