import { Problem } from '#contract/errors.ts'
import { claimLines, releaseLines } from '#server/cart/claim-lines.ts'
import type { Claim } from '#server/cart/claim-lines.ts'
import { findFullOrderId, placeOrder } from '#server/orders/place-order.ts'
import { newId, now } from '#server/platform/clock.ts'
import { DatabaseUnusable, isUnavailable } from '#server/platform/database/database-errors.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { CartItemRow, PaymentRow } from '#server/tables.ts'
import { askGateway, orAfter } from './gateway.ts'
import type { Charge, GatewayAnswer } from './gateway.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findAttempt, insertAttempt, writeOutcome } from './queries.ts'

/** A user's request to pay for a single cart line, or for several cart lines together. */
export type PaymentRequest = Omit<Claim, 'paymentId'> & Pick<PaymentRow, 'kind'>

const CHECKING = { status: 'checking' } as const

/**
 * Pays for cart lines. All payments go through this function. One transaction inserts a pending payment and reserves
 * the lines for it. A local payment gateway is asked in the same transaction, so that its outcome is committed
 * together with the payment. A remote payment gateway is asked after the commit, and a second transaction writes the
 * outcome.
 *
 * If all lines are already paid or reserved for another payment, nothing is charged. The function then returns the
 * outcome of the other payment.
 */
export async function settle(payments: Payments, request: PaymentRequest): Promise<PaymentOutcome | Problem> {
  const paymentId = newId()
  const opened = await payments.database
    .write((write) => openAttempt(payments, { ...request, paymentId }, write))
    .catch((error: unknown) => afterFailedCommit(payments, paymentId, error))
  if (opened instanceof Problem) return opened
  if ('outcome' in opened) return opened.outcome
  if ('taken' in opened) return earlierOutcome(payments, opened.taken)
  return orAfter<PaymentOutcome>(payments.replyTimeoutMs, resolveAttempt(payments, opened.attempt), CHECKING)
}

type Opened = { attempt: PaymentRow } | { outcome: PaymentOutcome } | { taken: CartItemRow[] }

async function openAttempt(
  payments: Payments,
  request: PaymentRequest & Claim,
  write: ShopWrite,
): Promise<Opened | Problem> {
  const { currentGateway: gateway, products } = payments
  const claimed = await claimLines(write.tx, products, request)
  if (claimed instanceof Problem || 'taken' in claimed) return claimed
  const attempt = newAttempt(request, claimed.amountCents, gateway.name)
  await insertAttempt(write.tx, attempt)
  if ('decide' in gateway) {
    const answer = gateway.decide(chargeOf(attempt))
    return { outcome: await complete(payments, write, { attempt, answer }) }
  }
  write.publish({ type: 'payment-opened', userId: request.userId })
  return { attempt }
}

function newAttempt(
  { paymentId, userId, kind }: PaymentRequest & Claim,
  cents: number,
  gateway: string,
): PaymentRow {
  return {
    id: paymentId,
    idempotency_key: paymentId,
    user_id: userId,
    kind,
    amount_cents: cents,
    gateway,
    status: 'pending',
    reference: null,
    reason: null,
    created_at: now(),
    settled_at: null,
    session: null,
    url: null,
  }
}

function chargeOf({ idempotency_key, amount_cents }: PaymentRow): Charge {
  return { idempotencyKey: idempotency_key, amountCents: amount_cents }
}

/**
 * Writes the result that a payment gateway returned. If the payment succeeded, its cart lines become an order. If it
 * was declined, its lines can be paid or removed again.
 */
async function complete(
  { onOrderPlaced }: Payments,
  write: ShopWrite,
  { attempt, answer }: { attempt: PaymentRow; answer: GatewayAnswer },
): Promise<PaymentOutcome> {
  const at = now()
  const result =
    answer.outcome === 'succeeded'
      ? { status: 'succeeded' as const, reference: answer.reference, reason: null }
      : { status: 'failed' as const, reference: null, reason: answer.reason }
  const isFirst = await writeOutcome(write.tx, { id: attempt.id, at, ...result })
  if (!isFirst) return readOutcome(write.tx, attempt.id)
  if (answer.outcome === 'declined') {
    await releaseLines(write.tx, attempt.id)
    write.publish({ type: 'payment-failed', userId: attempt.user_id })
    return { status: 'failed', reason: answer.reason }
  }
  const order = await placeOrder(write, attempt, at)
  await onOrderPlaced(write.tx, order)
  return { status: 'succeeded', fullOrderId: attempt.kind === 'full' ? order.id : null }
}

