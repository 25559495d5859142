import { Problem } from '#contract/errors.ts'
import type { DeskRepair } from '#contract/values/desk.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { findFaults } from './list-desk.ts'
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
  /** Called with each new order, in the transaction that inserts the order. */
  onOrderPlaced: (tx: Db, order: OrderRow) => Promise<void>
}

type Asked = { id: string; repair: DeskRepair }

const settled = new Problem('moved-meanwhile', { detail: 'This payment was settled in the meantime.' })

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
    await desk.database.write(({ tx }) => audit(tx, caller, faulty))
    return done
  }
  return desk.database.write(async (write) => {
    const payment = await desk.lockPayment(write.tx, asked.id)
    const faulty = payment && (await findFault(write.tx, asked))
    if (!faulty) return settled
    const repaired = await (asked.repair === 'place'
      ? placeLostOrder(desk, write, payment)
      : desk.openRefund(write, { paymentId: payment.id, amountCents: faulty.cents, by: caller.userId }))
    if (repaired instanceof Problem) return repaired
    await audit(write.tx, caller, faulty)
    return done
  })
}

async function findFault(db: Db, { id, repair }: Asked): Promise<FaultyPayment | undefined> {
  return (await findFaults(db, { paymentId: id })).find((faulty) => faulty.repair === repair)
}

const ACTIONS: Record<DeskRepair, string> = {
  ask: 'asked the gateway again',
  refund: 'refunded payment',
  place: 'placed a lost order',
}

function audit(tx: Db, caller: Caller, { row, repair }: FaultyPayment): Promise<void> {
  const action = repair ? ACTIONS[repair] : ''
  return writeAudit(tx, caller, { action, subject: `Payment ${row.id}`, detail: row.email ?? '' })
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
