import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import { lockUser } from '#server/cart/cart.ts'
import type { Payments } from '#server/payments/payments.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Selling } from '#server/selling/selling.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { DeliveryRow, SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { addPresents } from './desk/presents.ts'
import { linesFor } from './lines-of-delivery.ts'
import type { Line } from './lines-of-delivery.ts'
import { agreeAgain, placeRenewal } from './place-renewal.ts'
import type { Planned } from './schedule.ts'
import { queueSubscriptionMail } from './subscription-mails.ts'

export type Parts = { database: ShopDatabase; payments: Payments; selling: Selling; sendsMail?: boolean }

/**
 * Deliveries that become one order: of one person, to one place, on one roast day, and paid in one way. Nothing is ordered if
 * they are `isMissed`.
 */
export type Closing = { planned: Planned; subscriptions: SubscriptionRow[]; isMissed?: boolean }

type Sent = Pick<SubscriptionRow, 'user_id' | 'checkout' | 'mandate_id' | 'deliveries_left'>

/** Returns a key that subscriptions have in common whose deliveries of a roast day become one order, and go into one parcel. */
export function parcelKey({ user_id, checkout, mandate_id, deliveries_left }: Sent, roastOn: string): string {
  return JSON.stringify([user_id, checkout, mandate_id, deliveries_left === null, roastOn])
}

/**
 * Orders deliveries, which are charged later, and plans the next ones, in one transaction. A delivery whose coffee is sold
 * out is replaced by the second choice or left out. Deliveries that are too heavy for one order are ordered apart. If the roast day
 * has passed, nothing is ordered, and the owner decides.
 */
export async function orderDelivery(
  parts: Parts,
  settings: SellingSettings,
  closing: Closing,
): Promise<void> {
  const subscriptions = await orderTogetherOrApart(parts, settings, closing)
  if (subscriptions.length === 0) return
  await parts.database.write(async (write) => {
    const claimed = await claim(write.tx, { ...closing, subscriptions })
    await leaveOut(parts, write, {
      subscriptions: claimed,
      roastOn: closing.planned.roastOn,
      state: 'impossible',
    })
  })
}

/**
 * Orders the deliveries as one order, or as one each if they cannot be sent together. Only the first of these costs delivery,
 * because it is unsent when the others are placed. Returns the subscriptions whose deliveries are impossible even alone.
 */
async function orderTogetherOrApart(
  parts: Parts,
  settings: SellingSettings,
  closing: Closing,
): Promise<SubscriptionRow[]> {
  const problem = await parts.database.write((write) => orderWithin(parts, write, { settings, closing }))
  if (!problem) return []
  // Something has changed since it was looked up, or the gateway is not configured. The next call tries it again.
  if (problem.code !== 'cannot-be-delivered')
    throw new Error(`A delivery could not be ordered: ${problem.code}`)
  const { subscriptions } = closing
  if (subscriptions.length === 1) return subscriptions
  const impossible: SubscriptionRow[] = []
  for (const one of subscriptions)
    impossible.push(...(await orderTogetherOrApart(parts, settings, { ...closing, subscriptions: [one] })))
  return impossible
}

type Ordering = { settings: SellingSettings; closing: Closing }

async function orderWithin(
  parts: Parts,
  write: ShopWrite,
  { settings, closing }: Ordering,
): Promise<Problem | null> {
  const { tx } = write
  const { roastOn, cutOffAt } = closing.planned
  const userId = closing.subscriptions[0]?.user_id ?? ''
  await lockUser(tx, userId)
  const claimed = await claim(tx, closing)
  if (closing.isMissed || now() >= cutOffAt) {
    await insertDeliveries(tx, claimed, { roastOn, state: 'missed' })
    return null
  }
  const owner = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!owner || claimed.length === 0) return null
  const { lines, missing } = await linesFor(parts.payments.products, tx, { settings, owner, claimed })
  await leaveOut(parts, write, { subscriptions: missing, roastOn, state: 'sold-out' })
  const sent = claimed.filter((subscription) => !missing.includes(subscription))
  const id = newId()
  const renewed = await insertDeliveries(tx, sent, { roastOn, state: 'ordered', renewalId: id })
  // A day on which the shop is closed can put two deliveries of a subscription on one roast day. Only the first one is sent.
  const wanted = lines.filter((line) => renewed.has(line.subscriptionId))
  const [one] = sent
  if (!one || wanted.length === 0) return null
  const ordered = sent.filter((subscription) => renewed.has(subscription.id))
  const placingOf = (some: Line[]) => ({
    id,
    one,
    planned: closing.planned,
    settings,
    lines: some.map(({ line }) => line),
  })
  const canBeSent = async (some: Line[]) =>
    !((await agreeAgain(parts.payments, tx, placingOf(some))) instanceof Problem)
  const withPresents = { owner, sent: ordered, roastOn, lines: wanted, canBeSent }
  const all = await addPresents(parts.payments.products, tx, withPresents)
  await countDown(parts, write, ordered)
  return placeRenewal(parts.payments, write, placingOf(all))
}

/** Plans the next delivery of each subscription, and returns those that were still waiting for this one. */
async function claim(tx: Db, { subscriptions }: Closing): Promise<SubscriptionRow[]> {
  const claimed: SubscriptionRow[] = []
  for (const { id, next_on, mandate_id } of subscriptions) {
    const row = await tx.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
    const { numUpdatedRows } = await tx
      .updateTable('subscriptions')
      .set({ next_on: dayOfNext(next_on, row?.every_weeks ?? 1) })
      .where('id', '=', id)
      .where('next_on', '=', next_on)
      .where('state', '=', 'active')
      // A card that was saved since the delivery was planned is charged later than a transfer is asked for.
      .where('mandate_id', mandate_id === null ? 'is' : '=', mandate_id)
      .executeTakeFirst()
    if (row && numUpdatedRows > 0) claimed.push(row)
  }
  return claimed
}

type LeftOut = { subscriptions: SubscriptionRow[]; roastOn: string; state: 'sold-out' | 'impossible' }

/** Stores that deliveries were left out, and tells their customer. */
async function leaveOut(
  { sendsMail = false }: Parts,
  write: ShopWrite,
  { subscriptions, roastOn, state }: LeftOut,
): Promise<void> {
  const inserted = await insertDeliveries(write.tx, subscriptions, { roastOn, state })
  const leftOut = subscriptions.filter(({ id }) => inserted.has(id))
  if (sendsMail && leftOut.length > 0)
    await queueSubscriptionMail(write, { event: state, subscriptions: leftOut, roastOn })
}

/** Counts down the deliveries that are left of gifts, of each of which one is ordered. A gift ends with the last one. */
export async function countDown(
  { sendsMail = false }: Parts,
  write: ShopWrite,
  ordered: SubscriptionRow[],
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

type Outcome = Pick<DeliveryRow, 'state'> & { roastOn: string; renewalId?: string }

/** Stores what became of deliveries. Returns the ids of the subscriptions that had none on this roast day. */
async function insertDeliveries(
  tx: Db,
  subscriptions: SubscriptionRow[],
  { roastOn, state, renewalId = undefined }: Outcome,
): Promise<Set<string>> {
  if (subscriptions.length === 0) return new Set()
  const rows = subscriptions.map(({ id }) => ({
    subscription_id: id,
    roast_on: roastOn,
    state,
    renewal_id: renewalId ?? null,
    created_at: now(),
  }))
  const inserted = await tx
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('subscription_id')
    .execute()
  return new Set(inserted.map(({ subscription_id }) => subscription_id))
}
