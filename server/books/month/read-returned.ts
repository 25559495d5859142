import { sql } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import { BATCH_SIZE, bookedOrders, toOrder } from './read-month.ts'
import type { BookedOrder, Span } from './read-month.ts'

/**
 * A refund that was made in the month. `before` are the amounts that were refunded of the same payment earlier, oldest
 * first. `order` is null if the money came for a payment that had failed, so that the shop returned it.
 */
export type MadeRefund = {
  at: number
  cents: number
  gateway: string
  reference: string | null
  currency: string | null
  before: number[]
  order: BookedOrder | null
}

/** Reads the refunds that were made within a span of time, in batches, oldest first. */
export async function* madeRefunds(db: Db, { from, to }: Span): AsyncGenerator<MadeRefund[]> {
  for (let last = { settled_at: from, id: '' }; ;) {
    const found = await madeRefundRows(db)
      .where('refunds.settled_at', '>=', last.settled_at)
      .where('refunds.settled_at', '<', to)
      .where(({ or, eb }) =>
        or([eb('refunds.settled_at', '>', last.settled_at), eb('refunds.id', '>', last.id)]),
      )
      .limit(BATCH_SIZE)
      .execute()
    yield await readRefunds(db, found)
    const end = found.at(-1)
    if (!end || found.length < BATCH_SIZE) return
    last = { settled_at: Number(end.settled_at), id: end.id }
  }
}

/** The status is written into the SQL text, so that the databases use the partial index of these refunds. */
function madeRefundRows(db: Db) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.amount_cents', 'refunds.settled_at'])
    .select(['refunds.reference', 'payments.gateway', 'payments.currency'])
    .where('refunds.status', '=', sql.lit('succeeded'))
    .orderBy('refunds.settled_at')
    .orderBy('refunds.id')
}

type RefundFound = Awaited<ReturnType<ReturnType<typeof madeRefundRows>['execute']>>[number]

async function readRefunds(db: Db, found: RefundFound[]): Promise<MadeRefund[]> {
  if (found.length === 0) return []
  const ids = [...new Set(found.map(({ payment_id }) => payment_id))]
  const allRows = await madeRefundRows(db).where('refunds.payment_id', 'in', ids).execute()
  const all = Map.groupBy(allRows, ({ payment_id }) => payment_id)
  const rows = await bookedOrders(db).where('payments.id', 'in', ids).execute()
  const orders = new Map(rows.map((row) => [row.payment_id, toOrder(row)]))
  return found.map(({ id, payment_id, amount_cents, settled_at, reference, gateway, currency }) => {
    const ofPayment = all.get(payment_id) ?? []
    const before = ofPayment.slice(
      0,
      ofPayment.findIndex((refund) => refund.id === id),
    )
    return {
      at: Number(settled_at),
      cents: amount_cents,
      gateway,
      reference,
      currency,
      before: before.map((refund) => refund.amount_cents),
      order: orders.get(payment_id) ?? null,
    }
  })
}

/** A dispute that was lost in the month. `cents` is what the gateway has taken back. */
export type LostDispute = {
  at: number
  cents: number
  number: number
  gateway: string
  reference: string | null
  currency: string | null
}

/** Reads the disputes that were lost within a span of time, oldest first. They are few. */
export async function lostDisputes(db: Db, { from, to }: Span): Promise<LostDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .innerJoin('orders', 'orders.payment_id', 'disputes.payment_id')
    .select(['disputes.settled_at', 'disputes.amount_cents', 'orders.number'])
    .select(['payments.gateway', 'payments.reference', 'payments.currency'])
    .where('disputes.kind', '=', 'dispute')
    .where('disputes.status', '=', 'lost')
    .where('disputes.settled_at', '>=', from)
    .where('disputes.settled_at', '<', to)
    .orderBy('disputes.settled_at')
    .orderBy('disputes.id')
    .execute()
  return rows.map(({ settled_at, amount_cents, ...rest }) => ({
    at: Number(settled_at),
    cents: amount_cents,
    ...rest,
  }))
}
