import type { Query } from '../snapshot.ts'
import { money } from '../rule.ts'
import { spanOfMonth } from './read-month.ts'

/** What came and went in a month, also by disputes that were lost, in the smallest unit of the currency of the shop. */
export type MonthSums = { paid: number; refunded: number; fees: number; lost: number }

/**
 * Adds up the payments and refunds of a month such as `2026-11` in the time zone of the shop, by the times of the payments
 * themselves. The files of the month are read by the times of the order lines, and must have the same sums. Fees in other
 * currencies are left out.
 */
export async function sumMonth(query: Query, month: string, currency: string): Promise<MonthSums> {
  const { from, to } = spanOfMonth(month)
  const [paid] = await query(`
    SELECT COALESCE(sum(payments.amount_cents), 0) AS cents,
      COALESCE(sum(CASE WHEN payments.fee_currency = '${currency}' THEN payments.fee_cents END), 0) AS fees
    FROM payments JOIN orders ON orders.payment_id = payments.id
    WHERE payments.status = 'succeeded' AND payments.settled_at >= ${from} AND payments.settled_at < ${to}`)
  const [refunded] = await query(`
    SELECT COALESCE(sum(refunds.amount_cents), 0) AS cents
    FROM refunds JOIN orders ON orders.payment_id = refunds.payment_id
    WHERE refunds.status = 'succeeded' AND refunds.settled_at >= ${from} AND refunds.settled_at < ${to}`)
  const [lost] = await query(`
    SELECT COALESCE(sum(disputes.amount_cents), 0) AS cents
    FROM disputes JOIN orders ON orders.payment_id = disputes.payment_id
    WHERE disputes.kind = 'dispute' AND disputes.status = 'lost'
      AND disputes.settled_at >= ${from} AND disputes.settled_at < ${to}`)
  return {
    paid: Number(paid?.['cents']),
    refunded: Number(refunded?.['cents']),
    fees: Number(paid?.['fees']),
    lost: Number(lost?.['cents']),
  }
}

/** Returns a sentence about the sums of a month. */
export function describeMonth(
  month: string,
  { paid, refunded, fees, lost }: MonthSums,
  currency: string,
): string {
  const text = (cents: number) => money(cents, currency)
  const sums = `In ${month}, ${text(paid)} were paid, ${text(refunded)} refunded and ${text(lost)} lost in disputes.`
  return `${sums} Known fees are ${text(fees)}.`
}
