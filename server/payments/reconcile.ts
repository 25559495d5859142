import { now } from '#server/platform/clock.ts'
import type { PaymentRow } from '#server/tables.ts'
import type { Payments } from './payments.ts'
import { listPending } from './queries.ts'
import { resolveAttempt } from './settle.ts'

/** The maximum number of attempts that wait for their gateways at the same time. */
const AT_ONCE = 10

type Options = { signal?: AbortSignal; log?: { warn: (message: string) => void } }

/**
 * Asks the gateways again about pending attempts that are at least `olderThanMs` old. A crash between a gateway's
 * answer and the commit of the outcome therefore leaves no attempt pending for ever. The idempotency key prevents a
 * second charge.
 *
 * Each call handles one page of attempts, and the next call continues with the next page. Attempts whose outcome stays
 * unknown therefore do not block the others. No further attempt is begun once the signal is aborted. Throws at the end
 * if attempts could not be resolved.
 */
export async function reconcile(
  payments: Payments,
  olderThanMs: number,
  { signal, log }: Options = {},
): Promise<void> {
  const time = now()
  const { pending, next } = await listPending(payments.database.read, {
    before: time - olderThanMs,
    time,
    after: payments.reconciledUpTo,
  })
  payments.reconciledUpTo = next
  const waiting = pending.filter((attempt) => hasGateway(payments, attempt, log))
  const errors: unknown[] = []
  const nextAttempt = () => (signal?.aborted ? undefined : waiting.shift())
  async function work(): Promise<void> {
    for (let attempt = nextAttempt(); attempt; attempt = nextAttempt())
      await resolveAttempt(payments, attempt).catch((error: unknown) => errors.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (errors.length > 0) throw new AggregateError(errors, 'Some payments could not be resolved.')
}

/**
 * Returns whether the gateway of an attempt is configured. If not, logs it once, and the attempt stays pending: another
 * gateway would charge it again.
 */
function hasGateway(
  { gateways, missingGateways }: Payments,
  { gateway }: PaymentRow,
  log: Options['log'],
): boolean {
  if (gateways.has(gateway)) return true
  if (log && !missingGateways.has(gateway)) {
    missingGateways.add(gateway)
    log.warn(
      `Payments wait for the gateway "${gateway}", which is not configured. They stay pending until it is.`,
    )
  }
  return false
}
