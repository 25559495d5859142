import { toAmountText } from '#contract/values/money.ts'
import { listBill } from '#server/cart/reserve-lines.ts'
import { findBuyer } from '#server/orders/place-order.ts'
import { now } from '#server/platform/clock.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import { WRONG_AMOUNT } from '#server/tables/payment-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { orNull } from './gateway.ts'
import type { Attempt, Bill, GatewayAnswer, RemoteAnswer } from './gateway.ts'
import { currencyOf, timeoutsFor } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { lockPayment, updatePayment } from './queries.ts'
import { CHECKING, openOutcome, readOutcome } from './read-outcome.ts'
import { recordOutcome } from './record-outcome.ts'
import { scheduleRetry } from './renewals/schedule-retry.ts'
import type { Answered } from './record-outcome.ts'
import { resolveRefundsOf } from './refunds/refund.ts'

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
  // Only `chargeDue` begins the charge of a saved card.
  const isBegun = attempt.mandate_id === null || attempt.begun_at !== null
  if (gateway?.kind !== 'remote' || !isBegun) return readOutcome(payments, payments.database.read, attempt)
  payments.askedAt.set(attempt.id, now())
  const asked = attemptOf(payments, attempt)
  const answer = await orNull(timeoutsFor(payments, attempt.id), () =>
    attempt.session === null ? gateway.start(asked) : gateway.check(asked),
  )
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
 * What a gateway says about a payment. `before` and `also` are run in the transaction that writes the outcome, with the
 * payment locked. If `before` returns false, nothing else is written. `also` is run after the outcome was written, unless
 * the payment had one already.
 */
type Applied = Answered<RemoteAnswer> & {
  before?: (tx: Db, payment: PaymentRow) => Promise<boolean>
  also?: ((write: ShopWrite) => Promise<void>) | undefined
  /** Set if the payment was cancelled, so that a renewal is not charged again. */
  isCancelled?: boolean
}

/**
 * Writes what a gateway says about a payment. If the money has arrived for a payment that had failed before, also asks
 * the gateway to refund it.
 */
export async function applyGatewayAnswer(payments: Payments, applied: Applied): Promise<PaymentOutcome> {
  const { attempt, answer } = applied
  // `reconcile` asks again and again about a payment that the customer has not completed. Nothing is written as long as
  // the page for it is still the same.
  if (answer.outcome === 'redirect' && answer.url === attempt.url)
    return { status: 'redirect', url: answer.url }
  const outcome = await payments.database.write((write) => applyWithin(payments, write, applied))
  if (outcome.status === 'failed' && answer.outcome === 'succeeded')
    await resolveRefundsOf(payments, attempt.id)
  return outcome
}

async function applyWithin(
  payments: Payments,
  write: ShopWrite,
  { attempt, answer, before, also, isCancelled = false }: Applied,
): Promise<PaymentOutcome> {
  const { tx } = write
  const payment = await lockPayment(tx, attempt.id)
  if (!payment) return CHECKING
  if (before && !(await before(tx, payment))) return readOutcome(payments, tx, payment)
  const wrong = findWrongAmount(payment, answer, await currencyOf(payments, payment, tx))
  if (wrong) await storeWrongAmount(tx, payment, wrong)
  else if (answer.outcome === 'succeeded' || answer.outcome === 'declined')
    return end(payments, write, { attempt, payment, answer, also, isCancelled })
  else if (answer.outcome === 'redirect') await storePage(tx, payment, answer)
  else await closePage(payments, tx, { payment, session: attempt.session })
  return readOutcome(payments, tx, payment)
}

type End = Pick<Applied, 'attempt' | 'also'> & {
  payment: PaymentRow
  answer: GatewayAnswer
  isCancelled: boolean
}

