import { sql } from 'kysely'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { askGateway } from '../ask-gateway.ts'
import { cancelAttempt } from '../cancel-attempt.ts'
import type { Payments } from '../payments.ts'

/** The maximum number of renewals that one call charges. */
const MAX_CHARGED = 2000

/** How many charges are open at the same time. */
const AT_ONCE = 10

/** After this time without an outcome, the gateway is asked again about a charge, with the same key. */
const UNKNOWN_MS = 30_000

/**
 * Charges the saved cards of the renewals that are due, and asks again about charges whose outcome is unknown. The key of a try
 * prevents a second charge. When `signal` is aborted, no further renewals are charged. If some could not be charged, an error is
 * thrown at the end.
 */
export async function chargeDue(payments: Payments, signal?: AbortSignal): Promise<void> {
  const due = await listDue(payments.database.read, now())
  const errors: unknown[] = []
  const next = () => (signal?.aborted ? undefined : due.shift())
  async function work(): Promise<void> {
    for (let payment = next(); payment; payment = next()) {
      await charge(payments, payment).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (errors.length > 0) throw new AggregateError(errors, 'Some renewals could not be charged.')
}

function listDue(db: Db, at: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', sql.lit('pending' as const))
    .where('due_at', '<=', at)
    .where(({ eb, or }) => or([eb('begun_at', 'is', null), eb('begun_at', '<=', at - UNKNOWN_MS)]))
    .orderBy('due_at')
    .limit(MAX_CHARGED)
    .execute()
}

/**
 * Marks the charge of a renewal as begun, which one instance of the shop does, and asks the gateway. A declined renewal whose
 * customer has ended all its subscriptions is cancelled instead, and so is one from whose order the customer has withdrawn while
 * the gateway could not be asked. The database is written before the gateway's turn has come, so that charges
 * that have waited for it are not sent all at once.
 */
async function charge(payments: Payments, { id, user_id, begun_at, tries }: PaymentRow): Promise<void> {
  if (tries !== 0 && begun_at === null && !(await isWanted(payments.database.read, id))) {
    await cancelAttempt(payments, id, { by: user_id })
    return
  }
  const begun = await payments.database.write(({ tx }) =>
    tx
      .updateTable('payments')
      .set({ begun_at: now() })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('due_at', '<=', now())
      .where('begun_at', begun_at === null ? 'is' : '=', begun_at)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!begun) return
  await payments.jobTurn()
  if (await isWithdrawn(payments.database.read, id)) await cancelAttempt(payments, id, { by: user_id })
  else await askGateway(payments, begun)
}

async function isWanted(db: Db, renewalId: string): Promise<boolean> {
  const wanted = db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .select('subscriptions.id')
    .where('renewal_id', '=', renewalId)
    .where('subscriptions.state', '!=', 'ended')
  return (await wanted.limit(1).executeTakeFirst()) !== undefined
}

async function isWithdrawn(db: Db, renewalId: string): Promise<boolean> {
  const order = db.selectFrom('orders').select('id').where('payment_id', '=', renewalId)
  return (await order.where('withdrawn_at', 'is not', null).executeTakeFirst()) !== undefined
}
