import { Problem } from '#contract/errors.ts'
import { newId, now } from '#server/platform/clock.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { CartItemRow, PaymentRow } from '#server/tables.ts'
import type { GatewayAnswer } from './gateway.ts'
import { openAttempt } from './open-attempt.ts'
import type { Wish } from './open-attempt.ts'
import type { Outcome, Payments } from './payments.ts'
import {
  findOrderOfPayment,
  findPayment,
  insertOrder,
  listOwnItems,
  markPaid,
  releaseItems,
  settlePayment,
} from './queries.ts'
import type { ShopWrite } from '#server/shop-database.ts'

/**
 * The one way to pay, whoever asks. An attempt that holds the items is written before the gateway is asked, the
 * outcome and what it pays in one transaction after; asked again for what is paid or being paid, it answers with
 * the first attempt's outcome, marked as `earlier`. Money moves once.
 */
export async function settle(payments: Payments, wish: Wish): Promise<Outcome | Problem> {
  const attempt = await openAttempt(payments, wish).catch((error: unknown) =>
    unlessOpened(payments, wish, error),
  )
  if (!attempt) return { status: 'checking' }
  if (attempt instanceof Problem) return attempt
  if (Array.isArray(attempt)) return asEarlier(await firstOutcome(payments, attempt))
  return patiently(payments, askOnce(payments, attempt))
}

/**
 * Returns null if the attempt was written although the database failed: the gateway will be asked about it later, so the
 * customer must not be told that the payment failed. Throws the error otherwise.
 */
async function unlessOpened({ database }: Payments, wish: Wish, error: unknown): Promise<null> {
  if (!isUnavailable(error)) throw error
  const items = await listOwnItems(database.read, wish).catch(() => [])
  if (items.some(({ payment, payment_id }) => payment === null && payment_id !== null)) return null
  throw error
}

/** Asks the gateway about an attempt, again if need be, and writes down what it says. */
export function askOnce(payments: Payments, attempt: PaymentRow): Promise<Outcome> {
  const known = payments.underWay.get(attempt.id)
  if (known) return known
  const asked = ask(payments, attempt).finally(() => payments.underWay.delete(attempt.id))
  payments.underWay.set(attempt.id, asked)
  return asked
}

async function ask(payments: Payments, attempt: PaymentRow): Promise<Outcome> {
  const answer = await gatewayAnswer(payments, attempt)
  if (!answer) return { status: 'checking' }
  try {
    return await payments.database.write((write) => writeDown(write, attempt, answer))
  } catch (error) {
    // The money may have moved: nobody may be told that it did not. The gateway is asked again later.
    if (isUnavailable(error)) return { status: 'checking' }
    throw error
  }
}

/** What the gateway says; null when that is not known, which it is not either when it says nothing for long. */
async function gatewayAnswer(
  { gateway, gatewayPatienceMs }: Payments,
  attempt: PaymentRow,
): Promise<GatewayAnswer | null> {
  try {
    const charged = gateway.charge({
      idempotencyKey: attempt.idempotency_key,
      amountCents: attempt.amount_cents,
    })
    return await within<GatewayAnswer | null>(gatewayPatienceMs, charged, null)
  } catch {
    return null
  }
}

async function writeDown(write: ShopWrite, attempt: PaymentRow, answer: GatewayAnswer): Promise<Outcome> {
  const at = now()
  const paid = answer.outcome === 'succeeded'
  const reference = paid ? answer.reference : answer.reason
  const first = await settlePayment(write.tx, {
    id: attempt.id,
    status: paid ? 'succeeded' : 'failed',
    reference,
    at,
  })
  if (!first) return outcomeOf(write, attempt.id)
  if (!paid) {
    await releaseItems(write.tx, attempt.id)
    write.publish({ type: 'payment-failed', userId: attempt.user_id })
    return { status: 'failed', reason: answer.reason }
  }
  const orderId = attempt.kind === 'full' ? newId() : null
  const items = await markPaid(write.tx, { paymentId: attempt.id, orderId, at })
  if (orderId) await insertOrder(write.tx, fullOrder(orderId, attempt, { items, at }))
  write.publish({ type: 'order-placed', userId: attempt.user_id, orderId: orderId ?? attempt.id })
  return { status: 'succeeded', paymentId: attempt.id, orderId, items: items.length }
}

type Payer = Pick<CartItemRow, 'email' | 'customer'>

function fullOrder(id: string, attempt: PaymentRow, { items, at }: { items: Payer[]; at: number }) {
  const [first] = items
  if (!first) throw new Error(`Payment ${attempt.id} paid for nothing.`)
  const { email, customer } = first
  return {
    id,
    user_id: attempt.user_id,
    email,
    customer,
    total_cents: attempt.amount_cents,
    payment_id: attempt.id,
    created_at: at,
  }
}

/** Nothing was free to be paid: what came of the attempt that got there first? */
async function firstOutcome(payments: Payments, items: CartItemRow[]): Promise<Outcome> {
  const telling =
    items.find((item) => item.payment === null) ?? items.find((item) => item.order_id !== null) ?? items[0]
  const paymentId = telling?.payment_id
  if (!paymentId) return { status: 'checking' }
  const underWay = payments.underWay.get(paymentId)
  if (underWay) return patiently(payments, underWay)
  return outcomeOf({ tx: payments.database.read }, paymentId)
}

function asEarlier(outcome: Outcome): Outcome {
  return outcome.status === 'succeeded' ? { ...outcome, earlier: true } : outcome
}

async function outcomeOf({ tx }: Pick<ShopWrite, 'tx'>, paymentId: string): Promise<Outcome> {
  const payment = await findPayment(tx, paymentId)
  if (!payment || payment.status === 'pending') return { status: 'checking' }
  if (payment.status === 'failed') return { status: 'failed', reason: payment.reference ?? 'declined' }
  const order = await findOrderOfPayment(tx, paymentId)
  return { status: 'succeeded', paymentId, orderId: order?.id ?? null, items: 0 }
}

/** Waits as long as a person would; after that the payment is being checked and goes on without them. */
function patiently(payments: Payments, outcome: Promise<Outcome>): Promise<Outcome> {
  return within<Outcome>(payments.patienceMs, outcome, { status: 'checking' })
}

/** The result, or what to say instead when it is not there after so many milliseconds. */
async function within<T>(ms: number, result: Promise<T>, instead: T): Promise<T> {
  const { promise: tired, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(instead), ms)
  try {
    return await Promise.race([result, tired])
  } finally {
    clearTimeout(timer)
  }
}
