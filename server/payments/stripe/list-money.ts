import type Stripe from 'stripe'
import type { GatewayCharge, GatewayDispute, GatewayRefund, Money, MoneyStatus, Span } from '../gateway.ts'
import { fromStripe } from './amounts.ts'
import { ORDER, PAYMENT_ID, SHOP } from './session.ts'

/** The key of the metadata under which Stripe stores the id of the shop's refund. */
export const REFUND_ID = 'refund_id'

/** The largest page that Stripe returns. Its library requests the next page when the last entry was read. */
const PAGE = 100

type ListedCharges = { span: Span; shop: string; hasFees: boolean }

/**
 * Lists charges (https://docs.stripe.com/api/charges/list), with their fees if the key may read balance transactions
 * (`hasFees`). `shop` is the public URL of this shop. The number of an order is in the metadata of the intent only:
 * Stripe copies them to the charge before the order is placed.
 */
export async function* listCharges(
  stripe: Stripe,
  { span, shop, hasFees }: ListedCharges,
): AsyncGenerator<GatewayCharge> {
  const expand = ['data.payment_intent', ...(hasFees ? ['data.balance_transaction'] : [])]
  for await (const charge of stripe.charges.list({ created: createdIn(span), limit: PAGE, expand }))
    yield toGatewayCharge(charge, shop)
}

/** Shows the number of an order with its payment on Stripe's website. Repeating that changes nothing. */
export async function labelCharge(stripe: Stripe, intent: string, order: string): Promise<void> {
  await stripe.paymentIntents.update(intent, {
    description: `Order ${order}`,
    metadata: { [ORDER]: order },
  })
}

/** Lists refunds (https://docs.stripe.com/api/refunds/list). */
export async function* listRefunds(
  stripe: Stripe,
  of: { charge: string } | Span,
): AsyncGenerator<GatewayRefund> {
  const filter = 'charge' in of ? filterFor(of.charge) : { created: createdIn(of) }
  for await (const refund of stripe.refunds.list({ ...filter, limit: PAGE })) yield toGatewayRefund(refund)
}

function filterFor(reference: string): { charge: string } | { payment_intent: string } {
  return reference.startsWith('ch_') ? { charge: reference } : { payment_intent: reference }
}

/** Stripe has times in seconds. A span that begins or ends within a second is extended to the whole second. */
function createdIn({ from, to }: Span): { gte: number; lt: number } {
  return { gte: Math.floor(from / 1000), lt: Math.ceil(to / 1000) }
}

function toGatewayCharge(charge: Stripe.Charge, shop: string): GatewayCharge {
  const { id, payment_intent, metadata, amount, amount_refunded, currency, status, created } = charge
  return {
    reference: idOf(payment_intent) ?? id,
    paymentId: metadata[PAYMENT_ID] ?? null,
    isOfThisShop: metadata[SHOP] === shop,
    order: typeof payment_intent === 'object' ? (payment_intent?.metadata[ORDER] ?? null) : null,
    amountCents: fromStripe(amount, currency),
    refundedCents: fromStripe(amount_refunded, currency),
    currency: currency.toUpperCase(),
    fee: feeOf(charge),
    status: statusOf(status),
    createdAt: created * 1000,
  }
}

/** A charge has no balance transaction until Stripe has captured it, or until the bank has confirmed it. */
function feeOf({ balance_transaction: entry }: Stripe.Charge): Money | null {
  if (entry === null || typeof entry !== 'object') return null
  return { amountCents: fromStripe(entry.fee, entry.currency), currency: entry.currency.toUpperCase() }
}

/** Converts a refund of Stripe (https://docs.stripe.com/api/refunds/object). */
export function toGatewayRefund(refund: Stripe.Refund): GatewayRefund {
  const { id, amount, currency, created } = refund
  const status = statusOf(refund.status)
  return {
    reference: id,
    charge: chargeOf(refund) ?? '',
    refundId: refund.metadata?.[REFUND_ID] ?? null,
    amountCents: fromStripe(amount, currency),
    currency: currency.toUpperCase(),
    status,
    reason: status === 'failed' ? (refund.failure_reason ?? `Stripe: ${refund.status}`) : null,
    createdAt: created * 1000,
  }
}

/** Stripe returns an object instead of its id if the request has expanded it. */
type Id = string | { id: string } | null | undefined

/** Returns the reference of a charge. One that was made without a payment intent has only its own id. */
export function chargeOf({ payment_intent, charge }: { payment_intent?: Id; charge: Id }): string | null {
  return idOf(payment_intent) ?? idOf(charge)
}

/** `requires_action` means that the customer has to name a bank account before the refund can be made. */
function statusOf(status: string | null): MoneyStatus {
  if (status === 'failed' || status === 'canceled') return 'failed'
  return status === 'succeeded' ? 'succeeded' : 'pending'
}

export function idOf(object: Id): string | null {
  return typeof object === 'string' ? object : (object?.id ?? null)
}

/** Lists disputes (https://docs.stripe.com/api/disputes/list). */
export async function* listDisputes(stripe: Stripe, span: Span): AsyncGenerator<GatewayDispute> {
  for await (const dispute of stripe.disputes.list({ created: createdIn(span), limit: PAGE }))
    yield toGatewayDispute(dispute)
}

/** Lists early fraud warnings (https://docs.stripe.com/api/radar/early_fraud_warnings/list). */
export async function* listWarnings(stripe: Stripe, span: Span): AsyncGenerator<GatewayDispute> {
  for await (const warning of stripe.radar.earlyFraudWarnings.list({ created: createdIn(span), limit: PAGE }))
    yield warningToDispute(warning)
}

/** Converts a dispute of Stripe (https://docs.stripe.com/api/disputes/object). */
export function toGatewayDispute(dispute: Stripe.Dispute): GatewayDispute {
  const { id, amount, currency, reason, created } = dispute
  const dueBy = dispute.evidence_details?.due_by
  return {
    id,
    charge: chargeOf(dispute) ?? '',
    kind: 'dispute',
    status: disputeStatusOf(dispute.status),
    amount_cents: fromStripe(amount, currency),
    reason,
    due_at: dueBy ? dueBy * 1000 : null,
    created_at: created * 1000,
  }
}

/** A `warning` here is an inquiry of the bank, which is handled like a dispute, but takes no money yet. */
function disputeStatusOf(status: Stripe.Dispute['status']): GatewayDispute['status'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

/**
 * Converts an early fraud warning of Stripe (https://docs.stripe.com/api/radar/early_fraud_warnings/object). It is not
 * actionable any more once the charge was refunded or is disputed.
 */
export function warningToDispute(warning: Stripe.Radar.EarlyFraudWarning): GatewayDispute {
  const { id, fraud_type, actionable, created } = warning
  return {
    id,
    charge: chargeOf(warning) ?? '',
    kind: 'warning',
    status: actionable ? 'open' : 'won',
    amount_cents: null,
    reason: fraud_type,
    due_at: null,
    created_at: created * 1000,
  }
}
