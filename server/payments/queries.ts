import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'

/** The columns that have a value in a new payment. All other columns are NULL at first. */
const newAttemptColumns = [
  'id',
  'idempotency_key',
  'user_id',
  'kind',
  'amount_cents',
  'gateway',
  'status',
  'created_at',
  'has_checkout',
  'taken_stock',
] as const

export const insertAttempt = fixedQuery(
  (db: Db, attempt: Pick<PaymentRow, (typeof newAttemptColumns)[number]>) =>
    db.insertInto('payments').values({
      ...columnsOf(attempt, newAttemptColumns),
      reference: null,
      reason: null,
      settled_at: null,
      session: null,
      url: null,
    }),
)

/**
 * Locks a user until the end of the transaction, so that two payments that the user opens at the same time do not both
 * count the same open payments. The update sets a column to the value that it has.
 */
export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('id', '=', id)
    .execute()
}

/** Counts the open payments of a user, and the cart lines that they reserve. */
export async function countOpen(db: Db, userId: string): Promise<{ payments: number; lines: number }> {
  const row = await db
    .selectFrom('payments')
    .leftJoin('cart_items', (join) =>
      join.onRef('cart_items.payment_id', '=', 'payments.id').on('cart_items.user_id', '=', userId),
    )
    .select(({ fn }) => [
      fn.count<number>('payments.id').distinct().as('payments'),
      fn.count<number>('cart_items.id').as('lines'),
    ])
    .where('payments.user_id', '=', userId)
    .where('payments.status', '=', 'pending')
    .where('payments.gateway', '!=', 'later')
    // A bank debit that is on its way has a session, and no page any more. Its customer has nothing left to do.
    .where(({ or, eb }) => or([eb('session', 'is', null), eb('url', 'is not', null)]))
    .executeTakeFirst()
  return { payments: Number(row?.payments ?? 0), lines: Number(row?.lines ?? 0) }
}

