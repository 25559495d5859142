import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { linesFor } from './lines-of-delivery.ts'
import type { Closing, Parts } from './order-delivery.ts'
import { agreeAgain } from './place-renewal.ts'
import { queueSubscriptionMail } from './subscription-mails.ts'

/** How long before a delivery is ordered its customer is reminded: 3 days. */
const AHEAD_MS = 3 * 24 * 60 * 60_000

/** Queues the mails about deliveries that will be ordered in three days, one about each. */
export async function remind(parts: Parts, signal?: AbortSignal): Promise<void> {
  const settings = await parts.selling.settingsNow()
  for await (const closing of dueDeliveries(parts.database.read, settings, now() + AHEAD_MS)) {
    if (signal?.aborted) return
    const { planned, subscriptions } = closing
    const isNew = subscriptions.some(({ reminded_for }) => reminded_for !== planned.roastOn)
    if (isNew && planned.closesAt > now())
      await parts.database.write((write) => remindOf(parts, write, { settings, closing }))
  }
}

type Reminding = { settings: SellingSettings; closing: Closing }

async function remindOf(
  { payments }: Parts,
  write: ShopWrite,
  { settings, closing: { planned, subscriptions } }: Reminding,
): Promise<void> {
  const { tx } = write
  const { roastOn, closesAt } = planned
  const reminded = await tx
    .updateTable('subscriptions')
    .set({ reminded_for: roastOn })
    .where(
      'id',
      'in',
      subscriptions.map(({ id }) => id),
    )
    .where('state', '=', 'active')
    .where(({ or, eb }) => or([eb('reminded_for', 'is', null), eb('reminded_for', '<>', roastOn)]))
    .returningAll()
    .execute()
  const [one] = reminded
  const owner =
    one && (await tx.selectFrom('users').selectAll().where('id', '=', one.user_id).executeTakeFirst())
  if (!owner) return
  const wanted = { settings, owner, claimed: subscriptions, at: closesAt }
  const { lines, missing } = await linesFor(payments.products, tx, wanted)
  const placing = { one, planned, settings, lines: lines.map(({ line }) => line) }
  const agreed = await agreeAgain(payments, tx, placing)
  const cents = agreed instanceof Problem || missing.length > 0 ? undefined : agreed.checkout.total
  await queueSubscriptionMail(write, {
    event: agreed instanceof Problem ? 'impossible' : 'reminder',
    subscriptions,
    roastOn,
    until: closesAt,
    ...(cents !== undefined && one.deliveries_left === null && { cents }),
  })
}
