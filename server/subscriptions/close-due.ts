import { now } from '#server/platform/clock.ts'
import { paceOf } from '#server/platform/pace.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { orderDelivery } from './order-delivery.ts'
import type { Parts } from './order-delivery.ts'

/** The minimum time between two orders. If many deliveries close at one moment, shoppers do not wait for all their orders. */
const EVERY_MS = 25

/**
 * Orders the planned deliveries that can no longer be changed. All that a person gets at one place on one roast day, charged
 * to one card, become one order. When `signal` is aborted, no further ones are ordered. If some could not be ordered, an
 * error is thrown at the end, and the next call tries them again. With `missesAll`, none is ordered, and all are `missed`.
 * Returns the number of orders, or of what could have been orders.
 */
export async function closeDue(
  parts: Parts,
  { signal, missesAll = false }: { signal?: AbortSignal; missesAll?: boolean } = {},
): Promise<number> {
  const settings = await parts.selling.settingsNow()
  const errors: unknown[] = []
  const pace = paceOf(missesAll ? 0 : EVERY_MS)
  let count = 0
  for await (const closing of dueDeliveries(parts.database.read, settings, now())) {
    if (signal?.aborted) return count
    count += 1
    await pace()
    await orderDelivery(parts, settings, { ...closing, isMissed: missesAll }).catch((error: unknown) =>
      errors.push(error),
    )
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some deliveries could not be ordered.')
  return count
}
