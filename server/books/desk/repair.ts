import { Problem } from '#contract/errors.ts'
import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { findFaults } from './list-desk.ts'
import { dismissDisputes, dismissRefunds } from './queries.ts'
import type { FaultyPayment } from './list-desk.ts'

export type Desk = {
  database: ShopDatabase
  /** Asks the gateway about a pending payment again, and writes the outcome if there is one now. */
  askAgain: (paymentId: string) => Promise<unknown>
  /** Locks a payment until the end of the transaction and returns it. */
  lockPayment: (tx: Db, paymentId: string) => Promise<PaymentRow | undefined>
  /** Inserts a refund after checking its amount. If it is pending, the job that reconciles payments makes it. */
  openRefund: (
    write: ShopWrite,
    order: { paymentId: string; amountCents: number; by: string },
  ) => Promise<RefundRow | Problem>
  /** Closes a payment for which another amount has arrived, and inserts a refund of what has arrived. */
  closeWrongAmount: (write: ShopWrite, payment: PaymentRow, by: string) => Promise<void>
  /** Called with each new order, in the transaction that inserts the order. */
  onOrderPlaced: (tx: Db, order: OrderRow) => Promise<void>
}

/** Without a `fault`, the first fault of the payment with this repair is meant. */
type Asked = { id: string; repair: DeskRepair; fault?: DeskFault | undefined }

const settled = new Problem('state-conflict', { detail: 'This payment was settled in the meantime.' })

/**
 * Repairs a payment that does not add up. Returns a problem if the payment adds up by now, or if it needs another
 * repair. The payment is locked and then checked again, so that two admins do not repair it twice.
 */
export async function repairPayment(
  desk: Desk,
  caller: Caller,
  asked: Asked,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const done = { acknowledged: true, modifiedCount: 1 } as const
  if (asked.repair === 'ask') {
    const faulty = await findFault(desk.database.read, asked)
    if (!faulty) return settled
    await desk.askAgain(asked.id)
    await desk.database.write(({ tx }) => audit(tx, caller, { faulty, repair: asked.repair }))
    return done
  }
  return desk.database.write(async (write) => {
    const payment = await desk.lockPayment(write.tx, asked.id)
    const faulty = payment && (await findFault(write.tx, asked))
    if (!faulty) return settled
    const repaired = await repairWithin(desk, write, { asked, payment, faulty, by: caller.userId })
    if (repaired instanceof Problem) return repaired
    await audit(write.tx, caller, { faulty, repair: asked.repair })
    return done
  })
}

type Repaired = { asked: Asked; payment: PaymentRow; faulty: FaultyPayment; by: string }

function repairWithin(
  desk: Desk,
  write: ShopWrite,
  { asked, payment, faulty, by }: Repaired,
): Promise<unknown> {
  if (asked.repair === 'place') return placeLostOrder(desk, write, payment)
  if (asked.repair === 'close') return desk.closeWrongAmount(write, payment, by)
  if (asked.repair === 'refund')
    return desk.openRefund(write, { paymentId: payment.id, amountCents: faulty.cents, by })
  return dismiss(write.tx, payment.id, faulty.fault)
}

function dismiss(tx: Db, paymentId: string, fault: DeskFault): Promise<void> {
  if (fault === 'refund-failed') return dismissRefunds(tx, paymentId, now())
  if (fault === 'fraud-warning')
    return dismissDisputes(tx, { paymentId, kind: 'warning', status: 'open', at: now() })
  const status = fault === 'dispute-won' ? 'won' : 'lost'
  return dismissDisputes(tx, { paymentId, kind: 'dispute', status, at: now() })
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

/** Places the order of a successful payment that has none. */
async function placeLostOrder(
  { onOrderPlaced }: Desk,
  write: ShopWrite,
  payment: PaymentRow,
): Promise<OrderRow> {
  const order = await placeOrder(write, payment, now())
  await onOrderPlaced(write.tx, order)
  return order
}
