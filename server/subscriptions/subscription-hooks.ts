import { isByHand } from '#contract/selling/gateways.ts'
import { findZone } from '#contract/values/orders/delivery-price.ts'
import { promiseFor } from '#server/checkout/roast-promise.ts'
import type { PaymentHooks, SubscriptionPaid } from '#server/orders/payment-hooks.ts'
import { now } from '#server/platform/clock.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import type { Db } from '#server/shop-database.ts'
import { CANCELLED_BY_CUSTOMER } from '#server/tables/payment-rows.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { beginSubscriptions, NOT_PAID, readCheckout } from './begin-subscriptions.ts'
import { moveToNewCard } from './replace-card.ts'
import { planFrom } from './schedule.ts'
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
    onRenewalDeclined: async (write, { payment, retry, nextAt: planned }) => {
      const { tx } = write
      const subscriptions = await readRenewed(tx, payment.id)
      const hasNewCard = await moveToNewCard(tx, payment)
      const nextAt = hasNewCard ? now() : planned
      if (nextAt === null) await pause(tx, subscriptions)
      if (!sendsMail) return nextAt
      const again = retry === 'customer' ? 'confirm' : 'declined'
      await queueSubscriptionMail(write, {
        event: nextAt === null ? 'paused' : again,
        ...(nextAt !== null && { at: nextAt }),
        subscriptions,
        cents: payment.amount_cents,
      })
      return nextAt
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

async function endUnpaid(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', ended_at: now(), ended_reason: NOT_PAID })
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'ended')
    .execute()
}

/**
 * Moves an order to the next roast day if the shop learns only after the cut-off that it is paid, even if the money arrived
 * before it.
 */
async function keepPromise(tx: Db, { payment }: SubscriptionPaid): Promise<void> {
  const at = now()
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

/** Lists the subscriptions whose deliveries are in a renewal. */
function readRenewed(db: Db, renewalId: string): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .selectAll('subscriptions')
    .where('renewal_id', '=', renewalId)
    .orderBy('subscriptions.id')
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
