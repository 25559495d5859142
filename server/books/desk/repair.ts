import { Problem } from '#contract/errors.ts'
import type { DeskEntry } from '#contract/orders/payment-desk.ts'
import { toCents } from '#contract/values/money.ts'
import type { DeskRepair } from '#contract/values/desk.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables.ts'
import { listDesk } from './list-desk.ts'

export type Desk = {
  database: ShopDatabase
  /** Asks the gateway about a pending payment again, and writes the outcome if there is one now. */
  askAgain: (paymentId: string) => Promise<unknown>
}

type Asked = { id: string; repair: DeskRepair }

const settled = new Problem('moved-meanwhile', { detail: 'This payment was settled in the meantime.' })

/**
 * Repairs a payment that is listed with this repair, otherwise returns a problem. Before an order is placed or a refund
 * inserted, the payment is checked again in the same transaction, so that two admins do not repair it twice.
 */
export async function repairPayment(
  desk: Desk,
  caller: Caller,
  { id, repair }: Asked,
): Promise<{ acknowledged: true; modifiedCount: number } | Problem> {
  const entries = await listDesk(desk.database.read)
  const entry = entries.find((listed) => listed._id === id && listed.repair === repair)
  if (!entry) return settled
  const done = { acknowledged: true, modifiedCount: 1 } as const
  if (repair === 'ask') {
    await desk.askAgain(id)
    await desk.database.write(({ tx }) => audit(tx, caller, entry))
    return done
  }
  return desk.database.write(async (write) => {
    const payment = await lockPayment(write.tx, id)
    const isRepaired =
      payment &&
      (repair === 'place' ? await placeLostOrder(write, payment) : await queueRefund(write.tx, caller, entry))
    if (!isRepaired) return settled
    await audit(write.tx, caller, entry)
    return done
  })
}

const ACTIONS: Record<DeskRepair, string> = {
  ask: 'asked the gateway again',
  refund: 'refunded payment',
  place: 'placed a lost order',
}

function audit(tx: Db, caller: Caller, { _id, repair, email = '' }: DeskEntry): Promise<void> {
  const action = repair ? ACTIONS[repair] : ''
  return writeAudit(tx, caller, { action, subject: `Payment ${_id}`, detail: email })
}

/** Locks a payment until the end of the transaction and returns it. */
function lockPayment(tx: Db, id: string): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Places the order of a successful payment that has none. Returns false if the payment no longer needs this repair. */
async function placeLostOrder(write: ShopWrite, payment: PaymentRow): Promise<boolean> {
  const isStillLost = (await listDesk(write.tx)).some(
    ({ _id, repair }) => _id === payment.id && repair === 'place',
  )
  if (isStillLost) await placeOrder(write, payment, now())
  return isStillLost
}

/**
 * Inserts a pending refund. The job that reconciles payments requests it from the gateway later, with the refund's id
 * as the idempotency key. Returns false if the payment needs no refund any more.
 */
async function queueRefund(tx: Db, caller: Caller, { _id, fault, amount }: DeskEntry): Promise<boolean> {
  const stillNeeded = (await listDesk(tx)).some((entry) => entry._id === _id && entry.fault === fault)
  if (!stillNeeded) return false
  const refund = {
    id: newId(),
    payment_id: _id,
    amount_cents: toCents(amount) ?? 0,
    created_by: caller.userId,
  }
  await tx
    .insertInto('refunds')
    .values({
      ...refund,
      status: 'pending',
      reference: null,
      reason: null,
      created_at: now(),
      settled_at: null,
    })
    .execute()
  return true
}
