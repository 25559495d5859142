import { now } from '#server/platform/clock.ts'
import type { Payments } from './payments.ts'
import { listPending } from './queries.ts'
import { askOnce } from './settle.ts'

/**
 * Asks the gateway again about every attempt without an outcome that is at least `olderThanMs` old: after a crash
 * at any point between asking and writing down, nothing stays in the air and nothing is charged twice. Where there are
 * too many to ask at once, each time goes on where the last one stopped, so that those that are never answered do not
 * keep the others from being asked.
 */
export async function reconcile(payments: Payments, olderThanMs: number): Promise<void> {
  const time = now()
  const { pending, next } = await listPending(payments.database.read, {
    before: time - olderThanMs,
    time,
    after: payments.askedUpTo,
  })
  payments.askedUpTo = next
  await Promise.all(pending.map((attempt) => askOnce(payments, attempt)))
}
