import type { Kysely } from 'kysely'
import type { AuditRow, PaymentRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>
type Page = { before: string | null; limit: number }

export async function insertEntry(db: Db, entry: AuditRow): Promise<void> {
  await db.insertInto('audit').values(entry).execute()
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
