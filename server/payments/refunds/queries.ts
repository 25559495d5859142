import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'

/** Returns the sum, in cents, of the refunds of a payment that are in one of these states. */
export async function sumRefunds(db: Db, paymentId: string, states: RefundRow['status'][]): Promise<number> {
  const row = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<number | string | null>('amount_cents').as('cents'))
    .where('payment_id', '=', paymentId)
    .where('status', 'in', states)
    .executeTakeFirst()
  // In PostgreSQL the sum of a BIGINT column is a NUMERIC, which the library `pg` returns as a string.
  return Number(row?.cents ?? 0)
}

type NewRefund = Pick<RefundRow, 'payment_id' | 'amount_cents' | 'created_by'> & Partial<RefundRow>

/** Inserts a refund and returns it. Without a `status` it is pending. */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<RefundRow> {
  const at = now()
  const row: RefundRow = {
    id: newId(),
    status: 'pending',
    reference: null,
    reason: null,
    created_at: at,
    settled_at: (refund.status ?? 'pending') === 'pending' ? null : at,
    dismissed_at: null,
    ...refund,
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

/**
 * Inserts a pending refund of everything that was not refunded yet. Does nothing if all of it was, or if the rest is not
 * less than `lessThan`, an amount that the gateway has refused to refund. `by` is the user id of the admin.
 */
export async function insertRefundOfRest(
  tx: Db,
  { id, amount_cents }: PaymentRow,
  { lessThan = Infinity, by = null }: { lessThan?: number; by?: string | null } = {},
): Promise<void> {
  const left = amount_cents - (await sumRefunds(tx, id, ['pending', 'succeeded']))
  if (left > 0 && left < lessThan)
    await insertRefund(tx, { payment_id: id, amount_cents: left, created_by: by })
}

export function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listRefundsOf(tx: Db, paymentId: string): Promise<RefundRow[]> {
  return tx.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()
}

/** Writes the state of a refund. */
export async function writeRefundState(tx: Db, id: string, state: Partial<RefundRow>): Promise<void> {
  await tx.updateTable('refunds').set(state).where('id', '=', id).execute()
}

const MAX_AT_ONCE = 100

/**
 * Lists the oldest pending refunds, at most `MAX_AT_ONCE`, that were requested at the time `before` or earlier. The
 * gateway has accepted those that have a reference.
 */
export function listPendingRefunds(
  db: Db,
  { before, isAccepted }: { before: number; isAccepted: boolean },
): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('status', '=', 'pending')
    .where('reference', isAccepted ? 'is not' : 'is', null)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(MAX_AT_ONCE)
    .execute()
}
