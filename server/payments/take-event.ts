import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables.ts'
import type { GatewayEvent, GatewayNews } from './gateway.ts'
import type { Payments } from './payments.ts'
import { findAttempt } from './queries.ts'
import { insertRefund, lockPayment, sumRefunds } from './refunds/queries.ts'
import { learnWithin } from './resolve-attempt.ts'
import { learnRefund, resolveRefundsOf, tellOfRefund } from './refunds/resolve-refund.ts'

/**
 * Handles an event of a gateway. The event and what it changes are written in one transaction. So an event that arrives
 * twice changes nothing the second time, and an event whose transaction fails is handled when the gateway sends it
 * again. Events about payments that this shop did not start with this gateway are ignored: other programs may use the
 * same account.
 */
export async function takeEvent(payments: Payments, gateway: string, event: GatewayEvent): Promise<void> {
  const { news } = event
  const attempt = news && (await findAttempt(payments.database.read, news.paymentId))
  if (!news || !attempt || attempt.gateway !== gateway || isOfOtherSession(attempt, news)) return
  const isLate = await payments.database.write(async (write) => {
    if (!(await insertEvent(write.tx, { gateway, event, paymentId: attempt.id }))) return false
    return apply(payments, write, { attempt, news })
  })
  if (isLate) await resolveRefundsOf(payments, attempt.id)
}

function isOfOtherSession({ session }: PaymentRow, news: GatewayNews): boolean {
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

type Applied<N> = { attempt: PaymentRow; news: N }

/**
 * Writes what an event reports. Returns whether money has arrived for a failed payment. The caller must refund it after
 * the commit.
 */
async function apply(
  payments: Payments,
  write: ShopWrite,
  { attempt, news }: Applied<GatewayNews>,
): Promise<boolean> {
  if (news.about === 'refund') {
    await learnRefund(payments, write, news)
    return false
  }
  if (news.about === 'charge') {
    await noteRefunds(payments, write, { attempt, news })
    return false
  }
  const { session, answer } = news
  const outcome = await learnWithin(payments, write, { attempt: { ...attempt, session }, answer })
  return outcome.status === 'failed' && answer.outcome === 'succeeded'
}

/**
 * Inserts a refund for money that was refunded at the gateway but not by this shop, for example by the owner on the
 * gateway's website. That is the total of the event without the shop's own refunds, including pending ones, because the
 * gateway may have made them already.
 */
async function noteRefunds(
  payments: Payments,
  write: ShopWrite,
  { attempt, news }: Applied<Extract<GatewayNews, { about: 'charge' }>>,
): Promise<void> {
  const payment = await lockPayment(write.tx, attempt.id)
  if (!payment) return
  const known = await sumRefunds(write.tx, payment.id, ['pending', 'succeeded'])
  const amount_cents = Math.min(news.refundedCents, payment.amount_cents) - known
  if (amount_cents <= 0) return
  const { reference } = news
  const refund = await insertRefund(write.tx, {
    payment_id: payment.id,
    amount_cents,
    created_by: null,
    status: 'succeeded',
    reference,
  })
  await tellOfRefund(payments, write, { payment, refund })
}
