import type { Jobs } from '#server/platform/jobs.ts'
import { closeDue } from './close-due.ts'
import { followPrices } from './follow-prices.ts'
import type { Parts } from './order-delivery.ts'
import { remind } from './remind.ts'

const MINUTE_MS = 60_000

/** Starts the jobs that order deliveries, remind of them, and follow the prices. */
export function startSubscriptionJobs(jobs: Jobs, parts: Parts): void {
  jobs.every(MINUTE_MS, (signal) => closeDue(parts, signal))
  jobs.every(60 * MINUTE_MS, (signal) => followPrices(parts, signal))
  if (parts.sendsMail) jobs.every(10 * MINUTE_MS, (signal) => remind(parts, signal))
}
