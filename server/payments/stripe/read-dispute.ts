import type Stripe from 'stripe'
import type { GatewayDispute, GatewayNews, Span } from '../gateway.ts'
import { fromStripe } from './amounts.ts'
import { createdIn, idOf, PAGE } from './list-money.ts'

/** Lists disputes (https://docs.stripe.com/api/disputes/list). */
export async function* listDisputes(stripe: Stripe, span: Span): AsyncGenerator<GatewayDispute> {
  for await (const dispute of stripe.disputes.list({ created: createdIn(span), limit: PAGE }))
    yield readDispute(dispute)
}

/** Lists early fraud warnings (https://docs.stripe.com/api/radar/early_fraud_warnings/list). */
export async function* listWarnings(stripe: Stripe, span: Span): AsyncGenerator<GatewayDispute> {
  for await (const warning of stripe.radar.earlyFraudWarnings.list({ created: createdIn(span), limit: PAGE }))
    yield readWarning(warning)
}

/** Returns what an event reports about a dispute or a warning about fraud, or null for other events. */
export function disputeNews(event: Stripe.Event): GatewayNews | null {
  switch (event.type) {
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return { about: 'dispute', dispute: readDispute(event.data.object) }
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return { about: 'dispute', dispute: readWarning(event.data.object) }
    default:
      return null
  }
}

/** Converts a dispute of Stripe (https://docs.stripe.com/api/disputes/object). */
function readDispute(dispute: Stripe.Dispute): GatewayDispute {
  const { id, amount, currency, reason, created, payment_intent, charge } = dispute
  const dueBy = dispute.evidence_details?.due_by
  return {
    id,
    charge: idOf(payment_intent) ?? idOf(charge) ?? '',
    kind: 'dispute',
    status: statusOf(dispute.status),
    amountCents: fromStripe(amount, currency),
    reason,
    dueAt: dueBy ? dueBy * 1000 : null,
    createdAt: created * 1000,
  }
}

/** A `warning` here is an inquiry of the bank, which is handled like a dispute, but takes no money yet. */
function statusOf(status: Stripe.Dispute['status']): GatewayDispute['status'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

/**
 * Converts an early fraud warning of Stripe (https://docs.stripe.com/api/radar/early_fraud_warnings/object). It is not
 * actionable any more once the charge was refunded or is disputed.
 */
function readWarning(warning: Stripe.Radar.EarlyFraudWarning): GatewayDispute {
  const { id, fraud_type, actionable, created, payment_intent, charge } = warning
  return {
    id,
    charge: idOf(payment_intent ?? null) ?? idOf(charge) ?? '',
    kind: 'warning',
    status: actionable ? 'open' : 'won',
    amountCents: null,
    reason: fraud_type,
    dueAt: null,
    createdAt: created * 1000,
  }
}
