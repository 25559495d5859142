import { now } from '#server/platform/clock.ts'
import type { Payments } from './payments.ts'
import { listPending } from './queries.ts'
import { askOnce } from './settle.ts'

/**
 * Asks the gateway again about every attempt without an outcome that is at least `olderThanMs` old: after a crash
 * at any point between asking and writing down, nothing stays in the air and nothing is charged twice.
 */
export async function reconcile(payments: Payments, olderThanMs: number): Promise<void> {
  const time = now()
  const pending = await listPending(payments.database.read, { before: time - olderThanMs, time })
  await Promise.all(pending.map((attempt) => askOnce(payments, attempt)))
}
