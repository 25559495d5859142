import { firstIdAt, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { Span } from './gateway.ts'

/**
 * Of the payments that were started within a span of time, returns how many have an outcome (`settled`) and how many
 * succeeded (`succeeded`). Orders that are paid later do not count: no gateway accepts or declines those.
 */
export async function countSettledPayments(
  db: Db,
  { from, to }: Span,
): Promise<{ settled: number; succeeded: number }> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('payments')])
    .where('gateway', '!=', 'later')
    // An id begins with the time at which the payment was started.
    .where('id', '>=', firstIdAt(from))
    .where('id', '<', firstIdAt(to))
    .groupBy('status')
    .execute()
  const count = (status: string) => rows.find((row) => row.status === status)?.payments ?? 0
  return { settled: count('succeeded') + count('failed'), succeeded: count('succeeded') }
}

/** For each gateway, the payments that have no outcome yet, and the age of the oldest of them in milliseconds. */
export async function countPendingPayments(
  db: Db,
): Promise<{ gateway: string; payments: number; oldestMs: number }[]> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => [
      'gateway',
      fn.countAll<number>().as('payments'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .where('status', '=', 'pending')
    .groupBy('gateway')
    .execute()
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestMs: Math.max(0, now() - oldest) }))
}
