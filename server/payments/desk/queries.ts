import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow, UserRow } from '#server/tables.ts'
import { WRONG_AMOUNT } from '#server/tables/payment-rows.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'

/** The maximum number of payments that are listed for each fault. */
const MAX_LISTED = 100

/** A payment with its order, if it has one, and the customer. `left_cents` is what was not refunded. */
export type DeskRow = Pick<
  PaymentRow,
  'id' | 'user_id' | 'gateway' | 'status' | 'created_at' | 'currency'
> & {
  left_cents: number
  email: UserRow['email'] | null
  order_id: OrderRow['id'] | null
  number: OrderRow['number'] | null
}

/** Which payments to look at: the one with this id, or all. */
export type Scope = { paymentId?: string }

/** What is left of a payment after the refunds that have succeeded or may still succeed. */
const leftCents = sql<number>`payments.amount_cents - CAST(COALESCE((
  SELECT sum(amount_cents) FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status <> 'failed'
), 0) AS BIGINT)`

const hasMoneyLeft = sql<SqlBool>`${leftCents} > 0`

function payments(db: Db, { paymentId }: Scope) {
  return db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .select([
      'payments.id',
      'payments.user_id',
      'gateway',
      'payments.status',
      'payments.created_at',
      'payments.currency',
      leftCents.as('left_cents'),
    ])
    .select(['users.email', 'orders.id as order_id', 'orders.number'])
    .$if(paymentId !== undefined, (query) => query.where('payments.id', '=', String(paymentId)))
    .orderBy('payments.id', 'desc')
    .limit(MAX_LISTED)
}

/**
 * Lists successful payments without an order. `has_lines` is 1 if the lines that the payment has reserved still exist,
 * so that the order can be placed.
 */
export function listPaidWithoutOrder(db: Db, scope: Scope): Promise<(DeskRow & { has_lines: number })[]> {
  const hasLines = sql<number>`CASE WHEN EXISTS (
    SELECT 1 FROM cart_items WHERE cart_items.payment_id = payments.id AND order_id IS NULL) THEN 1 ELSE 0 END`
  return payments(db, scope)
    .select(hasLines.as('has_lines'))
    .where('payments.status', '=', 'succeeded')
    .where('orders.id', 'is', null)
    .where(hasMoneyLeft)
    .execute()
}

export function listOrdersWithoutPayment(db: Db, scope: Scope): Promise<DeskRow[]> {
  return payments(db, scope)
    .where('orders.state', 'not in', ['waiting', 'cancelled'])
    .where('payments.status', '!=', 'succeeded')
    .execute()
}

/**
 * Lists failed payments whose money arrived nevertheless and was not paid back. Those of nobody are charges that the
 * shop has found at the gateway.
 */
export function listPaidLate(db: Db, scope: Scope): Promise<DeskRow[]> {
  return payments(db, scope)
    .where('payments.status', '=', 'failed')
    .where('payments.reference', 'is not', null)
    .where(hasMoneyLeft)
    .execute()
}

type FailedRefund = DeskRow & Pick<RefundRow, 'reason'> & { refund_cents: number }

/**
 * Lists payments with a refund that has failed, and after which no other refund was made or failed. `refund_cents` is
 * the amount of this refund. A refund can fail long after it was made, so newer refunds may have been made before it
 * failed.
 */
export function listFailedRefunds(db: Db, scope: Scope): Promise<FailedRefund[]> {
  return payments(db, scope)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['refunds.amount_cents as refund_cents', 'refunds.reason'])
    .where('payments.status', '=', 'succeeded')
    .where('refunds.status', '=', 'failed')
    .where('refunds.dismissed_at', 'is', null)
    .where(hasMoneyLeft)
    .where(
      sql<SqlBool>`NOT EXISTS (
        SELECT 1 FROM refunds AS other
        WHERE other.payment_id = payments.id AND other.id <> refunds.id AND (
          other.created_at >= refunds.settled_at OR (other.status = 'failed' AND other.settled_at > refunds.settled_at)))`,
    )
    .execute()
}

/** A payment with a dispute. `dispute` is the state of the dispute. */
export type DisputedPayment = DeskRow &
  Pick<DisputeRow, 'kind' | 'reason' | 'due_at'> & { dispute: DisputeRow['status']; disputed_cents: number }

/** Lists payments with a dispute, or with a warning about fraud on which the admin can still act. */
export function listDisputes(db: Db, scope: Scope): Promise<DisputedPayment[]> {
  return payments(db, scope)
    .innerJoin('disputes', 'disputes.payment_id', 'payments.id')
    .select(['disputes.kind', 'disputes.reason', 'disputes.due_at', 'disputes.status as dispute'])
    .select('disputes.amount_cents as disputed_cents')
    .where('disputes.dismissed_at', 'is', null)
    .where(({ or, eb }) => or([eb('disputes.kind', '=', 'dispute'), eb('disputes.status', '=', 'open')]))
    .execute()
}

type WrongAmount = DeskRow & Pick<PaymentRow, 'arrived_cents' | 'arrived_currency'> & { reason: string }

/** Lists payments for which money of another amount or currency has arrived, and that were not closed because of it. */
export function listWrongAmounts(db: Db, scope: Scope): Promise<WrongAmount[]> {
  return payments(db, scope)
    .select(['arrived_cents', 'arrived_currency', sql<string>`payments.reason`.as('reason')])
    .where('payments.reason', 'like', `${WRONG_AMOUNT}%`)
    .where('payments.reference', 'is', null)
    .execute()
}

/** Lists payments that have been pending since before the time `before`. Orders that are paid later may wait. */
export function listOldAttempts(db: Db, scope: Scope, before: number): Promise<DeskRow[]> {
  return payments(db, scope)
    .where('payments.status', '=', 'pending')
    .where('payments.created_at', '<', before)
    .where('orders.id', 'is', null)
    .execute()
}

/** The maximum number of customers in the list of held bags. */
const MAX_HOLDERS = 20

type Holder = { email: UserRow['email'] | null; bags: number; payments: number; since: number }

/** Lists the customers with open payments, those that reserve the most bags first. */
export function listHolders(db: Db): Promise<Holder[]> {
  return db
    .selectFrom('payments')
    .innerJoin('cart_items', 'cart_items.payment_id', 'payments.id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .select(({ fn }) => [
      'users.email',
      fn.count<number>('cart_items.id').as('bags'),
      fn.count<number>('payments.id').distinct().as('payments'),
      fn.min<number>('payments.created_at').as('since'),
    ])
    .where('payments.status', '=', 'pending')
    .where('payments.gateway', '!=', 'later')
    .groupBy(['payments.user_id', 'users.email'])
    .orderBy('bags', 'desc')
    .orderBy('since')
    .limit(MAX_HOLDERS)
    .execute()
}
