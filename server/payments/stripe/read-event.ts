import type Stripe from 'stripe'
import type { GatewayEvent, GatewayNews, SignedRequest } from '../gateway.ts'
import { now } from '#server/platform/clock.ts'
import { chargeOf, idOf, toGatewayDispute, warningToDispute } from './list-money.ts'
import { answerOf, BANK_DECLINED, PAYMENT_ID, retrieveSession } from './session.ts'

/** The events of Stripe that the shop needs. `docs/settings.md` lists them for the owner. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
] as const

/**
 * How far the time of a signature may be from the shop's time, in seconds. An older signature is refused, so that a
 * recorded request cannot be sent again later.
 */
const TOLERANCE_S = 300

/**
 * Reads an event that Stripe has sent (https://docs.stripe.com/webhooks). Returns null if its signature is not valid,
 * or if its time is more than `TOLERANCE_S` ago or ahead.
 */
export async function readEvent(
  stripe: Stripe,
  secret: string,
  request: SignedRequest,
): Promise<GatewayEvent | null> {
  const event = readSigned(stripe, secret, request)
  return event && addCard(stripe, event)
}

/** Adds the text of the card that a payment has saved, which events do not contain. The payment succeeds without it, too. */
async function addCard(stripe: Stripe, event: GatewayEvent): Promise<GatewayEvent> {
  const { news } = event
  if (news?.about !== 'payment' || news.answer.outcome !== 'succeeded' || !news.answer.saved) return event
  const { session } = news
  try {
    const answer = await retrieveSession(stripe, { session, startedAt: now(), savesCard: true })
    return { ...event, news: { ...news, answer } }
  } catch {
    return event
  }
}

function readSigned(stripe: Stripe, secret: string, { body, headers }: SignedRequest): GatewayEvent | null {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string' || !isRecent(signature)) return null
  try {
    const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S)
    return { id: event.id, type: event.type, news: newsOf(event) }
  } catch {
    return null
  }
}

/**
 * Returns whether a signature such as `t=1764000000,v1=…` has exactly one time, which is close to the current time.
 * Stripe's library accepts a time that is no number, and any time in the future.
 */
function isRecent(signature: string): boolean {
  const [time = '', ...others] = signature.split(',').filter((part) => /^\s*t\s*=/.test(part))
  const seconds = Number(/^t=(\d+)$/.exec(time)?.[1] ?? NaN)
  return others.length === 0 && Math.abs(now() / 1000 - seconds) <= TOLERANCE_S
}

/**
 * Returns what an event reports. Returns null if the shop ignores events of this type, or if the event names no payment
 * of a shop.
 */
function newsOf(event: Stripe.Event): GatewayNews | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionNews(event.data.object)
    case 'checkout.session.async_payment_failed': {
      const news = sessionNews(event.data.object)
      return news && { ...news, answer: BANK_DECLINED }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return { about: 'dispute', dispute: toGatewayDispute(event.data.object) }
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return { about: 'dispute', dispute: warningToDispute(event.data.object) }
    default:
      return chargeNews(event)
  }
}

/** Returns what an event reports about the charges of a payment, which is null for other events. */
function chargeNews(event: Stripe.Event): GatewayNews | null {
  switch (event.type) {
    case 'payment_intent.payment_failed':
      return declineNews(event.data.object)
    case 'charge.refunded': {
      const { id, payment_intent, metadata } = event.data.object
      return newsOfCharge(idOf(payment_intent) ?? id, metadata)
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return newsOfCharge(chargeOf(event.data.object), event.data.object.metadata)
    default:
      return null
  }
}

function sessionNews(session: Stripe.Checkout.Session): Extract<GatewayNews, { about: 'payment' }> | null {
  const paymentId = session.metadata?.[PAYMENT_ID]
  return paymentId ? { about: 'payment', paymentId, session: session.id, answer: answerOf(session) } : null
}

/**
 * Each declined card has an event of its own. Stripe's page stays open, so that the customer can try another card. The
 * intent has the metadata that the session has passed on.
 */
function declineNews({ metadata }: Stripe.PaymentIntent): GatewayNews | null {
  const paymentId = metadata[PAYMENT_ID]
  return paymentId ? { about: 'decline', paymentId } : null
}

/**
 * Stripe copies the metadata of a payment intent to its charge, so the charge has the id of the shop's payment. A refund
 * that the owner has made on Stripe's website has no metadata.
 */
function newsOfCharge(charge: string | null, metadata: Stripe.Metadata | null): GatewayNews | null {
  return charge === null ? null : { about: 'refunds', paymentId: metadata?.[PAYMENT_ID] ?? null, charge }
}
