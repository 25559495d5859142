import type { Checkout } from '#contract/selling/settings.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import type { SubscriptionPaid } from '#server/orders/payment-hooks.ts'
import { newId, now } from '#server/platform/clock.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { insertMandate } from './replace-card.ts'
import { dateIn, firstOpenDay } from './schedule.ts'

/** The reason why subscriptions ended whose first order is not paid after all. */
export const NOT_PAID = 'Its first order was not paid.'

/**
 * Begins the subscriptions of an order, whose coffees were its first deliveries, and returns them. Those of an order whose
 * payment was taken back exist, and go on unless the customer has ended them. None begins if the customer has withdrawn from the
 * order before its payment arrived.
 */
export async function beginSubscriptions(
  tx: Db,
  { payment, at, saved }: SubscriptionPaid,
): Promise<SubscriptionRow[]> {
  const own = tx.selectFrom('subscriptions').select('id').where('payment_id', '=', payment.id)
  if (await own.limit(1).executeTakeFirst()) {
    await goOn(tx, { paymentId: payment.id, reason: NOT_PAID })
    return []
  }
  const checkout = await readCheckout(tx, payment)
  if (!checkout || (await isWithdrawn(tx, payment))) return []
  const { user_id: userId, gateway, created_at } = payment
  const mandate_id = saved && (await insertMandate(tx, { userId, gateway, at: created_at }, saved))
  const { method, address, note, promise } = checkout
  const first = promise?.roastOn ?? dateIn(await readSelling(tx), at).toString()
  const begun: SubscriptionRow[] = []
  for (const line of await listSubscribed(tx, payment.id)) {
    const { product_id, grind, every_weeks, roasters_choice } = line
    const row = await insertSubscription(tx, {
      id: newId(),
      user_id: payment.user_id,
      payment_id: payment.id,
      every_weeks,
      next_on: dayOfNext(first, every_weeks),
      mandate_id,
      product_id,
      roasters_choice,
      grind,
      quantity: Number(line.quantity),
      price_cents: line.price_cents,
      checkout: JSON.stringify({ methodId: method.id, address, note }),
      deliveries_left: null,
      created_at: at,
    })
    begun.push(row)
  }
  return begun
}

/** Returns whether the customer has withdrawn from the order of a payment. The money of a bank debit arrives nevertheless. */
async function isWithdrawn(tx: Db, { id }: PaymentRow): Promise<boolean> {
  const withdrawn = tx.selectFrom('orders').select('id').where('payment_id', '=', id)
  return (await withdrawn.where('withdrawn_at', 'is not', null).executeTakeFirst()) !== undefined
}

/**
 * Goes on with the subscriptions of a payment that ended for a reason, with the first delivery that can be changed. A gift of which all
 * was ordered stays ended.
 */
export async function goOn(
  tx: Db,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<void> {
  const settings = await readSelling(tx)
  const ended = tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('ended_reason', '=', reason)
    .where(({ eb, or }) => or([eb('deliveries_left', 'is', null), eb('deliveries_left', '>', 0)]))
  for (const subscription of await ended.execute()) {
    const next_on = firstOpenDay(settings, subscription)
    await tx
      .updateTable('subscriptions')
      .set({ state: 'active', next_on, resumed_at: now(), ended_at: null, ended_reason: null })
      .where('id', '=', subscription.id)
      .execute()
  }
}

/** What every subscription has when it begins. */
const BEGUN = {
  state: 'active',
  second_product_id: null,
  new_price_cents: null,
  new_price_from: null,
  reminded_for: null,
  ended_at: null,
  ended_reason: null,
  present: null,
  resumed_at: null,
} as const

/** Inserts a subscription that begins, and returns it. */
export async function insertSubscription(
  tx: Db,
  terms: Omit<SubscriptionRow, keyof typeof BEGUN>,
): Promise<SubscriptionRow> {
  const row = { ...terms, ...BEGUN }
  await tx.insertInto('subscriptions').values(row).execute()
  return row
}

type Subscribed = Pick<
  SubscriptionRow,
  'product_id' | 'grind' | 'every_weeks' | 'roasters_choice' | 'price_cents'
> & {
  quantity: number | bigint | string
}

/** Lists the lines of a payment that begin subscriptions. Equal ones are one. Their prices are without discounts. */
function listSubscribed(tx: Db, paymentId: string): Promise<Subscribed[]> {
  return tx
    .selectFrom('cart_items')
    .select(['product_id', 'grind', 'every_weeks', 'roasters_choice'])
    .select(({ eb, fn }) => [
      fn.max(eb('price_cents', '+', eb.ref('discount_cents'))).as('price_cents'),
      fn.countAll().as('quantity'),
    ])
    .where('payment_id', '=', paymentId)
    .where('every_weeks', 'is not', null)
    .groupBy(['product_id', 'grind', 'every_weeks', 'roasters_choice'])
    .orderBy('product_id')
    .$narrowType<{ every_weeks: Rhythm }>()
    .execute()
}

/** Returns what the customer agreed to in the checkout of a payment, or null if it had none. */
export async function readCheckout(tx: Db, { id, user_id }: PaymentRow): Promise<Checkout | null> {
  const row = await tx
    .selectFrom('checkouts')
    .select('data')
    .where('payment_id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ? JSON.parse(row.data) : null
}
