import { Problem } from '#contract/errors.ts'
import type { Refund } from '#contract/orders/order-details.ts'
import { formatMoney, toTotal } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Orders } from '../orders.ts'
import { findOrder } from '../queries.ts'

type Asked = { id: string; amount: string }

/** Refunds an amount of an order to the customer. The amount is text, such as `12.50`. */
export async function refundOrder(
  { database, payments }: Orders,
  caller: Caller,
  { id, amount }: Asked,
): Promise<{ acknowledged: true; status: Refund['status'] } | Problem> {
  const order = await findOrder(database.read, id)
  if (!order) return new Problem('not-found')
  const amountCents = toTotal(amount)
  if (!amountCents)
    return new Problem('invalid-input', { errors: [{ field: 'amount', message: 'must be more than 0' }] })
  const refunded = await payments.refund({ paymentId: order.payment_id, amountCents, by: caller.userId })
  if (refunded instanceof Problem) return refunded
  await database.write(({ tx }) =>
    writeAudit(tx, caller, {
      action: 'refunded order',
      subject: `Order ${order.number}`,
      detail: `${order.email}: ${formatMoney(amountCents)}`,
    }),
  )
  return { acknowledged: true, status: refunded.status }
}
