import type { ExpressionBuilder } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
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
  const reminded = await markReminded(tx, { planned, subscriptions })
  const [one] = reminded
  const owner =
    one && (await tx.selectFrom('users').selectAll().where('id', '=', one.user_id).executeTakeFirst())
  if (!owner) return
  const agree = async (claimed: SubscriptionRow[]) => {
    const wanted = { settings, owner, claimed, at: closesAt }
    const { lines, missing } = await linesFor(payments.products, tx, wanted)
    const placing = { one, planned, settings, lines: lines.map(({ line }) => line) }
    return { missing, agreed: await agreeAgain(payments, tx, placing) }
  }
  const tell = (event: 'reminder' | 'impossible', some: SubscriptionRow[], cents?: number) =>
    queueSubscriptionMail(write, {
      event,
      subscriptions: some,
      roastOn,
      until: closesAt,
      ...(cents !== undefined && { cents }),
    })
  const { missing, agreed } = await agree(reminded)
  if (!(agreed instanceof Problem)) {
    const isKnown = missing.length === 0 && one.deliveries_left === null
    return tell('reminder', reminded, isKnown ? agreed.checkout.total : undefined)
  }
  // Each is ordered apart if they are too heavy together. Only the first costs delivery, so the price of each is not known yet.
  const apart: SubscriptionRow[] = []
  for (const each of reminded.length > 1 ? reminded : [])
    if (!((await agree([each])).agreed instanceof Problem)) apart.push(each)
  await tell('reminder', apart)
  await tell(
    'impossible',
    reminded.filter((each) => !apart.includes(each)),
  )
}

/** Returns the subscriptions that still wait for this delivery, or none if all were reminded of it. */
async function markReminded(
  tx: Db,
  { planned: { roastOn }, subscriptions }: Closing,
): Promise<SubscriptionRow[]> {
  const waiting = ({ eb, and, or }: ExpressionBuilder<Tables, 'subscriptions'>) =>
    and([
      eb('state', '=', 'active'),
      or(subscriptions.map(({ id, next_on }) => and([eb('id', '=', id), eb('next_on', '=', next_on)]))),
    ])
  const marked = await tx
    .updateTable('subscriptions')
    .set({ reminded_for: roastOn })
    .where(waiting)
    .where(({ or, eb }) => or([eb('reminded_for', 'is', null), eb('reminded_for', '<>', roastOn)]))
    .returning('id')
    .execute()
  if (marked.length === 0) return []
  return tx.selectFrom('subscriptions').selectAll().where(waiting).orderBy('id').execute()
}
