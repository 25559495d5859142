import { now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { queueSubscriptionMail } from '../subscription-mails.ts'

/** Counts down the deliveries that are left of gifts, in the transaction that orders one of each. A gift ends with the last one. */
export async function countDown(
  write: ShopWrite,
  ordered: SubscriptionRow[],
  { sendsMail = false }: { sendsMail?: boolean },
): Promise<void> {
  const gifts = ordered.filter(({ deliveries_left }) => deliveries_left !== null)
  for (const { id } of gifts) {
    const one = write.tx.updateTable('subscriptions').where('id', '=', id)
    const { deliveries_left } = await one
      .set(({ eb }) => ({ deliveries_left: eb('deliveries_left', '-', 1) }))
      .returning('deliveries_left')
      .executeTakeFirstOrThrow()
    if (deliveries_left !== 0) continue
    const over = { state: 'ended', ended_at: now(), ended_reason: 'The gift is used up.' } as const
    const ended = await one.set(over).returningAll().executeTakeFirstOrThrow()
    if (sendsMail) await queueSubscriptionMail(write, { event: 'gift-over', subscriptions: [ended] })
  }
}
