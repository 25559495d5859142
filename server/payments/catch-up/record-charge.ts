import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayCharge } from '../gateway.ts'
import type { Payments } from '../payments.ts'
import { findAttempt } from '../queries.ts'
import { applyGatewayAnswer, askGateway } from '../ask-gateway.ts'
import { insertUnknownCharge } from './queries.ts'

/** A charge that a gateway has listed as successful, and the payment that its metadata name, if this shop has it. */
type Listed = { gateway: string; charge: GatewayCharge; attempt: PaymentRow | undefined }

/**
 * Writes what a listed charge says about a payment: its outcome, if that is not known yet, or that money has arrived for
 * a payment that had failed. A charge that belongs to no payment of this shop, for example because a backup was
 * restored, is added as a failed payment, so that the payment desk shows it.
 */
export async function recordCharge(payments: Payments, { gateway, charge, attempt }: Listed): Promise<void> {
  const { reference, amountCents, currency } = charge
  if (!attempt || isOfOtherCharge(attempt, reference)) {
    if (charge.isOfThisShop) await payments.database.write(({ tx }) => addUnknown(tx, gateway, charge))
    return
  }
  if (attempt.gateway !== gateway) return
  if (attempt.status === 'pending') await askGateway(payments, attempt)
  else if (attempt.reference === null)
    await applyGatewayAnswer(payments, {
      attempt,
      answer: { outcome: 'succeeded', reference, paid: { amountCents, currency } },
    })
}

function isOfOtherCharge(attempt: PaymentRow, reference: string): boolean {
  return attempt.status !== 'pending' && attempt.reference !== null && attempt.reference !== reference
}

/** The payment is looked up again, because it may have been inserted since the gateway has listed the charge. */
async function addUnknown(tx: Db, gateway: string, charge: GatewayCharge): Promise<void> {
  const attempt = await findAttempt(tx, String(charge.paymentId))
  const isKnown = attempt && !isOfOtherCharge(attempt, charge.reference)
  if (!isKnown && charge.refundedCents < charge.amountCents) await insertUnknownCharge(tx, gateway, charge)
}