export function findAttempt(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds payments by the references that their gateway has given to them. */
export function findAttemptsByReference(db: Db, references: string[]): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('reference', 'in', references).execute()
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

/**
 * Notes that the customer of a pending payment has completed the gateway's page. Returns false if that was known, or if
 * there was no page.
 */
export async function closePage(tx: Db, { id, user_id }: AttemptKey): Promise<boolean> {
  const row = await tx
    .updateTable('payments')
    .set({ url: null })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .where('url', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Session = AttemptKey & { session: string; url: string | null }

/**
 * Stores the gateway's id (`session`) and the URL of the page on which the customer completes a pending payment. `url`
 * is null once the customer has completed it. Changes nothing if the payment already has an outcome, or another page,
 * whose URL the customer may have had.
 */
export async function writeSession(db: Db, { id, user_id, session, url }: Session): Promise<void> {
  await db
    .updateTable('payments')
    .set({ session, url })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .where(({ or, eb }) => or([eb('session', 'is', null), eb('session', '=', session)]))
    .execute()
}

type Result = Pick<PaymentRow, 'reference' | 'reason'> & {
  id: string
  userId: string
  status: 'succeeded' | 'failed'
  at: number
}

/** Writes the outcome of a pending payment. Returns false if the payment already has an outcome, which is then kept. */
export async function writeOutcome(db: Db, result: Result): Promise<boolean> {
  return (await updateIfPending(db, result)).length > 0
}

const updateIfPending = fixedQuery((db: Db, { id, userId, status, reference, reason, at }: Result) =>
  db
    .updateTable('payments')
    .set({ status, reference, reason, settled_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('id'),
)

/** Makes a payment that has succeeded pending again. Returns false if it has not succeeded. */
export async function reopenAttempt(db: Db, { id, user_id }: AttemptKey): Promise<boolean> {
  const row = await db
    .updateTable('payments')
    .set({ status: 'pending', reference: null, settled_at: null })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'succeeded')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type WrongAmount = Pick<
  PaymentRow,
  'id' | 'user_id' | 'reason' | 'arrived_cents' | 'arrived_currency' | 'arrived_reference'
>

/**
 * Stores the money that has arrived for a payment and is not what the payment is about. The payment stays pending or
 * failed.
 */
export async function writeWrongAmount(db: Db, { id, user_id, ...arrived }: WrongAmount): Promise<void> {
  await db
    .updateTable('payments')
    .set(arrived)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('status', '!=', 'succeeded')
    .where('reference', 'is', null)
    .execute()
}

/** Makes a payment for which another amount has arrived a failed payment of that amount, and returns it. */
export function writeArrived(db: Db, { id, user_id }: AttemptKey, at: number): Promise<PaymentRow> {
  return db
    .updateTable('payments')
    .set(({ ref }) => ({
      status: 'failed',
      settled_at: at,
      url: null,
      amount_cents: ref('arrived_cents').$notNull(),
      currency: ref('arrived_currency'),
      reference: ref('arrived_reference'),
    }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('arrived_reference', 'is not', null)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Stores the gateway's reference of a payment that has succeeded at the gateway after the shop had marked it as failed.
 * Returns false if a reference is already stored, or if the payment has not failed.
 */
export async function writeLateReference(
  db: Db,
  { id, user_id, reference }: AttemptKey & { reference: string },
): Promise<boolean> {
  const row = await db
    .updateTable('payments')
    .set({ reference })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'failed')
    .where('reference', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const MAX_AT_ONCE = 100

/** The last payment on a page of the list of pending payments. The next page begins after it. */
export type Cursor = Pick<PaymentRow, 'created_at' | 'id'>

export const FROM_THE_OLDEST: Cursor = { created_at: 0, id: '' }

type PendingPage = { before: number; time: number; after: Cursor; except: string[] }

/**
 * Returns a page of pending payments, oldest first, and the cursor of the next page. The page contains payments that
 * were started at the time `before` or earlier. It also contains payments with a start after `time`, the current time:
 * the clock was set back after they had started. Payments of the gateways in `except` are left out.
 */
export async function listPending(
  db: Db,
  { before, time, after, except }: PendingPage,
): Promise<{ pending: PaymentRow[]; next: Cursor }> {
  const pending = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'pending')
    .$if(except.length > 0, (query) => query.where('gateway', 'not in', except))
    .where(({ or, eb }) => or([eb('created_at', '<=', before), eb('created_at', '>', time)]))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_AT_ONCE)
    .execute()
  return { pending, next: pending[MAX_AT_ONCE - 1] ?? FROM_THE_OLDEST }
}

/**
 * Counts the payments by status, without orders that are paid later: no gateway accepts or declines those. Only ids from `fromId` up to, but not including, `untilId` are counted. That selects a
 * span of time, because an id begins with the time at which the payment was started.
 */
export function countByStatus(
  db: Db,
  { fromId, untilId }: { fromId: string; untilId: string },
): Promise<{ status: PaymentRow['status']; payments: number }[]> {
  return db
    .selectFrom('payments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('payments')])
    .where('gateway', '!=', 'later')
    .where('id', '>=', fromId)
    .where('id', '<', untilId)
    .groupBy('status')
    .execute()
}

/** Counts the payments that have failed for this reason. Only ids from `fromId` on are counted. */
export async function countFailed(
  db: Db,
  { reason, fromId }: { reason: string; fromId: string },
): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where('id', '>=', fromId)
    .where('status', '=', 'failed')
    .where('reason', '=', reason)
    .executeTakeFirst()
  return Number(row?.payments ?? 0)
}

/** Counts the payments without an outcome for each gateway. `oldest` is the start of the first one. */
export function countPending(db: Db): Promise<{ gateway: string; payments: number; oldest: number }[]> {
  return db
    .selectFrom('payments')
    .select(({ fn }) => [
      'gateway',
      fn.countAll<number>().as('payments'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .where('status', '=', 'pending')
    .groupBy('gateway')
    .execute()
}
