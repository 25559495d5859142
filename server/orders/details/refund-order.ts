import { Problem, wrongField } from '#contract/errors.ts'
import type { Refund } from '#contract/orders/receipt.ts'
import { describePriceProblem } from '#contract/selling/price-problems.ts'
import { formatMoney, toTotal } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'

/**
 * Refunds an amount of an order to the customer. The amounts are text, such as `12.50` or `12,50`. Returns a problem if
 * the amount left to refund is not `left`: the request may be the retry of one whose response was lost. Returns a problem
 * also if the gateway has refused the refund, which then stays in the list of the order as failed.
 */
export async function refundOrder(
  { database: { read }, payments, currency: currencyOf }: Orders,
  caller: Caller,
  { id, amount, left }: { id: string; amount: string; left?: string },
): Promise<{ acknowledged: true; status: Refund['status'] } | Problem> {
  const order = await findOrder(read, id)
  if (!order) return new Problem('not-found')
  const currency = await currencyOf()
  const amountCents = toTotal(amount, currency)
  // Only an order that cost nothing has nothing to refund.
  if (amountCents === null || (amountCents === 0 && order.total_cents !== 0)) {
    const message = describePriceProblem(amountCents === 0 ? 'zero' : 'not-an-amount', currency)
    return wrongField('amount', message)
  }
  const refunded = await payments.refund({
    paymentId: order.payment_id,
    amountCents,
    ...(left !== undefined && { leftCents: toTotal(left, currency) }),
    by: caller.userId,
    also: ({ tx }) =>
      writeAudit(tx, caller, {
        action: 'refunded order',
        subject: `Order ${order.number}`,
        detail: `${order.email}: ${formatMoney(amountCents, currency)}`,
      }),
  })
  if (refunded instanceof Problem) return refunded
  if (refunded.status !== 'failed') return { acknowledged: true, status: refunded.status }
  return new Problem('refund-refused', {
    detail: `Nothing was refunded. The gateway says: ${refunded.reason}`,
  })
}
