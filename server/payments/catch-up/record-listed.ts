import { findOrderNumbers } from '#server/orders/place-order.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { applyGatewayAnswer, askGateway } from '../ask-gateway.ts'
import { orNull } from '../gateway.ts'
import type { GatewayCharge, GatewayDispute, GatewayRefund, RemoteGateway } from '../gateway.ts'
import { timeoutsFor, tryEach } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttempt, findAttempts, findAttemptsByReference, newPayment } from '../queries.ts'
import { recordExternalRefunds } from '../refunds/record-external-refunds.ts'
import { recordDispute } from './record-dispute.ts'

/**
 * Stores the outcomes and fees of listed charges, and sends the gateway the numbers of orders that its charges lack.
 * Returns the errors of those charges for which that failed.
 */
export async function recordCharges(
  payments: Payments,
  gateway: RemoteGateway,
  charges: GatewayCharge[],
): Promise<unknown[]> {
  const own = charges.filter(({ paymentId, status }) => paymentId !== null && status === 'succeeded')
  if (own.length === 0) return []
  const ids = own.map(({ paymentId }) => String(paymentId))
  const attempts = await findAttempts(payments.database.read, ids)
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const errors = await tryEach(own, (charge) =>
    recordCharge(payments, gateway.name, { charge, attempt: byId.get(String(charge.paymentId)) }),
  )
  await labelCharges(payments, gateway, own)
  return errors
}

/** A charge that a gateway has listed as successful, and the payment that its metadata name, if this shop has it. */
type ListedCharge = { charge: GatewayCharge; attempt: PaymentRow | undefined }

/**
 * Writes what a listed charge says about a payment: its fee and its outcome, if they are not known yet, or that money
 * has arrived for a payment that had failed. A charge that belongs to no payment of this shop, for example because a backup was
 * restored, is added as a failed payment, so that the payment desk shows it.
 */
async function recordCharge(
  payments: Payments,
  gateway: string,
  { charge, attempt }: ListedCharge,
): Promise<void> {
  const { reference, amountCents, currency } = charge
  if (!attempt || isOfOtherCharge(attempt, reference)) {
    if (charge.isOfThisShop) await payments.database.write(({ tx }) => addUnknown(tx, gateway, charge))
    return
  }
  if (attempt.gateway !== gateway) return
  if (attempt.status === 'pending') await askGateway(payments, attempt)
  else if (attempt.reference === null)
    await applyGatewayAnswer(payments, {
      attempt,
      answer: { outcome: 'succeeded', reference, paid: { amountCents, currency } },
    })
  if (charge.fee && attempt.fee_cents === null)
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

/** The maximum number of charges of a page that are labelled at once. The next run labels others. */
const MAX_LABELLED = 20

/**
 * Shows the numbers of the orders with those listed charges that have none, so that the owner finds the order of a
 * charge on the gateway's website. If the gateway refuses that, it is logged once and tried again in the next run.
 */
async function labelCharges(
  payments: Payments,
  { name, labelCharge }: RemoteGateway,
  charges: GatewayCharge[],
): Promise<void> {
  const unlabelled = charges.filter(({ order }) => order === null)
  if (!labelCharge || unlabelled.length === 0) return
  const ids = unlabelled.map(({ paymentId }) => String(paymentId))
  const numbers = await findOrderNumbers(payments.database.read, ids)
  // The key may lack the permission to write payments.
  const message = `The gateway "${name}" does not take the numbers of orders`
  const timeouts = timeoutsFor(payments, `order numbers at ${name}`, message)
  // A second charge for a payment is not that of the order.
  const paid = new Map(
    (await findAttempts(payments.database.read, ids)).map((one) => [one.id, one.reference]),
  )
  const placed = unlabelled.filter(
    ({ paymentId, reference }) => numbers.has(String(paymentId)) && paid.get(String(paymentId)) === reference,
  )
  for (const { reference, paymentId } of placed.slice(0, MAX_LABELLED)) {
    const isDone = await orNull(timeouts, async () => {
      await labelCharge(reference, String(numbers.get(String(paymentId))))
      return true
    })
    if (!isDone) return
  }
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

/** Writes listed refunds. Returns the errors of those payments whose refunds could not be written. */
export async function recordRefunds(
  payments: Payments,
  gateway: RemoteGateway,
  listed: GatewayRefund[],
): Promise<unknown[]> {
  const { database } = payments
  return tryEach(
    await byPayment(payments, gateway, listed),
    ({ payment: { id: paymentId }, entries: refunds }) =>
      database.write((write) => recordExternalRefunds(payments, write, { paymentId, refunds })),
  )
}

/** Writes listed disputes. Returns the errors of those payments whose disputes could not be written. */
export async function recordDisputes(
  payments: Payments,
  gateway: RemoteGateway,
  listed: GatewayDispute[],
): Promise<unknown[]> {
  return tryEach(await byPayment(payments, gateway, listed), ({ payment, entries }) =>
    payments.database.write(async (write) => {
      for (const dispute of entries) await recordDispute(payments, write, { payment, dispute })
    }),
  )
}

/** Groups entries of a list of a gateway by the payments of their charges. Those of other programs are left out. */
async function byPayment<T extends { charge: string }>(
  { database }: Payments,
  { name }: RemoteGateway,
  listed: T[],
): Promise<{ payment: PaymentRow; entries: T[] }[]> {
  if (listed.length === 0) return []
  const byCharge = Map.groupBy(listed, ({ charge }) => charge)
  const charged = await findAttemptsByReference(database.read, [...byCharge.keys()])
  return charged
    .filter(({ gateway }) => gateway === name)
    .map((payment) => ({ payment, entries: byCharge.get(String(payment.reference)) ?? [] }))
}
