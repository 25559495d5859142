import type Stripe from 'stripe'
import type { GatewayDispute, GatewayNews } from '../gateway.ts'
import { fromStripe } from './amounts.ts'
import { idOf } from './list-money.ts'

/** Returns what an event reports about a dispute or a warning about fraud, or null for other events. */
export function disputeNews(event: Stripe.Event): GatewayNews | null {
  switch (event.type) {
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readDispute(event.data.object)
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return readWarning(event.data.object)
    default:
      return null
  }
}

/** Converts a dispute of Stripe (https://docs.stripe.com/api/disputes/object). */
function readDispute(dispute: Stripe.Dispute): GatewayNews {
  const { id, amount, currency, reason, created, payment_intent, charge } = dispute
  const dueBy = dispute.evidence_details?.due_by
  return {
    about: 'dispute',
    charge: idOf(payment_intent) ?? idOf(charge) ?? '',
    dispute: {
      id,
      kind: 'dispute',
      status: statusOf(dispute.status),
      amountCents: fromStripe(amount, currency),
      reason,
      dueAt: dueBy ? dueBy * 1000 : null,
      createdAt: created * 1000,
    },
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
function readWarning(warning: Stripe.Radar.EarlyFraudWarning): GatewayNews {
  const { id, fraud_type, actionable, created, payment_intent, charge } = warning
  return {
    about: 'dispute',
    charge: idOf(payment_intent ?? null) ?? idOf(charge) ?? '',
    dispute: {
      id,
      kind: 'warning',
      status: actionable ? 'open' : 'won',
      amountCents: null,
      reason: fraud_type,
      dueAt: null,
      createdAt: created * 1000,
    },
  }
}
