import type { Kysely } from 'kysely'
import { columnsOf, fixedQuery } from '#server/platform/database/fixed-query.ts'
import type { CartItemRow, OrderRow, PaymentRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

/** The only statements that write `payment`, `payment_id`, `order_id` and `paid_at`. */

/** What is looked at before an item is paid. */
const held = ['id', 'product_id', 'product_name', 'price_cents'] as const

export type HeldItem = Pick<CartItemRow, (typeof held)[number]>

type Claim = { ids: string[]; userId: string; paymentId: string }

/** Lets one attempt hold what is unpaid and free among the caller's items; answers what it got. */
export const claimItems = fixedQuery((db: Db, { ids, userId, paymentId }: Claim) =>
  db
    .updateTable('cart_items')
    .set({ payment_id: paymentId })
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('payment', 'is', null)
    .where('payment_id', 'is', null)
    .where('removed_at', 'is', null)
    .returning(held),
)

export function listOwnItems(
  db: Db,
  { ids, userId }: { ids: string[]; userId: string },
): Promise<CartItemRow[]> {
  return db
    .selectFrom('cart_items')
    .selectAll()
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Of a new attempt; its outcome is written when there is one. */
const newPaymentColumns = [
  'id',
  'idempotency_key',
  'user_id',
  'kind',
  'amount_cents',
  'gateway',
  'status',
  'created_at',
] as const

export const insertPayment = fixedQuery(
  (db: Db, payment: Pick<PaymentRow, (typeof newPaymentColumns)[number]>) =>
    db
      .insertInto('payments')
      .values({ ...columnsOf(payment, newPaymentColumns), reference: null, settled_at: null }),
)

export function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

type Outcome = { id: string; status: 'succeeded' | 'failed'; reference: string | null; at: number }

/** Writes the outcome of a pending attempt. False when it has one already. */
export async function settlePayment(db: Db, outcome: Outcome): Promise<boolean> {
  return (await writeOutcome(db, outcome)).length > 0
}

const writeOutcome = fixedQuery((db: Db, { id, status, reference, at }: Outcome) =>
  db
    .updateTable('payments')
    .set({ status, reference, settled_at: at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id'),
)

type Paid = { paymentId: string; orderId: string | null; at: number }

export const markPaid = fixedQuery((db: Db, { paymentId, orderId, at }: Paid) =>
  db
    .updateTable('cart_items')
    .set({ payment: 'OK', order_id: orderId, paid_at: at })
    .where('payment_id', '=', paymentId)
    .returning(['email', 'customer']),
)

/** An item is paid at the price that was shown and charged. */
export async function repriceItem(db: Db, { id, cents }: { id: string; cents: number }): Promise<void> {
  await db.updateTable('cart_items').set({ price_cents: cents }).where('id', '=', id).execute()
}

export async function releaseItems(db: Db, paymentId: string): Promise<void> {
  await db
    .updateTable('cart_items')
    .set({ payment_id: null })
    .where('payment_id', '=', paymentId)
    .where('payment', 'is', null)
    .execute()
}

const orderColumns = [
  'id',
  'user_id',
  'email',
  'customer',
  'total_cents',
  'payment_id',
  'created_at',
] as const

export const insertOrder = fixedQuery((db: Db, order: OrderRow) =>
  db.insertInto('orders').values(columnsOf(order, orderColumns)),
)

export function findOrderOfPayment(db: Db, paymentId: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('orders').select('id').where('payment_id', '=', paymentId).executeTakeFirst()
}

const MOST_AT_ONCE = 100

/** Where a list of attempts was left. */
export type Place = Pick<PaymentRow, 'created_at' | 'id'>

export const FROM_THE_OLDEST: Place = { created_at: 0, id: '' }

type Asked = { before: number; time: number; after: Place }

/**
 * Attempts up to `before` whose outcome is not known, oldest first, from a place on; those of a time to come were made
 * before the clock was set back. Answers also where to go on.
 */
export async function listPending(
  db: Db,
  { before, time, after }: Asked,
): Promise<{ pending: PaymentRow[]; next: Place }> {
  const pending = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'pending')
    .where(({ or, eb }) => or([eb('created_at', '<=', before), eb('created_at', '>', time)]))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  return { pending, next: pending[MOST_AT_ONCE - 1] ?? FROM_THE_OLDEST }
}
