import { Problem } from '#contract/errors.ts'
import { now } from '#server/platform/clock.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { Db } from '#server/shop-database.ts'
import { applyGatewayAnswer, askGateway } from './ask-gateway.ts'
import { countDeclines, endPage, MAX_DECLINES } from './count-declines.ts'
import { recordDispute } from './catch-up/record-dispute.ts'
import { orNull } from './gateway.ts'
import type { GatewayEvent, GatewayNews, RemoteGateway } from './gateway.ts'
import { timeoutsFor } from './payments.ts'
import type { Payments } from './payments.ts'
import { findAttempt, findCharged } from './queries.ts'
import { recordExternalRefunds } from './refunds/record-external-refunds.ts'

/**
 * Adds a route for the events of each remote gateway, such as `POST /api/webhooks/stripe`. A signature is computed from
 * the bytes of a body, so the bodies are not parsed before it is checked. The status is 200 if the event was handled or
 * does not concern this shop, 400 if the signature is not valid, and 503 if the event cannot be handled yet. After any
 * other status than 200, the gateway sends the event again.
 */
export function webhookRoutes(setup: CallsSetup, payments: Payments): void {
  setup.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const gateway of payments.gateways.values()) {
      if (gateway.kind !== 'remote') continue
      scope.post(
        `/api/webhooks/${gateway.name}`,
        { onRequest: admitted(setup, { access: 'signature', limit: 'write' }) },
        async ({ body, headers }, reply) => {
          const event = Buffer.isBuffer(body) && (await gateway.readEvent({ body, headers }))
          if (!event) return sendProblem(reply, new Problem('unreadable'))
          const isHandled = await takeEvent(payments, gateway, event)
          return isHandled
            ? reply.send({ received: true })
            : sendProblem(reply, new Problem('gateway-unreachable'))
        },
      )
    }
  })
}

type Taken<About> = { gateway: RemoteGateway; event: GatewayEvent; news: GatewayNews & { about: About } }

/**
 * Handles an event of a gateway. Events about payments that this shop did not start with this gateway are ignored. They
 * belong to other programs that use the same account.
 *
 * Returns false if the event cannot be handled yet, so that the gateway has to send it again: it concerns refunds, and
 * the gateway cannot be asked about them, or it is not known whether the payment has succeeded. Or the page of a payment has
 * to be ended, and the gateway cannot be reached.
 */
async function takeEvent(payments: Payments, gateway: RemoteGateway, event: GatewayEvent): Promise<boolean> {
  const { news } = event
  if (news?.about === 'refunds') return takeRefundEvent(payments, { gateway, event, news })
  if (news?.about === 'decline') return takeDeclineEvent(payments, { gateway, event, news })
  if (news?.about === 'payment') await takePaymentEvent(payments, { gateway, event, news })
  if (news?.about === 'dispute') await takeDisputeEvent(payments, { gateway, event, news })
  return true
}

/**
 * Writes what an event says about a payment. The event and what it changes are written in one transaction, so that an
 * event that arrives twice changes nothing the second time, and one whose transaction fails is handled when it arrives
 * again.
 */
async function takePaymentEvent(
  payments: Payments,
  { gateway, event, news: { paymentId, session, answer } }: Taken<'payment'>,
): Promise<void> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (attempt?.gateway !== gateway.name || (attempt.session !== null && attempt.session !== session)) return
  await applyGatewayAnswer(payments, {
    attempt: { ...attempt, session },
    answer,
    before: (tx) => insertEvent(tx, { gateway, event, paymentId }),
  })
}

/** Counts a declined card, and ends the page of the payment after too many. Nobody types cards for a renewal. */
async function takeDeclineEvent(
  payments: Payments,
  { gateway, event, news: { paymentId } }: Taken<'decline'>,
): Promise<boolean> {
  const attempt = await findAttempt(payments.database.read, paymentId)
  if (attempt?.gateway !== gateway.name || attempt.mandate_id !== null) return true
  const declines = await payments.database.write(async ({ tx }) => {
    const isNew = await insertEvent(tx, { gateway, event, paymentId })
    return countDeclines(tx, paymentId, isNew ? 1 : 0)
  })
  return declines < MAX_DECLINES || endPage(payments, gateway, attempt)
}

/** Asks the gateway for the refunds of a charge, and writes them. */
async function takeRefundEvent(
  payments: Payments,
  { gateway, event, news: { charge, paymentId } }: Taken<'refunds'>,
): Promise<boolean> {
  const { read } = payments.database
  const charged = await findCharged(read, { gateway: gateway.name, reference: charge })
  // The reference is not stored yet if the shop does not know that the payment has succeeded.
  const attempt = charged ?? (paymentId === null ? undefined : await findAttempt(read, paymentId))
  if (attempt?.gateway !== gateway.name) return true
  // A refund that is written before the payment has succeeded would be missing in its order.
  const { status } = attempt.status === 'pending' ? await askGateway(payments, attempt) : attempt
  if (status !== 'succeeded' && status !== 'failed') return false
  const refunds = await orNull(timeoutsFor(payments, attempt.id), () =>
    Array.fromAsync(gateway.listRefunds({ charge })),
  )
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
  { gateway, event, news: { dispute } }: Taken<'dispute'>,
): Promise<void> {
  const key = { gateway: gateway.name, reference: dispute.charge }
  const attempt = await findCharged(payments.database.read, key)
  if (!attempt) return
  await payments.database.write(async (write) => {
    if (await insertEvent(write.tx, { gateway, event, paymentId: attempt.id }))
      await recordDispute(payments, write, { payment: attempt, dispute })
  })
}

type NewEvent = { gateway: RemoteGateway; event: GatewayEvent; paymentId: string }

/** Inserts an event. Returns false if it was inserted before. */
async function insertEvent(tx: Db, { gateway, event, paymentId }: NewEvent): Promise<boolean> {
  const row = await tx
    .insertInto('gateway_events')
    .values({
      gateway: gateway.name,
      event_id: event.id,
      type: event.type,
      payment_id: paymentId,
      received_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}
