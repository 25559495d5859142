import { Problem } from '#contract/errors.ts'
import { lockUser } from '#server/cart/cart.ts'
import { reserveLines } from '#server/cart/reserve-lines.ts'
import type { Reservation, Reserved, TakenLines } from '#server/cart/reserve-lines.ts'
import { newId, now } from '#server/platform/clock.ts'
import { DatabaseUnusable, isUnavailable } from '#server/platform/database/database-errors.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { markedBy, placeWaiting, recordOutcome } from './record-outcome.ts'
import { orAfter } from './gateway.ts'
import type { Gateway } from './gateway.ts'
import type { PaymentOutcome, Payments } from './payments.ts'
import { findOwnAttempt, insertAttempt, newPayment } from './queries.ts'
import type { AttemptKey } from './queries.ts'
import { CHECKING, earlierOutcome, openOutcome, readOutcome } from './read-outcome.ts'
import { askGateway, attemptOf } from './ask-gateway.ts'
import { findRefusal } from './find-refusal.ts'
import { warnOfCardTesting } from './refuse-strangers.ts'

/**
 * What a checkout adds to a payment: the price of the delivery, and a function that stores the details of the checkout
 * in the transaction that inserts the payment. `isEmpty` is set if there are none, because nothing is delivered.
 */
export type PaymentCheckout = {
  deliveryCents: number
  isEmpty?: boolean
  store: (tx: Db, paymentId: string) => Promise<void>
}

/**
 * A user's request to pay for a single cart line, or for several cart lines together. The amount of the payment is the
 * sum of the lines and the price of the delivery, less the discounts.
 */
export type PaymentRequest = Omit<Reservation, 'paymentId'> &
  Pick<PaymentRow, 'kind'> & {
    checkout?: PaymentCheckout
    network?: string
    /** The name of the gateway that the customer has chosen. Without it, the payment uses the current one. */
    gateway?: string
    staff?: StaffSale
    renewal?: Renewal
  }

/** Set if subscriptions have placed the order. Without a mandate, it is paid in the way of the gateway. */
type Renewal = { mandateId: string | null }

/**
 * Set if staff have made the order. `by` is the user id of the person, who has the money already if it `isPaid`. `also` runs in
 * the transaction that places the order.
 */
type StaffSale = {
  by: string
  isPaid: boolean
  also: (write: ShopWrite, payment: PaymentRow) => Promise<void>
}

/**
 * Pays for cart lines. All payments go through this function. One transaction inserts a pending payment and reserves
 * the lines for it. A local payment gateway is asked in the same transaction, so that its outcome is committed together
 * with the payment. If the order is paid later, that transaction also places the order. A remote payment gateway is
 * asked after the commit, and a second transaction writes its answer.
 *
 * If all lines are already paid or reserved for another payment, nothing is charged. The function then returns the
 * outcome of the other payment, with its id as `earlierId`.
 */
export async function startPayment(
  payments: Payments,
  request: PaymentRequest,
): Promise<PaymentOutcome | Problem> {
  const paymentId = newId()
  const opened = await payments.database
    .write((write) => openAttempt(payments, { ...request, paymentId }, write))
    .catch((error: unknown) => afterFailedCommit(payments, { id: paymentId, user_id: request.userId }, error))
  if (opened instanceof Problem && opened.code === 'confirm-email') await warnOfCardTesting(payments)
  if (opened instanceof Problem) return opened
  if ('outcome' in opened) return opened.outcome
  if ('taken' in opened) return earlierOutcome(payments, opened.taken)
  const { attempt } = opened
  return orAfter(payments.replyTimeoutMs, askGateway(payments, attempt), openOutcome(payments, attempt))
}

type Opened = { attempt: PaymentRow } | { outcome: PaymentOutcome } | TakenLines

/**
 * Opens a payment within a transaction, and places its order if it is paid later. A problem must roll the transaction back.
 */
