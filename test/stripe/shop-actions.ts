import type { CounterWay } from '#contract/selling/gateways.ts'
import type { Shop } from '#server/app.ts'
import type { Granted } from '#server/discounts/apply-discounts.ts'
import { recordSale } from '#server/orders/state/record-sale.ts'
import { cancelAttempt } from '#server/payments/cancel-attempt.ts'
import { markPaid, reopenPayment, takeBackPayment } from '#server/payments/mark-paid.ts'
import type { Payments } from '#server/payments/payments.ts'
import { refund } from '#server/payments/refunds/refund.ts'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { openAttempt, startPayment } from '#server/payments/start-payment.ts'
import type { PaymentRequest } from '#server/payments/start-payment.ts'
import { showPayment } from '#server/payments/show-payment.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { reconcileAll } from '#test/gateway.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'

type Opening = {
  userId: string
  /** The ids of the lines of the cart. */
  lines: string[]
  deliveryCents: number
  /** How it is paid, if not at Stripe. */
  byHand?: CounterWay
  /** Set if the staff make the order, which they hand over if there is no delivery. */
  isOfStaff?: boolean
  granted?: readonly Granted[]
}

/** What a random history does at a shop. */
export type ShopActions = ReturnType<typeof actionsOf>

export function actionsOf({ app, payments }: Pick<Shop, 'app' | 'payments'>) {
  return {
    payments,
    /** Lets a customer pay for lines of the cart, with a delivery. */
    open: (order: Opening) => open(payments, order),
    /** Places an order of a subscription, which is charged later. */
    renew: (order: Opening, mandateId: string) => renew(payments, order, mandateId),
    chargeDue: () => chargeDue(payments),
    /** Lets a customer return from Stripe's page. */
    showPayment: (payment: { id: string; userId: string }) => showPayment(payments, payment),
    cancel: (paymentId: string) => cancelAttempt(payments, paymentId, { by: 'ada' }),
    refund: (order: { paymentId: string; amountCents: number }) => refund(payments, { ...order, by: 'ada' }),
    markPaid: (paymentId: string) => markPaid(payments, paymentId, { by: 'ada' }),
    takeBack: (paymentId: string) => takeBackPayment(payments, paymentId, {}),
    reopen: (paymentId: string) => reopenPayment(payments, paymentId, {}),
    reconcile: () => reconcileAll(payments),
    takeEvent: (body: string, signature: string) => sendEvent({ app }, body, signature),
  }
}

function open(payments: Payments, { byHand, isOfStaff, ...order }: Opening): Promise<unknown> {
  return startPayment(payments, {
    ...(byHand && { gateway: byHand }),
    ...(isOfStaff && {
      staff: saleOf({ isPaid: byHand !== 'transfer', isHandedOver: order.deliveryCents === 0 }),
    }),
    ...requestFor(order),
  })
}

function renew(payments: Payments, order: Opening, mandateId: string): Promise<unknown> {
  const id = newId()
  const { userId: user_id } = order
  const renewal = { id, user_id, roast_on: '2026-12-01', place: id, mandate_id: mandateId, created_at: now() }
  return payments.database.write(async (write) => {
    const request = { ...requestFor(order), paymentId: id, renewal: { mandateId } }
    const opened = await openAttempt(payments, request, write)
    if ('outcome' in opened) await write.tx.insertInto('renewals').values(renewal).execute()
    return opened
  })
}

function requestFor({ userId, lines, deliveryCents, granted = [] }: Opening) {
  return {
    userId,
    kind: 'full' as const,
    ids: lines,
    prices: new Map<string, number>(),
    totalCents: null,
    currency: 'USD',
    granted,
    checkout: {
      deliveryCents,
      store: (tx: Db, paymentId: string) => storeCheckout(tx, { paymentId, userId, deliveryCents, granted }),
    },
  }
}

export const ADA = { userId: 'ada', name: 'Ada', email: 'ada@people.example', role: 'Admin' } as const

function saleOf({ isPaid, isHandedOver }: { isPaid: boolean; isHandedOver: boolean }) {
  const also: NonNullable<PaymentRequest['staff']>['also'] = (write, payment) =>
    recordSale(write, ADA, { payment, isHandedOver, currency: 'USD' })
  return { by: ADA.userId, isPaid, also }
}

type StoredCheckout = {
  paymentId: string
  userId: string
  deliveryCents: number
  granted: readonly Granted[]
}

/** Stores a checkout with the amounts that `verifyBooks` compares. */
async function storeCheckout(
  tx: Db,
  { paymentId, userId, deliveryCents: deliveryPrice, granted: discounts }: StoredCheckout,
): Promise<void> {
  const { amount_cents: total } = await tx
    .selectFrom('payments')
    .select('amount_cents')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const off = discounts.reduce((sum, { goods, ofDelivery }) => sum + goods + ofDelivery, 0)
  const amounts = {
    address: lisbonAddress,
    deliveryPrice,
    itemsTotal: total - deliveryPrice + off,
    discounts,
    total,
    tax: [],
  }
  const data = JSON.stringify({ ...amounts, currency: 'USD' })
  const row = { payment_id: paymentId, user_id: userId, method_kind: 'parcel', roast_on: null } as const
  await tx
    .insertInto('checkouts')
    .values({ ...row, data, created_at: now() })
    .execute()
}

/** Sends an event to the shop in the form in which Stripe sends it, and returns the HTTP status of the response. */
export async function sendEvent(
  { app }: Pick<Shop, 'app'>,
  body: string,
  signature: string,
): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  })
  return statusCode
}