/** Writes the outcome of a payment, unless it is a renewal whose card is charged again later. */
async function end(
  payments: Payments,
  write: ShopWrite,
  { attempt, payment, answer, also, isCancelled }: End,
): Promise<PaymentOutcome> {
  // Another instance has written before that this try was declined.
  if (answer.outcome === 'declined' && payment.tries !== attempt.tries)
    return readOutcome(payments, write.tx, payment)
  const isDeclined = answer.outcome === 'declined' && !isCancelled
  if (isDeclined && (await scheduleRetry(payments, write, { payment, answer }))) return CHECKING
  const outcome = await recordOutcome(payments, write, { attempt: payment, answer })
  if (payment.status === 'pending') await also?.(write)
  return outcome
}

type Page = { session: string; url: string | null }

/**
 * Stores the page on which the customer completes a pending payment. Returns false if another page is stored, whose URL
 * the customer may have had.
 */
async function storePage(tx: Db, payment: PaymentRow, { session, url }: Page): Promise<boolean> {
  const isKnown = payment.session === null || payment.session === session
  if (payment.status !== 'pending' || !isKnown) return false
  await updatePayment(tx, payment.id, { session, url })
  return true
}

/** Records that the customer has completed the page of a pending payment, which the bank now confirms or declines. */
async function closePage(
  { onBankDebit }: Payments,
  tx: Db,
  { payment, session }: { payment: PaymentRow; session: string | null },
): Promise<void> {
  const isStored = session !== null && (await storePage(tx, payment, { session, url: null }))
  if (isStored && payment.url !== null) await onBankDebit(tx, { payment, state: 'authorised' })
}

/** Stores the money that has arrived for a payment and is not what the payment is about. Its status stays as it is. */
async function storeWrongAmount(tx: Db, payment: PaymentRow, wrong: Partial<PaymentRow>): Promise<void> {
  if (payment.status !== 'succeeded' && payment.reference === null) await updatePayment(tx, payment.id, wrong)
}

/** Returns the money that has arrived and why it is wrong, or null if it is what the payment is about. */
function findWrongAmount({ amount_cents }: PaymentRow, answer: RemoteAnswer, expected: string) {
  if (answer.outcome !== 'succeeded' || !answer.paid) return null
  const { amountCents: arrived_cents, currency: arrived_currency } = answer.paid
  if (arrived_cents === amount_cents && arrived_currency === expected) return null
  const arrived = `${toAmountText(arrived_cents, arrived_currency)} ${arrived_currency}`
  const reason = `${WRONG_AMOUNT}: ${arrived} instead of ${toAmountText(amount_cents, expected)} ${expected}`
  return { arrived_cents, arrived_currency, arrived_reference: answer.reference, reason }
}

export function attemptOf(payments: Payments, attempt: PaymentRow): Attempt {
  return {
    idempotencyKey: attempt.idempotency_key,
    amountCents: attempt.amount_cents,
    session: attempt.session,
    startedAt: attempt.created_at,
    savesCard: attempt.subscription === 'first',
    saved: attempt.mandate_id === null ? null : savedCard(payments, attempt, attempt.mandate_id),
    readBill: () => readBill(payments, attempt),
  }
}

function savedCard(
  { database }: Payments,
  { id, tries, due_at }: PaymentRow,
  mandateId: string,
): Attempt['saved'] {
  return {
    key: `renewal/${id}/${tries}`,
    since: due_at ?? 0,
    readCard: () => {
      const mandate = database.read.selectFrom('mandates').select(['customer', 'method'])
      return mandate.where('id', '=', mandateId).executeTakeFirstOrThrow()
    },
  }
}

/** Returns the bill of a payment: the cart lines that it has reserved, and the delivery unless it is free. */
async function readBill(payments: Payments, payment: PaymentRow): Promise<Bill> {
  const { read } = payments.database
  const lines = await listBill(read, { paymentId: payment.id, userId: payment.user_id })
  const items = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const delivery = payment.amount_cents - items
  if (delivery > 0) lines.push({ name: 'Delivery', unitCents: delivery, quantity: 1 })
  return { lines, currency: await currencyOf(payments, payment), ...(await findBuyer(read, payment)) }
}
