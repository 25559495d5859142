import type { Kysely } from 'kysely'
import type { AuditRow, PaymentRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>
type Page = { before: string | null; limit: number }

export async function insertEntry(db: Db, entry: AuditRow): Promise<void> {
  await db.insertInto('audit').values(entry).execute()
}

export function listEntries(db: Db, { before, limit }: Page): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type PaymentWithEmail = PaymentRow & { email: string | null }

export function listPayments(db: Db, { before, limit }: Page): Promise<PaymentWithEmail[]> {
  return db
    .selectFrom('payments')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .selectAll('payments')
    .select('users.email')
    .$if(before !== null, (query) => query.where('payments.id', '<', before ?? ''))
    .orderBy('payments.id', 'desc')
    .limit(limit)
    .execute()
}

export type PaidProduct = { payment_id: string | null; product_name: string; count: number }

/** What payments hold: each product once for every payment, those put into the cart first before others. */
export async function countProducts(db: Db, paymentIds: string[]): Promise<PaidProduct[]> {
  if (paymentIds.length === 0) return []
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => ['payment_id', 'product_name', fn.countAll<number>().as('count')])
    .where('payment_id', 'in', paymentIds)
    .groupBy(['payment_id', 'product_name'])
    .orderBy(({ fn }) => fn.min('id'))
    .execute()
}
