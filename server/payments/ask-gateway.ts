import { shopCurrency } from '#contract/values/currencies.ts'
import { toAmountText } from '#contract/values/money.ts'
import { listBill } from '#server/cart/list-bill.ts'
import { findBuyer } from '#server/orders/find-order-of-payment.ts'
import { now } from '#server/platform/clock.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import { WRONG_AMOUNT } from '#server/tables/payment-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Answered } from './record-outcome.ts'
import { startOrCheck } from './gateway.ts'
import type { Attempt, Bill, Charge, RemoteAnswer } from './gateway.ts'
import { timeoutsFor } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { lockPayment, closePage, writeSession, writeWrongAmount } from './queries.ts'
import { CHECKING, openOutcome, readOutcome } from './read-outcome.ts'
import { resolveRefundsOf } from './refunds/resolve-refund.ts'

/**
 * Asks the payment gateway about a pending payment and writes what the gateway says. Calls for the same payment in the
 * meantime return the same promise. The payment stays pending if its outcome is still unknown or if its gateway is not
 * configured.
 */
export function askGateway(payments: Payments, attempt: PaymentRow): Promise<PaymentOutcome> {
  const known = payments.inFlight.get(attempt.id)
  if (known) return known
  const outcome = askAndApply(payments, attempt).finally(() => payments.inFlight.delete(attempt.id))
  payments.inFlight.set(attempt.id, outcome)
  return outcome
}

async function askAndApply(payments: Payments, attempt: PaymentRow): Promise<PaymentOutcome> {
  const gateway = payments.gateways.get(attempt.gateway)
  if (!gateway) return CHECKING
  if (gateway.kind === 'manual') return readOutcome(payments, payments.database.read, attempt)
  payments.askedAt.set(attempt.id, now())
  const answer = await startOrCheck(gateway, attemptOf(payments, attempt), timeoutsFor(payments, attempt.id))
  if (!answer) return openOutcome(payments, attempt)
  try {
    return await applyGatewayAnswer(payments, { attempt, answer })
  } catch (error) {
    // The database could not be written, but the customer may have been charged. The payment stays pending, and
    // `reconcile` asks the gateway again later.
    if (isUnavailable(error)) return CHECKING
    throw error
  }
}

/**
 * Writes what a gateway says about a payment. If the money has arrived for a payment that had failed before, also asks
 * the gateway to refund it. `also` is run in the transaction that writes the outcome, unless the payment had
 * an outcome before.
 */
export async function applyGatewayAnswer(
  payments: Payments,
  answered: Answered<RemoteAnswer>,
  also?: (write: ShopWrite) => Promise<void>,
): Promise<PaymentOutcome> {
  const { attempt, answer } = answered
  // `reconcile` asks again and again about a payment that the customer has not completed. Nothing is written as long as
  // the page for it is still the same.
  if (answer.outcome === 'redirect' && answer.url === attempt.url)
    return { status: 'redirect', url: answer.url }
  const outcome = await payments.database.write(async (write) => {
    const isOpen = also && (await lockPayment(write.tx, attempt.id))?.status === 'pending'
    const written = await applyWithin(payments, write, answered)
    if (isOpen) await also(write)
    return written
  })
  if (outcome.status === 'failed' && answer.outcome === 'succeeded')
    await resolveRefundsOf(payments, attempt.id)
  return outcome
}

/** Writes what a gateway says about a payment, in the transaction of `write`. */
export async function applyWithin(
  payments: Payments,
  write: ShopWrite,
  { attempt, answer }: Answered<RemoteAnswer>,
): Promise<PaymentOutcome> {
  const { id, user_id } = attempt
  const wrong = findWrongAmount(attempt, answer)
  if (wrong) {
    await writeWrongAmount(write.tx, { id, user_id, ...wrong })
    return readOutcome(payments, write.tx, attempt)
  }
  if (answer.outcome === 'succeeded' || answer.outcome === 'declined')
    return recordOutcome(payments, write, { attempt, answer })
  const session = answer.outcome === 'redirect' ? answer.session : attempt.session
  const url = answer.outcome === 'redirect' ? answer.url : null
  if (answer.outcome === 'pending' && (await closePage(write.tx, { id, user_id })))
    await payments.onBankDebit(write.tx, { payment: attempt, state: 'authorised' })
  if (session !== null) await writeSession(write.tx, { id, user_id, session, url })
  return readOutcome(payments, write.tx, attempt)
}

/** Returns the money that has arrived and why it is wrong, or null if it is what the payment is about. */
function findWrongAmount({ amount_cents, currency }: PaymentRow, answer: RemoteAnswer) {
  if (answer.outcome !== 'succeeded' || !answer.paid) return null
  const { amountCents: arrived_cents, currency: arrived_currency } = answer.paid
  const expected = currency ?? shopCurrency()
  if (arrived_cents === amount_cents && arrived_currency === expected) return null
  const arrived = `${toAmountText(arrived_cents, arrived_currency)} ${arrived_currency}`
  const reason = `${WRONG_AMOUNT}: ${arrived} instead of ${toAmountText(amount_cents, expected)} ${expected}`
  return { arrived_cents, arrived_currency, arrived_reference: answer.reference, reason }
}

export function chargeOf({ idempotency_key, amount_cents }: PaymentRow): Charge {
  return { idempotencyKey: idempotency_key, amountCents: amount_cents }
}

export function attemptOf(payments: Payments, attempt: PaymentRow): Attempt {
  const { session, created_at } = attempt
  return {
    ...chargeOf(attempt),
    session,
    startedAt: created_at,
    readBill: () => readBill(payments, attempt),
  }
}

/** Returns the bill of a payment: the cart lines that it has reserved, and the delivery unless it is free. */
async function readBill({ database: { read } }: Payments, payment: PaymentRow): Promise<Bill> {
  const lines = await listBill(read, { paymentId: payment.id, userId: payment.user_id })
  const delivery = lines.reduce(
    (rest, { unitCents, quantity }) => rest - unitCents * quantity,
    payment.amount_cents,
  )
  if (delivery > 0) lines.push({ name: 'Delivery', unitCents: delivery, quantity: 1 })
  return { lines, ...(await findBuyer(read, payment)) }
}
