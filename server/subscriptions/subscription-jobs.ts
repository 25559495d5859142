import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { findSleep } from '#server/shop/sleep.ts'
import type { Place } from '#server/shop/sleep.ts'
import { accountCheck } from './cards/check-account.ts'
import { closeDue } from './close-due.ts'
import { dropCards } from './cards/drop-cards.ts'
import { followPrices } from './follow-prices.ts'
import type { Parts } from './order-delivery.ts'
import { remind } from './remind.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

type Repeat = (everyMs: number, work: (signal: AbortSignal) => Promise<unknown>) => void

/**
 * Starts the jobs that order and charge deliveries, remind of them, and follow the prices. They rest while the shop sleeps.
 * Nothing is charged before it is known whether the gateway has the same account as before.
 */
export function startSubscriptionJobs(repeat: Repeat, { place, ...parts }: Parts & { place: Place }): void {
  const knowsAccount = accountCheck(parts.payments, place)
  const every: Repeat = (everyMs, work) =>
    repeat(everyMs, async (signal) => {
      if (!(await findSleep(parts.database.read))) await work(signal)
    })
  every(10 * SECOND_MS, (signal) => closeDue(parts, { signal }))
  const everyWithCards: Repeat = (everyMs, work) =>
    every(everyMs, async (signal) => {
      if ((await knowsAccount()) && !(await findSleep(parts.database.read))) await work(signal)
    })
  everyWithCards(5 * SECOND_MS, (signal) => chargeDue(parts.payments, signal))
  everyWithCards(10 * MINUTE_MS, (signal) => dropCards(parts, signal))
  every(60 * MINUTE_MS, (signal) => followPrices(parts, signal))
  if (parts.sendsMail) every(10 * MINUTE_MS, (signal) => remind(parts, signal))
}
