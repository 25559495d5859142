import { findOrderIdOf, findFullOrderId } from '#server/orders/place-order.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { orAfter } from './gateway.ts'
import { isNotStarted, isPlacedFirst } from './payments.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findOwnAttempt } from './queries.ts'
import type { AttemptKey } from './queries.ts'

export const CHECKING = { status: 'checking' } as const

/** Reads the outcome of a payment from the database, without asking a gateway. */
export async function readOutcome(payments: Payments, db: Db, key: AttemptKey): Promise<PaymentOutcome> {
  const attempt = await findOwnAttempt(db, key)
  if (!attempt) return CHECKING
  if (attempt.status === 'pending') {
    const orderId = isPlacedFirst(payments, attempt) ? await findOrderIdOf(db, attempt) : null
    return orderId === null ? openOutcome(payments, attempt) : { status: 'waiting', orderId }
  }
  if (attempt.status === 'failed') return { status: 'failed', reason: attempt.reason ?? 'declined' }
  const payment = { paymentIds: [key.id], userId: key.user_id }
  const fullOrderId = attempt.kind === 'full' ? await findFullOrderId(db, payment) : null
  return { status: 'succeeded', fullOrderId }
}

/** Returns the outcome of a payment that was pending when it was read, and about which the gateway has said nothing. */
export function openOutcome(payments: Payments, attempt: PaymentRow): PaymentOutcome {
  if (attempt.url !== null) return { status: 'redirect', url: attempt.url }
  return isNotStarted(payments, attempt) ? { status: 'not-started' } : CHECKING
}

/**
 * Returns the outcome for cart lines that are all paid or reserved by other payments: the outcome of these earlier
 * payments, and the id of one of them. Lines that are not paid yet come first.
 */
export async function earlierOutcome(payments: Payments, lines: CartItemRow[]): Promise<PaymentOutcome> {
  const held = lines.find(({ payment }) => payment === null)
  const outcome = await (held ? outcomeOfHeld(payments, held) : outcomeOfPaid(payments, lines))
  const earlierId = (held ?? lines[0])?.payment_id ?? null
  return {
    ...outcome,
    ...(outcome.status === 'succeeded' && { earlier: true }),
    ...(earlierId !== null && { earlierId }),
  }
}

async function outcomeOfHeld(
  payments: Payments,
  { payment_id, user_id }: CartItemRow,
): Promise<PaymentOutcome> {
  // The cart line was reserved for another payment, which was declined in the meantime.
  if (payment_id === null) return CHECKING
  const inFlight = payments.inFlight.get(payment_id)
  const outcome = inFlight && (await orAfter<PaymentOutcome | null>(payments.replyTimeoutMs, inFlight, null))
  return outcome ?? readOutcome(payments, payments.database.read, { id: payment_id, user_id })
}

async function outcomeOfPaid({ database }: Payments, lines: CartItemRow[]): Promise<PaymentOutcome> {
  const paymentIds = lines.map(({ payment_id }) => payment_id).filter((id) => id !== null)
  // All lines are those of the user who wants to pay for them.
  const userId = lines[0]?.user_id ?? ''
  return { status: 'succeeded', fullOrderId: await findFullOrderId(database.read, { paymentIds, userId }) }
}
