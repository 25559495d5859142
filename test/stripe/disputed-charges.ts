import { newId, Refused, seconds } from './objects.ts'
import type { Dispute, Intent, Warning } from './objects.ts'

/** What banks say about the charges of a Stripe account in memory. */
export abstract class DisputedCharges {
  readonly disputes = new Map<string, Dispute>()
  readonly warnings = new Map<string, Warning>()
  readonly #onEvent: (type: string, object: object) => void

  constructor(onEvent: (type: string, object: object) => void) {
    this.#onEvent = onEvent
  }

  abstract intent(id: string): Intent

  /** Opens a dispute of a charge, as the customer's bank does. */
  dispute(intentId: string): Dispute {
    const { amount, currency, latest_charge } = this.intent(intentId)
    const dispute: Dispute = {
      id: newId('dp'),
      status: 'needs_response',
      amount,
      currency,
      reason: 'product_not_received',
      charge: latest_charge,
      payment_intent: intentId,
      evidence_details: { due_by: seconds() + 7 * 24 * 60 * 60 },
      created: seconds(),
    }
    this.disputes.set(dispute.id, dispute)
    this.#onEvent('charge.dispute.created', dispute)
    return dispute
  }

  /** Ends a dispute, as the bank decides. */
  decideDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.disputes.get(id)
    if (!dispute) throw new Refused(404, `No such dispute: ${id}`, 'resource_missing')
    dispute.status = status
    this.#onEvent('charge.dispute.closed', dispute)
  }

  /** Warns of fraud, as the bank of the card does. `isOver` repeats the warning when nothing can be done any more. */
  warnOfFraud(intentId: string, isOver = false): void {
    const { latest_charge: charge } = this.intent(intentId)
    const warning: Warning = {
      id: `issfr_${intentId}`,
      actionable: !isOver,
      charge,
      payment_intent: intentId,
      fraud_type: 'made_with_stolen_card',
      created: seconds(),
    }
    this.warnings.set(warning.id, warning)
    this.#onEvent(`radar.early_fraud_warning.${isOver ? 'updated' : 'created'}`, warning)
  }
}
