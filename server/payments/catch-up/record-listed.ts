import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { applyGatewayAnswer, askGateway } from '../ask-gateway.ts'
import { orNull } from '../gateway.ts'
import type { GatewayCharge, GatewayDispute, GatewayRefund, RemoteGateway } from '../gateway.ts'
import { timeoutsFor } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttempt, findCharged, newPayment } from '../queries.ts'
import { recordExternalRefunds } from '../refunds/record-external-refunds.ts'
import { recordDispute } from './record-dispute.ts'

/**
 * Writes what a listed charge says about a payment: its fee and its outcome, if they are not known yet, or that money
 * has arrived for a payment that had failed. A charge that belongs to no payment of this shop, for example because a
 * backup was restored, is added as a failed payment, so that the payment desk shows it.
 */
export async function recordCharge(
  payments: Payments,
  gateway: string,
  charge: GatewayCharge,
): Promise<void> {
  const { paymentId, reference, status } = charge
  if (paymentId === null || status !== 'succeeded') return
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (!attempt || isOfOtherCharge(attempt, reference)) {
    if (charge.isOfThisShop) await payments.database.write(({ tx }) => addUnknown(tx, gateway, charge))
    return
  }
  if (attempt.gateway === gateway) await recordOwnCharge(payments, attempt, charge)
}

async function recordOwnCharge(
  payments: Payments,
  attempt: PaymentRow,
  charge: GatewayCharge,
): Promise<void> {
  const { reference, amountCents, currency, fee } = charge
  if (attempt.status === 'pending' && attempt.mandate_id === null) {
    await payments.jobTurn()
    await askGateway(payments, attempt)
  } else if (attempt.reference === null)
    await applyGatewayAnswer(payments, {
      attempt,
      answer: { outcome: 'succeeded', reference, paid: { amountCents, currency } },
    })
  if (fee && attempt.fee_cents === null)
    await payments.database.write(({ tx }) => writeFee(tx, attempt.id, charge))
}

function isOfOtherCharge(attempt: PaymentRow, reference: string): boolean {
  return attempt.status !== 'pending' && attempt.reference !== null && attempt.reference !== reference
}

/**
 * Adds a charge for which the shop has no payment as a failed payment without a customer, unless that was done before,
 * or nothing is left of the charge. The payment is looked up again, because it may have been inserted since the gateway
 * has listed the charge.
 */
async function addUnknown(tx: Db, gateway: string, charge: GatewayCharge): Promise<void> {
  const { reference, amountCents, refundedCents, currency, fee, createdAt } = charge
  const attempt = await findAttempt(tx, String(charge.paymentId))
  const isKnown = attempt && !isOfOtherCharge(attempt, reference)
  if (isKnown || refundedCents >= amountCents) return
  const row = newPayment({
    id: reference,
    user_id: '',
    kind: 'full',
    amount_cents: amountCents,
    gateway,
    status: 'failed',
    reference,
    reason: 'The shop has no order for this charge.',
    created_at: createdAt,
    settled_at: createdAt,
    has_checkout: 0,
    taken_stock: 0,
    fee_cents: fee?.amountCents ?? null,
    fee_currency: fee?.currency ?? null,
    currency,
  })
  await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Stores the fee of a charge with its payment, once. A refund does not change it, because Stripe keeps the fee. Changes
 * nothing if the payment has another charge or is still pending.
 */
async function writeFee(tx: Db, paymentId: string, { reference, fee }: GatewayCharge): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ fee_cents: fee?.amountCents ?? null, fee_currency: fee?.currency ?? null })
    .where('id', '=', paymentId)
    .where('reference', '=', reference)
    .where('fee_cents', 'is', null)
    .execute()
}

/**
 * Shows the numbers of the orders with those listed charges that have none, at most `max`, so that the owner finds the
 * order of a charge on the gateway's website. If the gateway refuses that, it is logged once and tried again in the next
 * run. Returns how many requests were made, or `max` if one has failed.
 */
export async function labelCharges(
  payments: Payments,
  { name, labelCharge }: RemoteGateway,
  { charges, max, signal }: { charges: GatewayCharge[]; max: number; signal: AbortSignal | undefined },
): Promise<number> {
  const unlabelled = charges.filter(({ order }) => order === null).map(({ reference }) => reference)
  if (!labelCharge || max === 0 || unlabelled.length === 0) return 0
  const placed = await payments.database.read
    .selectFrom('payments')
    .innerJoin('orders', 'orders.payment_id', 'payments.id')
    .select(['payments.reference', 'orders.number'])
    .where('payments.reference', 'in', unlabelled)
    .limit(max)
    .execute()
  // The key may lack the permission to write payments.
  const message = `The gateway "${name}" does not take the numbers of orders`
  const timeouts = timeoutsFor(payments, `order numbers at ${name}`, message)
  for (const { reference, number } of placed) {
    await payments.jobTurn()
    if (signal?.aborted) return max
    const isDone = await orNull(timeouts, async () => {
      await labelCharge(String(reference), String(number))
      return true
    })
    if (!isDone) return max
  }
  return placed.length
}

/**
 * Writes a listed refund, unless it is that of another program or its state is known. If it has no row, all refunds of
 * its charge are listed and written, because a row of a much older version can be a sum that contains it.
 */
export async function recordRefund(
  payments: Payments,
  gateway: RemoteGateway,
  refund: GatewayRefund,
): Promise<void> {
  const { database } = payments
  const known = await database.read
    .selectFrom('refunds')
    .select('status')
    .where('reference', '=', refund.reference)
    .executeTakeFirst()
  if (known?.status === refund.status) return
  const { charge } = refund
  const payment = await findCharged(database.read, { gateway: gateway.name, reference: charge })
  if (!payment) return
  const isComplete = known === undefined
  if (isComplete) await payments.jobTurn()
  const refunds = isComplete
    ? await orNull(timeoutsFor(payments, payment.id), () => Array.fromAsync(gateway.listRefunds({ charge })))
    : [refund]
  if (refunds)
    await database.write((write) =>
      recordExternalRefunds(payments, write, { paymentId: payment.id, refunds, isComplete }),
    )
}

/** Writes a listed dispute, unless it is that of another program or its state is known. */
export async function recordListedDispute(
  payments: Payments,
  gateway: string,
  dispute: GatewayDispute,
): Promise<void> {
  const { database } = payments
  const known = await database.read
    .selectFrom('disputes')
    .select('status')
    .where('id', '=', dispute.id)
    .executeTakeFirst()
  if (known?.status === dispute.status) return
  const payment = await findCharged(database.read, { gateway, reference: dispute.charge })
  if (payment) await database.write((write) => recordDispute(payments, write, { payment, dispute }))
}
