import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { findSleep } from '#server/shop/sleep.ts'
import { closeDue } from './close-due.ts'
import { followPrices } from './follow-prices.ts'
import type { Parts } from './order-delivery.ts'
import { remind } from './remind.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

type Repeat = (everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) => void

/** Starts the jobs that order and charge deliveries, remind of them, and follow the prices. They rest while the shop sleeps. */
export function startSubscriptionJobs(repeat: Repeat, parts: Parts): void {
  const every: Repeat = (everyMs, work) =>
    repeat(everyMs, async (signal) => {
      if (!(await findSleep(parts.database.read))) await work(signal)
    })
  every(MINUTE_MS, (signal) => closeDue(parts, { signal }))
  every(5 * SECOND_MS, (signal) => chargeDue(parts.payments, signal))
  every(60 * MINUTE_MS, (signal) => followPrices(parts, signal))
  if (parts.sendsMail) every(10 * MINUTE_MS, (signal) => remind(parts, signal))
}
