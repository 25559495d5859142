import { isByHand } from '#contract/selling/gateways.ts'
import type { Checkout } from '#contract/selling/settings.ts'
import { findZone } from '#contract/values/orders/delivery-price.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import { dayOfNext } from '#contract/values/orders/subscriptions.ts'
import { promiseFor } from '#server/checkout/roast-promise.ts'
import type { PaymentHooks, SubscriptionPaid } from '#server/orders/payment-hooks.ts'
import { newId, now } from '#server/platform/clock.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import { CANCELLED_BY_CUSTOMER } from '#server/tables/payment-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { readRenewed } from './read-renewed.ts'
import { insertMandate, moveToNewCard } from './replace-card.ts'
import { dateIn, planFrom } from './schedule.ts'
import { queueSubscriptionMail } from './subscription-mails.ts'

/** What the domain `payments` calls, each function in the transaction that writes what has happened. */
export function subscriptionHooks({
  sendsMail,
}: {
  sendsMail: boolean
}): Pick<PaymentHooks, 'onSubscriptionPaid' | 'onSubscriptionUnpaid' | 'onRenewalDeclined'> {
  return {
    onSubscriptionPaid: async (write, paid) => {
      const { tx } = write
      const isFirst = paid.payment.subscription === 'first'
      // Who pays on Stripe's page gets what that page promised.
      if (!isFirst || isByHand(paid.payment.gateway)) await keepPromise(tx, paid)
      if (!isFirst) return
      const subscriptions = await beginSubscriptions(tx, paid)
      if (sendsMail) await queueSubscriptionMail(write, { event: 'begun', subscriptions })
    },
    onSubscriptionUnpaid: async (write, { id, subscription, amount_cents: cents }) => {
      const { tx } = write
      if (subscription !== 'renewal') return endUnpaid(tx, id)
      const unpaid: SubscriptionRow[] = []
      for (const renewed of await readRenewed(tx, id))
        if (renewed.state === 'active' && (await isUnpaidTwice(tx, renewed))) unpaid.push(renewed)
      await pause(tx, unpaid)
      if (sendsMail && unpaid.length > 0)
        await queueSubscriptionMail(write, { event: 'unpaid', subscriptions: unpaid, cents })
    },
    onRenewalDeclined: async (write, { payment, retry, nextAt }) => {
      const { tx } = write
      const subscriptions = await readRenewed(tx, payment.id)
      if (nextAt === null) await pause(tx, subscriptions)
      else await moveToNewCard(tx, payment)
      if (!sendsMail) return
      const again = retry === 'customer' ? 'confirm' : 'declined'
      await queueSubscriptionMail(write, {
        event: nextAt === null ? 'paused' : again,
        ...(nextAt !== null && { at: nextAt }),
        subscriptions,
        cents: payment.amount_cents,
      })
    },
  }
}

/**
 * Returns whether the shop has cancelled the last two orders of a subscription, apart from those that still wait for a payment, and
 * from those that were placed before it was resumed.
 */
async function isUnpaidTwice(tx: Db, { id, resumed_at }: SubscriptionRow): Promise<boolean> {
  const last = await tx
    .selectFrom('deliveries')
    .innerJoin('payments', 'payments.id', 'deliveries.renewal_id')
    .select(['status', 'reason'])
    .where('subscription_id', '=', id)
    .where('deliveries.created_at', '>', resumed_at ?? 0)
    .where('status', '!=', 'pending')
    .orderBy('roast_on', 'desc')
    .limit(2)
    .execute()
  const unpaid = last.filter(({ status, reason }) => status === 'failed' && reason !== CANCELLED_BY_CUSTOMER)
  return unpaid.length === 2
}

/** The reason why subscriptions ended whose first order is not paid after all. */
const NOT_PAID = 'Its first order was not paid.'

async function endUnpaid(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: now(), ended_reason: NOT_PAID })
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'ended')
    .execute()
}

/**
 * Begins the subscriptions of an order, whose coffees were its first deliveries, and returns them. Those of an order whose
 * payment was taken back exist, and go on unless the customer has ended them.
 */
async function beginSubscriptions(
  tx: Db,
  { payment, at, saved }: SubscriptionPaid,
): Promise<SubscriptionRow[]> {
  const own = tx.selectFrom('subscriptions').select('id').where('payment_id', '=', payment.id)
  if (await own.limit(1).executeTakeFirst()) {
    await tx
      .updateTable('subscriptions')
      .set({ state: 'active', ended_at: null, ended_reason: null })
      .where('payment_id', '=', payment.id)
      .where('ended_reason', '=', NOT_PAID)
      .execute()
    return []
  }
  const checkout = await readCheckout(tx, payment)
  if (!checkout) return []
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

async function readCheckout(tx: Db, { id, user_id }: PaymentRow): Promise<Checkout | null> {
  const row = await tx
    .selectFrom('checkouts')
    .select('data')
    .where('payment_id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ? JSON.parse(row.data) : null
}

/** Moves an order that was paid after the cut-off of its roast day to the next one. */
async function keepPromise(tx: Db, { payment, at }: SubscriptionPaid): Promise<void> {
  const checkout = await readCheckout(tx, payment)
  if (!checkout?.promise) return
  const settings = await readSelling(tx)
  const planned = planFrom(settings, { next_on: checkout.promise.roastOn, mandate_id: payment.mandate_id })
  if (planned && at < planned.cutOffAt) return
  const method = settings.methods.find(({ id }) => id === checkout.method.id)
  const zone = method && checkout.address ? findZone(method, checkout.address.country) : null
  const promise = promiseFor(
    settings.roasting,
    { at, timeZone: settings.timeZone },
    zone?.transitDays ?? null,
  )
  if (!promise) return
  await tx
    .updateTable('checkouts')
    .set({ roast_on: promise.roastOn, data: JSON.stringify({ ...checkout, promise }) })
    .where('payment_id', '=', payment.id)
    .where('user_id', '=', payment.user_id)
    .execute()
}

/** Pauses the subscriptions of a renewal that was given up, so that nothing more is charged until the customer says so. */
async function pause(tx: Db, subscriptions: SubscriptionRow[]): Promise<void> {
  const ids = subscriptions.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('subscriptions')
    .set({ state: 'paused' })
    .where('id', 'in', ids)
    .where('state', '=', 'active')
    .execute()
}
