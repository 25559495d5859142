import { Problem } from '#contract/errors.ts'
import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { releaseLines } from '#server/cart/reserve-lines.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { askGateway } from '../ask-gateway.ts'
import type { Payments } from '../payments.ts'
import { findAttempt, lockPayment, updatePayment } from '../queries.ts'
import { insertRefundOfRest } from '../refunds/queries.ts'
import { openRefund } from '../refunds/refund.ts'
import { findFaults } from './list-desk.ts'
import type { FaultyPayment } from './list-desk.ts'

/** Without a `fault`, the first fault of the payment with this repair is meant. */
type Asked = { id: string; repair: DeskRepair; fault?: DeskFault | undefined }

const settled = new Problem('state-conflict', { detail: 'This payment was settled in the meantime.' })

/**
 * Repairs a payment that does not add up. Returns a problem if the payment adds up by now, or if it needs another
 * repair. The payment is locked and then checked again, so that two admins do not repair it twice.
 */
export async function repairPayment(
  payments: Payments,
  caller: Caller,
  asked: Asked,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const { id, repair } = asked
  const { database } = payments
  const done = { acknowledged: true, modifiedCount: 1 } as const
  if (repair === 'ask') {
    const faulty = await findFault(database.read, asked)
    if (!faulty) return settled
    const attempt = await findAttempt(database.read, id)
    if (attempt?.status === 'pending') await askGateway(payments, attempt)
    await database.write(({ tx }) => audit(tx, caller, { faulty, repair }))
    return done
  }
  return database.write(async (write) => {
    const payment = await lockPayment(write.tx, id)
    const faulty = payment && (await findFault(write.tx, asked))
    if (!faulty) return settled
    const by = caller.userId
    if (repair === 'place') await placeLostOrder(payments, write, payment)
    if (repair === 'close') await closeWrongAmount(write, payment, by)
    if (repair === 'dismiss') await dismiss(write.tx, id, faulty.fault)
    if (repair === 'refund') {
      const refund = await openRefund(payments, write, { paymentId: id, amountCents: faulty.cents, by })
      if (refund instanceof Problem) return refund
    }
    await audit(write.tx, caller, { faulty, repair })
    return done
  })
}

/**
 * Places the order of a successful payment that has none. The card that the gateway may have saved for a subscription is not known
 * here.
 */
async function placeLostOrder(
  { onOrderPlaced, onSubscriptionPaid }: Payments,
  write: ShopWrite,
  payment: PaymentRow,
): Promise<void> {
  const at = now()
  await onOrderPlaced(write.tx, await placeOrder(write, payment, at), payment)
  if (payment.subscription !== null) await onSubscriptionPaid(write, { payment, at, saved: null })
}

/**
 * Closes a payment for which another amount has arrived, without an order. What has arrived is refunded: the payment
 * becomes one that has failed and whose money arrived late. Its lines can be paid again. `by` is the user id of the admin.
 */
async function closeWrongAmount(write: ShopWrite, payment: PaymentRow, by: string): Promise<void> {
  const { id, user_id, status, arrived_cents, arrived_currency, arrived_reference } = payment
  if (status === 'pending') {
    await releaseLines(write.tx, { paymentId: id, userId: user_id })
    write.publish({ type: 'payment-failed', userId: user_id })
  }
  const arrived = {
    amount_cents: arrived_cents ?? 0,
    currency: arrived_currency,
    reference: arrived_reference,
  }
  await updatePayment(write.tx, id, { ...arrived, status: 'failed', settled_at: now(), url: null })
  await insertRefundOfRest(write.tx, { ...payment, ...arrived }, { by })
}

/** Which disputes are dismissed with a fault. */
const DISPUTES = {
  'fraud-warning': { kind: 'warning', status: 'open' },
  'dispute-won': { kind: 'dispute', status: 'won' },
  'dispute-lost': { kind: 'dispute', status: 'lost' },
} as const

/** Takes the failed refunds of a payment off the desk, or its disputes in one state. */
async function dismiss(tx: Db, paymentId: string, fault: DeskFault): Promise<void> {
  const dismissed = { dismissed_at: now() }
  const refunds = tx.updateTable('refunds').set(dismissed).where('payment_id', '=', paymentId)
  if (fault === 'refund-failed') await refunds.where('status', '=', 'failed').execute()
  if (fault !== 'fraud-warning' && fault !== 'dispute-won' && fault !== 'dispute-lost') return
  const { kind, status } = DISPUTES[fault]
  const disputes = tx.updateTable('disputes').set(dismissed).where('payment_id', '=', paymentId)
  await disputes.where('kind', '=', kind).where('status', '=', status).execute()
}

async function findFault(db: Db, { id, repair, fault }: Asked): Promise<FaultyPayment | undefined> {
  return (await findFaults(db, { paymentId: id })).find(
    (faulty) => (fault === undefined || faulty.fault === fault) && hasRepair(faulty, repair),
  )
}

function hasRepair({ canClose, canDismiss, repair }: FaultyPayment, wanted: DeskRepair): boolean {
  if (wanted === 'close') return canClose === true
  return wanted === 'dismiss' ? canDismiss === true : repair === wanted
}

const ACTIONS: Record<DeskRepair, string> = {
  ask: 'asked the gateway again',
  refund: 'refunded payment',
  place: 'placed a lost order',
  close: 'closed payment',
  dismiss: 'dismissed on payment desk',
}

type Done = { faulty: FaultyPayment; repair: DeskRepair }

function audit(tx: Db, caller: Caller, { faulty: { row }, repair }: Done): Promise<void> {
  return writeAudit(tx, caller, {
    action: ACTIONS[repair],
    subject: `Payment ${row.id}`,
    detail: row.email ?? '',
  })
}
