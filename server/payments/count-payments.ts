import { firstIdAt, now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { countByStatus, countPending } from './queries.ts'

/** A span of time in UTC milliseconds: `from` is included, `to` is not. */
type Span = { from: number; to: number }

/**
 * Of the payments that were started within a span of time, returns how many have an outcome (`settled`) and how many
 * succeeded (`succeeded`).
 */
export async function countSettledPayments(
  db: Db,
  { from, to }: Span,
): Promise<{ settled: number; succeeded: number }> {
  const rows = await countByStatus(db, { fromId: firstIdAt(from), untilId: firstIdAt(to) })
  const count = (status: string) => rows.find((row) => row.status === status)?.payments ?? 0
  return { settled: count('succeeded') + count('failed'), succeeded: count('succeeded') }
}

/** The payments of a gateway that have no outcome yet, and the age of the oldest of them in milliseconds. */
type PendingPayments = { gateway: string; payments: number; oldestMs: number }

export async function countPendingPayments(db: Db): Promise<PendingPayments[]> {
  const rows = await countPending(db)
  return rows.map(({ gateway, payments, oldest }) => ({
    gateway,
    payments,
    oldestMs: Math.max(0, now() - oldest),
  }))
}
