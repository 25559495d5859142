import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayEvent, GatewayNews } from './gateway.ts'
import type { Payments } from './payments.ts'
import { findAttempt } from './queries.ts'
import { noteRefunds } from './refunds/note-refunds.ts'
import { findNotedRefund, lockPayment } from './refunds/queries.ts'
import { learnRefund, resolveRefundsOf } from './refunds/resolve-refund.ts'
import { learnWithin, resolveAttempt } from './resolve-attempt.ts'

/**
 * Handles an event of a gateway. The event and what it changes are written in one transaction, so that an event that
 * arrives twice changes nothing the second time, and one whose transaction fails is handled when it arrives again.
 * Events about payments that this shop did not start with this gateway are ignored. They belong to other programs that
 * use the same account.
 *
 * Returns false if the event cannot be handled yet, so that the gateway has to send it again: it concerns a refund, and
 * it is not known whether the payment has succeeded.
 */
export async function takeEvent(payments: Payments, gateway: string, event: GatewayEvent): Promise<boolean> {
  const news = await withRefundId(payments.database.read, event.news)
  const attempt = news && (await findAttempt(payments.database.read, news.paymentId))
  if (!news || !attempt || attempt.gateway !== gateway || isOfOtherSession(attempt, news)) return true
  if (news.about !== 'payment' && !(await hasOutcome(payments, attempt))) return false
  const isLate = await payments.database.write(async (write) => {
    if (!(await insertEvent(write.tx, { gateway, event, paymentId: attempt.id }))) return false
    return apply(payments, write, { attempt, news })
  })
  if (isLate) await resolveRefundsOf(payments, attempt.id)
  return true
}

/**
 * Returns whether a payment has an outcome, after asking the gateway if necessary. A refund that is written before the
 * payment has succeeded would be missing in its order.
 */
async function hasOutcome(payments: Payments, attempt: PaymentRow): Promise<boolean> {
  if (attempt.status !== 'pending') return true
  const { status } = await resolveAttempt(payments, attempt)
  return status === 'succeeded' || status === 'failed'
}

type News = Exclude<GatewayNews, { about: 'returned refund' }>

/** Finds the refund that was returned, if this shop has not made it. Its row has the same charge and amount. */
async function withRefundId(db: Db, news: GatewayNews | null): Promise<News | null> {
  if (news?.about !== 'returned refund') return news
  const refund = await findNotedRefund(db, news)
  return refund
    ? { about: 'refund', paymentId: refund.payment_id, refundId: refund.id, answer: news.answer }
    : null
}

function isOfOtherSession({ session }: PaymentRow, news: News): boolean {
  return news.about === 'payment' && session !== null && news.session !== session
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

type Applied = { attempt: PaymentRow; news: News }

/** Writes what an event reports. Returns whether money has arrived that has to be refunded after the commit. */
async function apply(payments: Payments, write: ShopWrite, { attempt, news }: Applied): Promise<boolean> {
  if (news.about === 'refund') {
    await learnRefund(payments, write, news)
    return false
  }
  if (news.about === 'charge') {
    const payment = await lockPayment(write.tx, attempt.id)
    if (payment) await noteRefunds(payments, write, { payment, charge: news.charge })
    return false
  }
  const { session, answer } = news
  const outcome = await learnWithin(payments, write, { attempt: { ...attempt, session }, answer })
  return outcome.status === 'failed' && answer.outcome === 'succeeded'
}
