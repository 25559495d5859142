import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayEvent, GatewayNews } from './gateway.ts'
import type { Payments } from './payments.ts'
import { findAttempt, findAttemptsByReference } from './queries.ts'
import { recordDispute } from './disputes/record-dispute.ts'
import { recordExternalRefunds } from './refunds/record-external-refunds.ts'
import { askForRefunds, resolveRefundsOf } from './refunds/resolve-refund.ts'
import { applyWithin, askGateway } from './ask-gateway.ts'

/** The name of a gateway, and an event that it has sent. */
type Taken<N extends GatewayNews> = { gateway: string; event: GatewayEvent; news: N }

/**
 * Handles an event of a gateway. Events about payments that this shop did not start with this gateway are ignored. They
 * belong to other programs that use the same account.
 *
 * Returns false if the event cannot be handled yet, so that the gateway has to send it again: it concerns refunds, and
 * the gateway cannot be asked about them, or it is not known whether the payment has succeeded.
 */
export async function takeEvent(payments: Payments, gateway: string, event: GatewayEvent): Promise<boolean> {
  const { news } = event
  if (news?.about === 'payment') await takePaymentEvent(payments, { gateway, event, news })
  if (news?.about === 'dispute') await takeDisputeEvent(payments, { gateway, event, news })
  return news?.about === 'refunds' ? takeRefundEvent(payments, { gateway, event, news }) : true
}

/**
 * Writes what an event says about a payment. The event and what it changes are written in one transaction, so that an
 * event that arrives twice changes nothing the second time, and one whose transaction fails is handled when it arrives
 * again.
 */
async function takePaymentEvent(
  payments: Payments,
  { gateway, event, news: { paymentId, session, answer } }: Taken<GatewayNews & { about: 'payment' }>,
): Promise<void> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (attempt?.gateway !== gateway || (attempt.session !== null && attempt.session !== session)) return
  const isLate = await payments.database.write(async (write) => {
    if (!(await insertEvent(write.tx, { gateway, event, paymentId }))) return false
    const outcome = await applyWithin(payments, write, { attempt: { ...attempt, session }, answer })
    return outcome.status === 'failed' && answer.outcome === 'succeeded'
  })
  if (isLate) await resolveRefundsOf(payments, paymentId)
}

/** Asks the gateway for the refunds of a charge, and writes them. */
async function takeRefundEvent(
  payments: Payments,
  { gateway, event, news }: Taken<GatewayNews & { about: 'refunds' }>,
): Promise<boolean> {
  const attempt = await findCharged(payments.database.read, news)
  if (attempt?.gateway !== gateway) return true
  if (!(await hasOutcome(payments, attempt))) return false
  const refunds = await askForRefunds(payments, attempt, news.charge)
  if (!refunds) return false
  await payments.database.write(async (write) => {
    await insertEvent(write.tx, { gateway, event, paymentId: attempt.id })
    await recordExternalRefunds(payments, write, { paymentId: attempt.id, refunds, isComplete: true })
  })
  return true
}

/** Writes what an event says about a dispute of a charge. A charge is disputed days after its payment has succeeded. */
async function takeDisputeEvent(
  payments: Payments,
  { gateway, event, news: { dispute } }: Taken<GatewayNews & { about: 'dispute' }>,
): Promise<void> {
  const [attempt] = await findAttemptsByReference(payments.database.read, [dispute.charge])
  if (attempt?.gateway !== gateway) return
  await payments.database.write(async (write) => {
    if (!(await insertEvent(write.tx, { gateway, event, paymentId: attempt.id }))) return
    await recordDispute(payments, write, { payment: attempt, dispute })
  })
}

/** Finds the payment of a charge. Its reference is not stored yet if the shop does not know that it has succeeded. */
async function findCharged(
  db: Db,
  { charge, paymentId }: { charge: string; paymentId: string | null },
): Promise<PaymentRow | undefined> {
  const [known] = await findAttemptsByReference(db, [charge])
  return known ?? (paymentId === null ? undefined : findAttempt(db, paymentId))
}

/**
 * Returns whether a payment has an outcome, after asking the gateway if necessary. A refund that is written before the
 * payment has succeeded would be missing in its order.
 */
async function hasOutcome(payments: Payments, attempt: PaymentRow): Promise<boolean> {
  if (attempt.status !== 'pending') return true
  const { status } = await askGateway(payments, attempt)
  return status === 'succeeded' || status === 'failed'
}

type NewEvent = { gateway: string; event: GatewayEvent; paymentId: string }

/** Inserts an event. Returns false if it was inserted before. */
async function insertEvent(tx: Db, { gateway, event, paymentId }: NewEvent): Promise<boolean> {
  const row = await tx
    .insertInto('gateway_events')
    .values({ gateway, event_id: event.id, type: event.type, payment_id: paymentId, received_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}
