import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { takeConfirmedInvitation } from './invitations.ts'
import { findAccount, findUserByEmail, findUserBySubject, refuseDuplicate } from './queries.ts'

/** `isProven` says that the user has opened a link that was mailed to the former address. Firebase does not ask for that. */
export type EmailChange = { userId: string; from: string; to: string; isProven: boolean }

/**
 * A function that updates the copies of a user's email address in other tables. It runs in the transaction that
 * changes the address.
 */
export type OnEmailChanged = (tx: Db, change: EmailChange) => Promise<void>

/**
 * A function that gives a user with a confirmed email address what the person has ordered as a guest with the same address.
 */
export type JoinGuests = (database: ShopDatabase, user: UserRow) => Promise<void>

/** `provider` is '' for the shop's own accounts, and names Firebase otherwise. */
export type RecordSetup = {
  database: ShopDatabase
  provider: string
  onEmailChanged: OnEmailChanged
  joinGuests: JoinGuests
}

/**
 * Returns the row in the shop's table `users` for a person who is signed in. Inserts the row
 * if it is missing, and updates it if the person has a new name or email address. Returns a `Problem` if an admin
 * has deleted the user, or if another user has the email address. A new user with an invited and confirmed address
 * becomes an admin. A user with a confirmed address gets the orders from before the account.
 */
export async function recordUser(setup: RecordSetup, person: SessionPerson): Promise<UserRow | Problem> {
  const { database, joinGuests } = setup
  const user = await findOrSave(setup, person)
  if (user instanceof Problem) return user
  const account = await findAccount(database.read, person.subject)
  // The account can have confirmed another address after the session was read.
  if (account?.confirmed === 1 && account.email === user.email) await joinGuests(database, user)
  return user
}

async function findOrSave(setup: RecordSetup, person: SessionPerson): Promise<UserRow | Problem> {
  const user = await findUserBySubject(setup.database.read, person.subject)
  if (user && user.archived_at !== null) return new Problem('forbidden')
  if (user?.name === person.name && user.email === person.email) return user
  const saved = await save(setup, person).catch(refuseDuplicate)
  if (!user && !(saved instanceof Problem)) await takeConfirmedInvitation(setup.database, saved)
  return saved
}

function save(
  { database, provider, onEmailChanged }: RecordSetup,
  person: SessionPerson,
): Promise<UserRow | Problem> {
  return database.write(async ({ tx, publish }): Promise<UserRow | Problem> => {
    const before = await findUserBySubject(tx, person.subject)
    const holder = await findUserByEmail(tx, person.email)
    if (holder && holder.subject !== person.subject) return new Problem('email-already-in-use')
    const { subject, email, name } = person
    await tx
      .insertInto('users')
      .values({ id: newId(), subject, email, name, created_at: now() })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ name, email }))
      .execute()
    const user = await findUserBySubject(tx, person.subject)
    if (!user || user.archived_at !== null) return new Problem('forbidden')
    if (before && before.email !== user.email)
      await onEmailChanged(tx, {
        userId: user.id,
        from: before.email,
        to: user.email,
        isProven: provider === '',
      })
    publish({ type: 'user-changed', userId: user.id })
    return user
  })
}