export async function openAttempt(
  payments: Payments,
  request: PaymentRequest & Reservation,
  write: ShopWrite,
): Promise<Opened | Problem> {
  const gateway = gatewayOf(payments, request)
  // A local gateway decides at once, so its payments do not reserve lines for longer than this transaction.
  if (gateway.kind !== 'local') await lockUser(write.tx, request.userId)
  const reserved = await reserveLines(write.tx, payments.products, request)
  if (reserved instanceof Problem || 'taken' in reserved) return reserved
  const attempt = attemptFor(request, reserved, gateway.name)
  const { staff, currency, renewal } = request
  // The limits are against customers who take all stock and never pay.
  const isLimited = !staff && !renewal
  const refused = isLimited && (await findRefusal(write.tx, gateway, { attempt, reserved, currency }))
  if (refused) return refused
  await insertAttempt(write.tx, attempt)
  await request.checkout?.store(write.tx, attempt.id)
  if (gateway.kind === 'remote' && attempt.mandate_id === null) {
    write.publish({ type: 'payment-opened', userId: request.userId })
    return { attempt }
  }
  return { outcome: await placeAtOnce(payments, write, { gateway, attempt, staff }) }
}

function gatewayOf(
  { gateways, currentGateway }: Payments,
  { gateway = '' }: Pick<PaymentRequest, 'gateway'>,
): Gateway {
  return gateways.get(gateway) ?? currentGateway
}

type Placed = { gateway: Gateway; attempt: PaymentRow; staff: StaffSale | undefined }

/**
 * Places an order before its payment, or with the payment of a local gateway. It waits for its payment unless the staff have
 * the money already.
 */
async function placeAtOnce(
  payments: Payments,
  write: ShopWrite,
  { gateway, attempt, staff }: Placed,
): Promise<PaymentOutcome> {
  const outcome =
    gateway.kind === 'local'
      ? await recordOutcome(payments, write, {
          attempt,
          answer: gateway.decide(attemptOf(payments, attempt)),
        })
      : await placeWaiting(payments, write, attempt)
  if (!staff) return outcome
  const isPaidNow = staff.isPaid && gateway.kind !== 'local'
  const sold = isPaidNow
    ? await recordOutcome(payments, write, { attempt, answer: markedBy(staff.by) })
    : outcome
  await staff.also(write, attempt)
  return sold
}

function attemptFor(
  { paymentId, userId, kind, checkout, network, renewal, isGift }: PaymentRequest & Reservation,
  { amountCents, takenStock, offDelivery, begins }: Reserved,
  gateway: string,
): PaymentRow {
  return newPayment({
    id: paymentId,
    user_id: userId,
    kind,
    amount_cents: amountCents + (checkout?.deliveryCents ?? 0) - offDelivery,
    gateway,
    created_at: now(),
    has_checkout: checkout && !checkout.isEmpty ? 1 : 0,
    taken_stock: takenStock,
    network: network ?? null,
    ...(begins && { subscription: 'first' }),
    ...(isGift && { subscription: 'gift' }),
    ...(renewal && renewalColumns(renewal)),
  })
}

/** The columns of a renewal. With a mandate it is due now, so the next run of `chargeDue` charges its card. */
function renewalColumns({ mandateId }: Renewal): Partial<PaymentRow> {
  const charged = mandateId === null ? {} : { mandate_id: mandateId, due_at: now(), tries: 0 }
  return { subscription: 'renewal', ...charged }
}

/**
 * Called after the transaction that inserts a payment has failed. If the connection or the disk failed, the transaction
 * may have been committed nevertheless, and the customer must not be told that the payment failed. Returns the outcome
 * of the payment if the payment is in the database. Otherwise throws the error.
 */
async function afterFailedCommit(
  payments: Payments,
  key: AttemptKey,
  error: unknown,
): Promise<{ outcome: PaymentOutcome }> {
  if (!isUnavailable(error)) throw error
  const { read } = payments.database
  const attempt = await findOwnAttempt(read, key).catch(() => undefined)
  if (!attempt) throw error
  // The database file was deleted or replaced. The payment that was read from it may get lost, so it must not be
  // confirmed to the customer.
  if (error instanceof DatabaseUnusable) return { outcome: CHECKING }
  return { outcome: await readOutcome(payments, read, key) }
}
