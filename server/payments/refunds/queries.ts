import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'

/**
 * Locks a payment until the end of the transaction, so that two refunds of it cannot be checked at the same time. The
 * update sets a column to the value that it has. It locks the row on PostgreSQL, and also runs on SQLite, which has no
 * `SELECT … FOR UPDATE`.
 */
export function lockPayment(tx: Db, id: string): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set(({ ref }) => ({ amount_cents: ref('amount_cents') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

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

type NewRefund = Pick<RefundRow, 'payment_id' | 'amount_cents' | 'created_by'> &
  Partial<Pick<RefundRow, 'status' | 'reference'>>

/** Inserts a refund and returns it. Without a `status` it is pending. */
export async function insertRefund(
  tx: Db,
  { status = 'pending', reference = null, ...refund }: NewRefund,
): Promise<RefundRow> {
  const at = now()
  const row: RefundRow = {
    id: newId(),
    ...refund,
    status,
    reference,
    reason: null,
    created_at: at,
    settled_at: status === 'pending' ? null : at,
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

/** Inserts a pending refund of everything that was not refunded yet. Does nothing if all of it was. */
export async function insertRefundOfRest(tx: Db, { id, amount_cents }: PaymentRow): Promise<void> {
  const left = amount_cents - (await sumRefunds(tx, id, ['pending', 'succeeded']))
  if (left > 0) await insertRefund(tx, { payment_id: id, amount_cents: left, created_by: null })
}

export function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Returns a successful refund that was made at the gateway and not by this shop. `charge` is the reference of its
 * charge.
 */
export function findNotedRefund(
  db: Db,
  { charge, amountCents }: { charge: string; amountCents: number },
): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('reference', '=', charge)
    .where('amount_cents', '=', amountCents)
    .where('status', '=', 'succeeded')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores the gateway's reference of a pending refund. */
export async function writeRefundReference(
  tx: Db,
  { id, reference }: Pick<RefundRow, 'id'> & { reference: string },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ reference })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

type Result = Pick<RefundRow, 'id' | 'reference' | 'reason'> & { status: 'succeeded' | 'failed' }

/** Writes the outcome of a pending refund, and returns the refund. Returns undefined if it already has an outcome. */
export function writeRefundOutcome(
  tx: Db,
  { id, status, reference, reason }: Result,
): Promise<RefundRow | undefined> {
  return tx
    .updateTable('refunds')
    .set({ status, reference, reason, settled_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** Marks a successful refund as failed, because the bank has sent the money back to the shop. */
export async function writeRefundReturned(
  tx: Db,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ status: 'failed', reason, settled_at: now() })
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .execute()
}

const MOST_AT_ONCE = 100

/** Lists the oldest pending refunds, at most `MOST_AT_ONCE`, that were requested at the time `before` or earlier. */
export function listPendingRefunds(db: Db, before: number): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('status', '=', 'pending')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(MOST_AT_ONCE)
    .execute()
}

export function listPendingRefundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute()
}
