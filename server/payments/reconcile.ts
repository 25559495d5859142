import { now } from '#server/platform/clock.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { askGateway } from './ask-gateway.ts'
import { warnOnce } from './payments.ts'
import type { Payments } from './payments.ts'
import { listPending } from './queries.ts'
import { reconcileRefunds } from './refunds/refund.ts'

/** The maximum number of payments about which one call asks the gateways. */
const MAX_ASKED = 100

/** The maximum number of payments about which the gateways are asked at the same time. */
const AT_ONCE = 10

/**
 * While the customer of a payment is at the gateway's page, `reconcile` waits `RARELY * olderThanMs` milliseconds
 * before it asks about the payment again, because the customer may stay there for a long time.
 */
const RARELY = 4

/**
 * Asks the payment gateways again about pending payments that were started at least `olderThanMs` milliseconds ago, and
 * writes the outcomes. A crash before an outcome is written therefore leaves no payment pending for ever. The
 * idempotency key prevents a second charge. Orders that are paid later are left out, because only an admin knows
 * whether they are paid.
 *
 * Then asks for pending refunds in the same way.
 *
 * Each call asks about at most `MAX_ASKED` payments, first about those that were not asked about for the longest
 * time. Payments whose outcome stays unknown therefore do not block later ones. When `signal` is aborted, no further
 * payments are handled. If some payments or refunds could not be resolved, an error is thrown at the end.
 */
export async function reconcile(
  payments: Payments,
  olderThanMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const time = now()
  const gateways = [...payments.gateways.values()]
  const pending = await listPending(payments.database.read, {
    before: time - olderThanMs,
    time,
    except: gateways.filter(({ kind }) => kind === 'manual').map(({ name }) => name),
  })
  const everyMs = RARELY * olderThanMs
  const askedAt = ({ id }: PaymentRow) => payments.askedAt.get(id) ?? 0
  const waiting = pending
    .filter((attempt) => isDue(payments, attempt, everyMs))
    .toSorted((one, other) => askedAt(one) - askedAt(other))
    .slice(0, MAX_ASKED)
  const errors: unknown[] = []
  const nextAttempt = () => (signal?.aborted ? undefined : waiting.shift())
  async function work(): Promise<void> {
    for (let attempt = nextAttempt(); attempt; attempt = nextAttempt()) {
      await payments.jobTurn()
      if (signal?.aborted) return
      await askGateway(payments, attempt).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  errors.push(...(await reconcileRefunds(payments, { olderThanMs, isAccepted: false, signal })))
  if (errors.length > 0) throw new AggregateError(errors, 'Some payments could not be resolved.')
}

/**
 * Returns whether to ask the gateway about a payment now. While the customer is at the gateway's page, that is only
 * once in `everyMs` milliseconds. A payment whose gateway is not configured stays pending, because another gateway might
 * charge the customer a second time. That is logged once.
 */
function isDue(payments: Payments, { id, url, gateway }: PaymentRow, everyMs: number): boolean {
  if (payments.gateways.has(gateway))
    return url === null || now() - (payments.askedAt.get(id) ?? 0) >= everyMs
  const warning = `Payments wait for the gateway "${gateway}", which is not configured. They stay pending until it is.`
  warnOnce(payments, `missing ${gateway}`, warning)
  return false
}
