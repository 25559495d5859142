import { sql } from 'kysely'
import type { OwnData } from '#contract/identity/own-account.ts'
import type { Identity } from '#server/identity/identity.ts'
import { readFactors } from '#server/identity/factors/routes.ts'
import { readAccount, readSessions } from '#server/identity/own-account.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import { readSales } from './export-sales.ts'
import { readSubscriptions } from './export-subscriptions.ts'

/**
 * Returns everything that the shop stores about a user, except the notes that only admins see. Messages and mails are
 * found by the email address, so they are left out if the user has not shown that the address is theirs. Amounts are
 * in `currency`, that of the shop.
 */
export async function exportData(
  identity: Identity,
  { person, user, currency }: { person: SessionPerson; user: UserRow; currency: string },
): Promise<OwnData> {
  const { read } = identity.database
  const account = await readAccount(identity, person)
  const { emailVerified } = account
  const { hasTotp, passkeys } = await readFactors(identity, person)
  const addresses = await read
    .selectFrom('addresses')
    .select(['data', 'created_at as createdAt', 'used_at as usedAt'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute()
  const watchedProducts = await read
    .selectFrom('stock_watchers')
    .innerJoin('products', 'products.id', 'stock_watchers.product_id')
    .select(['products.name as product', 'stock_watchers.created_at as since'])
    .where('stock_watchers.user_id', '=', user.id)
    .execute()
  const reviews = await read
    .selectFrom('reviews')
    .select([
      'product_name as product',
      'stars',
      'text',
      'brewed_with as brewedWith',
      'written_at as writtenAt',
    ])
    .where('user_id', '=', user.id)
    .execute()
  return {
    exportedAt: now(),
    account: {
      id: user.id,
      name: user.name,
      email: user.email,
      ...account,
      role: user.role,
      createdAt: user.created_at,
      lastGrind: user.grind,
    },
    sessions: await readSessions(read, person),
    secondFactor: { hasTotp, passkeys },
    addresses: addresses.map(({ data, ...times }) => ({ address: JSON.parse(data), ...times })),
    ...(await readSales(read, { userId: user.id, email: user.email }, currency)),
    ...(await readSubscriptions(read, user.id, currency)),
    watchedProducts,
    reviews,
    ...(emailVerified ? await readLetters(read, user.email) : { messages: [], mails: [] }),
  }
}

async function readLetters(read: Db, email: string): Promise<Pick<OwnData, 'messages' | 'mails'>> {
  const messages = await read
    .selectFrom('messages')
    .select(['name', 'message', 'created_at as sentAt'])
    .where(sql`lower(email)`, '=', email)
    .orderBy('id')
    .execute()
  const mails = await read
    .selectFrom('outbox')
    .select(['subject', 'status', 'created_at as queuedAt', 'sent_at as sentAt'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return { messages, mails }
}
