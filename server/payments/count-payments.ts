import { BY_HAND } from '#contract/selling/gateways.ts'
import { firstIdAt } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { Span } from './gateway.ts'

/**
 * Of the payments that were started within a span of time, returns how many have an outcome (`settled`) and how many
 * succeeded (`succeeded`). Orders that are paid later or cost nothing do not count: no gateway accepts or declines those.
 */
export async function countSettledPayments(
  db: Db,
  { from, to }: Span,
): Promise<{ settled: number; succeeded: number }> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['status', fn.countAll<number>().as('payments')])
    .where('gateway', 'not in', BY_HAND)
    .where('amount_cents', '>', 0)
    // An id begins with the time at which the payment was started.
    .where('id', '>=', firstIdAt(from))
    .where('id', '<', firstIdAt(to))
    .groupBy('status')
    .execute()
  const count = (status: string) => rows.find((row) => row.status === status)?.payments ?? 0
  return { settled: count('succeeded') + count('failed'), succeeded: count('succeeded') }
}
