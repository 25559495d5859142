import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow, PaymentRow, UserRow } from '#server/tables.ts'

/** The maximum number of payments that are listed for each fault. */
const MOST = 100

/**
 * A payment with the e-mail address of its customer and with its order. The fields of a user or an order that does not
 * exist are null.
 */
export type DeskRow = Pick<PaymentRow, 'id' | 'amount_cents' | 'gateway' | 'status' | 'created_at'> & {
  email: UserRow['email'] | null
  order_id: OrderRow['id'] | null
  number: OrderRow['number'] | null
}

function payments(db: Db) {
  return db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .select(['payments.id', 'payments.amount_cents', 'gateway', 'payments.status', 'payments.created_at'])
    .select(['users.email', 'orders.id as order_id', 'orders.number'])
    .orderBy('payments.id', 'desc')
    .limit(MOST)
}

/**
 * Lists successful payments without an order, unless they were refunded in full. `has_lines` is 1 if the payment has
 * lines without an order, so that the order can still be placed.
 */
export function listPaidWithoutOrder(db: Db): Promise<(DeskRow & { has_lines: number })[]> {
  const hasLines = sql<number>`CASE WHEN EXISTS (
    SELECT 1 FROM cart_items WHERE cart_items.payment_id = payments.id AND order_id IS NULL) THEN 1 ELSE 0 END`
  return payments(db)
    .select(hasLines.as('has_lines'))
    .where('payments.status', '=', 'succeeded')
    .where('orders.id', 'is', null)
    .where(sql<SqlBool>`payments.amount_cents > COALESCE(${refundedCents}, 0)`)
    .execute()
}

/**
 * The sum of the refunds of a payment that have succeeded or may still succeed, in cents, or null if there are none.
 */
const refundedCents = sql<number>`(
  SELECT sum(amount_cents) FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status <> 'failed')`

export function listOrdersWithoutPayment(db: Db): Promise<DeskRow[]> {
  return payments(db)
    .where('orders.state', 'not in', ['waiting', 'cancelled'])
    .where('payments.status', '!=', 'succeeded')
    .execute()
}

/**
 * Lists payments that failed but have a `reference`, because their money arrived later. Payments that were refunded in
 * full are left out.
 */
export function listPaidLate(db: Db): Promise<DeskRow[]> {
  return payments(db)
    .where('payments.status', '=', 'failed')
    .where('payments.reference', 'is not', null)
    .where(sql<SqlBool>`payments.amount_cents > COALESCE(${refundedCents}, 0)`)
    .execute()
}

/** Lists payments whose newest refund has failed, with the amount of this refund. */
export function listFailedRefunds(db: Db): Promise<(DeskRow & { refund_cents: number })[]> {
  return payments(db)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select('refunds.amount_cents as refund_cents')
    .where('payments.status', '=', 'succeeded')
    .where('refunds.status', '=', 'failed')
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM refunds AS newer WHERE newer.payment_id = payments.id AND newer.id > refunds.id)`,
    )
    .execute()
}

/**
 * Lists pending payments from before the time `before` (UTC milliseconds). Payments with an order are left out: their
 * customers pay later.
 */
export function listOldAttempts(db: Db, before: number): Promise<DeskRow[]> {
  return payments(db)
    .where('payments.status', '=', 'pending')
    .where('payments.created_at', '<', before)
    .where('orders.id', 'is', null)
    .execute()
}