/**
 * Called after the transaction that inserts a payment has failed. If the connection or the disk failed, the
 * transaction may have been committed nevertheless, and the customer must not be told that the payment failed.
 * Returns the outcome of the payment if the database contains the payment. Otherwise throws the error.
 */
async function afterFailedCommit(
  { database }: Payments,
  paymentId: string,
  error: unknown,
): Promise<{ outcome: PaymentOutcome }> {
  if (!isUnavailable(error)) throw error
  const attempt = await findAttempt(database.read, paymentId).catch(() => undefined)
  if (!attempt) throw error
  // The database file was deleted or replaced. The payment that was read from it may get lost, so it must not be
  // confirmed to the customer.
  if (error instanceof DatabaseUnusable) return { outcome: CHECKING }
  return { outcome: await readOutcome(database.read, paymentId) }
}

/**
 * Returns the outcome for cart lines that are all paid or reserved by other payments: the outcome of these earlier
 * payments.
 */
async function earlierOutcome(payments: Payments, lines: CartItemRow[]): Promise<PaymentOutcome> {
  const held = lines.find(({ payment }) => payment === null)
  const outcome = await (held ? outcomeOfHeld(payments, held) : outcomeOfPaid(payments, lines))
  return outcome.status === 'succeeded' ? { ...outcome, earlier: true } : outcome
}

async function outcomeOfHeld(payments: Payments, { payment_id }: CartItemRow): Promise<PaymentOutcome> {
  // The cart line was reserved for another payment, which was declined in the meantime.
  if (payment_id === null) return CHECKING
  const inFlight = payments.inFlight.get(payment_id)
  if (inFlight) return orAfter<PaymentOutcome>(payments.replyTimeoutMs, inFlight, CHECKING)
  return readOutcome(payments.database.read, payment_id)
}

async function outcomeOfPaid({ database }: Payments, lines: CartItemRow[]): Promise<PaymentOutcome> {
  const paymentIds = lines.map(({ payment_id }) => payment_id).filter((id) => id !== null)
  return { status: 'succeeded', fullOrderId: await findFullOrderId(database.read, paymentIds) }
}

async function readOutcome(db: Db, paymentId: string): Promise<PaymentOutcome> {
  const attempt = await findAttempt(db, paymentId)
  if (!attempt || attempt.status === 'pending') return CHECKING
  if (attempt.status === 'failed') return { status: 'failed', reason: attempt.reason ?? 'declined' }
  const fullOrderId = attempt.kind === 'full' ? await findFullOrderId(db, [paymentId]) : null
  return { status: 'succeeded', fullOrderId }
}

/**
 * Asks the payment gateway about a pending payment and writes the outcome. Until then, further calls for the same
 * payment return the same promise. The payment stays pending if its outcome is still unknown or if its gateway is not
 * configured.
 */
export function resolveAttempt(payments: Payments, attempt: PaymentRow): Promise<PaymentOutcome> {
  const known = payments.inFlight.get(attempt.id)
  if (known) return known
  const outcome = askAndComplete(payments, attempt).finally(() => payments.inFlight.delete(attempt.id))
  payments.inFlight.set(attempt.id, outcome)
  return outcome
}

async function askAndComplete(payments: Payments, attempt: PaymentRow): Promise<PaymentOutcome> {
  const gateway = payments.gateways.get(attempt.gateway)
  if (!gateway) return CHECKING
  const answer = await askGateway(gateway, chargeOf(attempt), payments.gatewayTimeoutMs)
  if (!answer) return CHECKING
  try {
    return await payments.database.write((write) => complete(payments, write, { attempt, answer }))
  } catch (error) {
    // The customer may have been charged, so the payment is not reported as failed. `reconcile` asks the payment
    // gateway again later.
    if (isUnavailable(error)) return CHECKING
    throw error
  }
}
