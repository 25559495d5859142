import { BY_HAND } from '#contract/selling/gateways.ts'
import { fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'

type Given =
  | 'id'
  | 'user_id'
  | 'kind'
  | 'amount_cents'
  | 'gateway'
  | 'created_at'
  | 'has_checkout'
  | 'taken_stock'

/** Returns a row for a pending payment, or for one of another state with the columns of `given`. */
export function newPayment(given: Pick<PaymentRow, Given> & Partial<PaymentRow>): PaymentRow {
  return {
    idempotency_key: given.id,
    status: 'pending',
    reference: null,
    reason: null,
    settled_at: null,
    session: null,
    url: null,
    fee_cents: null,
    fee_currency: null,
    currency: null,
    arrived_cents: null,
    arrived_currency: null,
    arrived_reference: null,
    network: null,
    subscription: null,
    mandate_id: null,
    due_at: null,
    tries: null,
    begun_at: null,
    ...given,
  }
}

export const insertAttempt = fixedQuery((db: Db, attempt: PaymentRow) =>
  db.insertInto('payments').values({ ...attempt }),
)

/** Counts the open payments of a person, who can have several ids, and the cart lines that they reserve. */
export async function countOpen(db: Db, userIds: string[]): Promise<{ payments: number; lines: number }> {
  const row = await db
    .selectFrom('payments')
    .leftJoin('cart_items', (join) =>
      join.onRef('cart_items.payment_id', '=', 'payments.id').on('cart_items.user_id', 'in', userIds),
    )
    .select(({ fn }) => [
      fn.count<number>('payments.id').distinct().as('payments'),
      fn.count<number>('cart_items.id').as('lines'),
    ])
    .where('payments.user_id', 'in', userIds)
    .where('payments.status', '=', 'pending')
    .where('payments.gateway', 'not in', BY_HAND)
    .where('payments.mandate_id', 'is', null)
    // A bank debit that is on its way has a session, and no page any more. Its customer has nothing left to do.
    .where(({ or, eb }) => or([eb('session', 'is', null), eb('url', 'is not', null)]))
    .executeTakeFirst()
  return { payments: Number(row?.payments ?? 0), lines: Number(row?.lines ?? 0) }
}

export function findAttempt(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds a payment by the reference that its gateway has given to it. */
export function findCharged(
  db: Db,
  { gateway, reference }: { gateway: string; reference: string },
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .where('gateway', '=', gateway)
    .executeTakeFirst()
}

/** The id of a payment, and the id of the user who makes it. */
export type AttemptKey = Pick<PaymentRow, 'id' | 'user_id'>

/** Finds a payment of a user. Returns undefined if it is one of another user. */
export function findOwnAttempt(db: Db, { id, user_id }: AttemptKey): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/**
 * Locks a payment until the end of the transaction, and returns it. The update sets a column to the value that it has.
 * It locks the row on PostgreSQL, and also runs on SQLite, which has no `SELECT … FOR UPDATE`.
 */
export function lockPayment(tx: Db, id: string): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Changes a payment that the transaction has locked. */
export async function updatePayment(tx: Db, id: string, changes: Partial<PaymentRow>): Promise<void> {
  await tx.updateTable('payments').set(changes).where('id', '=', id).execute()
}

type Result = Pick<PaymentRow, 'id' | 'status' | 'reference' | 'reason' | 'settled_at'>

/**
 * Writes the outcome of a pending payment. Returns no row if the payment already has an outcome, which is then kept.
 */
export const writeOutcome = fixedQuery((db: Db, { id, status, reference, reason, settled_at }: Result) =>
  db
    .updateTable('payments')
    .set({ status, reference, reason, settled_at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id'),
)

type Pending = { before: number; time: number; except: string[] }

/**
 * Lists the pending payments that were started at the time `before` or earlier, oldest first. It also lists payments
 * with a start after `time`, the current time: the clock was set back after they had started. Payments of the gateways
 * in `except` are left out, and so are renewals, for which `chargeDue` asks.
 */
export function listPending(db: Db, { before, time, except }: Pending): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'pending')
    .where('mandate_id', 'is', null)
    .$if(except.length > 0, (query) => query.where('gateway', 'not in', except))
    .where(({ or, eb }) => or([eb('created_at', '<=', before), eb('created_at', '>', time)]))
    .orderBy('created_at')
    .execute()
}
