import { Problem } from '#contract/errors.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { queueCancellationNotice } from '../after-sale-mails.ts'
import type { Orders } from '../orders.ts'
import { movedMeanwhile } from '../state/moved-meanwhile.ts'
import { notifyCustomer } from '../state/notify-customer.ts'
import { findOwnOrder } from './queries.ts'

/**
 * Cancels one of the caller's orders that waits for its payment. Its stock is given back, and the caller and the shop
 * get a mail. Returns a problem if the order is paid or sent, or was marked as paid at the same time.
 */
export async function cancelOwnOrder(
  { database, payments, sendsMail }: Orders,
  { userId }: Caller,
  id: string,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const order = await findOwnOrder(database.read, { userId, id })
  if (!order) return new Problem('not-found')
  if (order.state === 'cancelled') return { acknowledged: true, modifiedCount: 0 }
  if (order.state !== 'waiting') return movedMeanwhile(order)
  const ended = await payments.cancelAttempt(order.payment_id, {
    by: userId,
    also: async ({ tx }) => {
      const after = await findOwnOrder(tx, { userId, id })
      if (after?.state !== 'cancelled') return
      const isFirst = await notifyCustomer(tx, { sendsMail }, after)
      if (isFirst) await queueCancellationNotice(tx, after)
    },
  })
  if (ended instanceof Problem) return ended
  return { acknowledged: true, modifiedCount: 1 }
}
