import { now } from '#server/platform/clock.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { DisputeRow, PaymentRow } from '#server/tables/payment-rows.ts'
import type { GatewayDispute } from '../gateway.ts'
import { tryEach } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttemptsByReference } from '../queries.ts'

type Reported = { payment: PaymentRow; dispute: GatewayDispute }

/**
 * Writes a dispute of a payment, or its end. Events can arrive in another order, so a dispute that has ended is not
 * opened again. Calls `onDisputed` if the dispute is new or has ended now.
 */
export async function recordDispute(
  { onDisputed }: Payments,
  write: ShopWrite,
  { payment, dispute }: Reported,
): Promise<void> {
  const { id, status } = dispute
  const row: DisputeRow = {
    id,
    payment_id: payment.id,
    kind: dispute.kind,
    status,
    amount_cents: dispute.amountCents ?? payment.amount_cents,
    reason: dispute.reason,
    due_at: dispute.dueAt,
    created_at: dispute.createdAt,
    settled_at: status === 'open' ? null : now(),
    dismissed_at: null,
  }
  const isNews =
    (await insertDispute(write.tx, row)) || (status !== 'open' && (await endDispute(write.tx, row)))
  if (isNews) await onDisputed(write, { payment, dispute: row })
}

/**
 * Writes those of the listed disputes of a gateway that are new to this shop, or have ended. Returns the errors of those
 * that could not be written.
 */
export async function recordDisputes(
  payments: Payments,
  gateway: string,
  disputes: GatewayDispute[],
): Promise<unknown[]> {
  const { database } = payments
  const { read } = database
  const known = await findDisputes(
    read,
    disputes.map(({ id }) => id),
  )
  const changed = disputes.filter(({ id, status }) => {
    const before = known.get(id)
    return !before || (before.status === 'open' && status !== 'open')
  })
  if (changed.length === 0) return []
  const byCharge = Map.groupBy(changed, ({ charge }) => charge)
  const charged = await findAttemptsByReference(read, [...byCharge.keys()])
  const reported = charged
    .filter((payment) => payment.gateway === gateway)
    .flatMap((payment) =>
      (byCharge.get(String(payment.reference)) ?? []).map((dispute) => ({ payment, dispute })),
    )
  return tryEach(reported, (each) => database.write((write) => recordDispute(payments, write, each)))
}

/** Inserts a dispute. Returns false if it was inserted before. */
async function insertDispute(tx: Db, dispute: DisputeRow): Promise<boolean> {
  const row = await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type End = Pick<DisputeRow, 'id' | 'status' | 'settled_at'>

/** Ends an open dispute, which is then on the payment desk again. Returns false if it has ended before. */
async function endDispute(tx: Db, { id, status, settled_at }: End): Promise<boolean> {
  const row = await tx
    .updateTable('disputes')
    .set({ status, settled_at, dismissed_at: null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the disputes with these ids of a gateway, by id. */
async function findDisputes(db: Db, ids: string[]): Promise<Map<string, DisputeRow>> {
  const rows = await db.selectFrom('disputes').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
