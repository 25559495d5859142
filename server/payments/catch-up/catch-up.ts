import { now } from '#server/platform/clock.ts'
import { orNull } from '../gateway.ts'
import type { RemoteGateway, Span } from '../gateway.ts'
import { timeoutsFor, tryEach } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { reconcileRefunds } from '../refunds/refund.ts'
import { labelCharges, recordCharge, recordListedDispute, recordRefund } from './record-listed.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** What was created within this time is listed at each run. */
const RECENT_MS = HOUR_MS

/**
 * What was created within these times is listed by one of `RARELY` runs. A bank may confirm a debit after two weeks, send
 * a refund back after 30 days (https://docs.stripe.com/refunds#failed-refunds), and take three months to decide a dispute.
 */
const LONG_MS = { charges: 40 * DAY_MS, refunds: 40 * DAY_MS, disputes: 120 * DAY_MS }

const RARELY = 60

/** The maximum number of charges or refunds on a page. */
const PAGE = 100

/** The maximum number of charges that one run labels. The next run labels others. */
const MAX_LABELLED = 20

type Options = { everyMs: number; signal?: AbortSignal | undefined }

/**
 * Lists what the remote gateways have charged and refunded, and what is disputed, and writes what this shop does not
 * know because an event was lost. A run begins `everyMs` milliseconds after the one before. It lists the last hour. One
 * of `RARELY` runs lists the last 40 days, and 120 for disputes. If it cannot read all of that, the next run does.
 *
 * Returns the errors of those entries that could not be written. They do not keep the others from being written.
 */
export async function catchUp(payments: Payments, options: Options): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const gateway of payments.gateways.values())
    if (gateway.kind === 'remote') errors.push(...(await catchUpWith(payments, gateway, options)))
  return errors
}

async function catchUpWith(
  payments: Payments,
  gateway: RemoteGateway,
  { everyMs, signal }: Options,
): Promise<unknown[]> {
  const time = now()
  const run = payments.catchUps.get(gateway.name) ?? { at: 0, allAt: 0 }
  payments.catchUps.set(gateway.name, run)
  if (time - run.at < everyMs) return []
  run.at = time
  const isAllDue = time - run.allAt >= RARELY * everyMs
  const errors: unknown[] = []
  const isComplete = await readLists(payments, gateway, { time, isAllDue, errors, signal })
  if (!isAllDue) return errors
  if (isComplete) run.allAt = time
  // Refunds for whose outcome the shop waits.
  return [...errors, ...(await reconcileRefunds(payments, { olderThanMs: 0, isAccepted: true, signal }))]
}

type Reading = { time: number; isAllDue: boolean; errors: unknown[]; signal: AbortSignal | undefined }

/**
 * Reads the lists of a gateway page by page, newest first, and writes the entries. Adds the errors of those that could
 * not be written to `errors`. Returns whether all was read. The charges come first, because the others are only written
 * if the payment of their charge is known.
 */
async function readLists(
  payments: Payments,
  gateway: RemoteGateway,
  { time, isAllDue, errors, signal }: Reading,
): Promise<boolean> {
  // The key may lack the permission to read charges.
  const message = `The gateway "${gateway.name}" cannot list its charges and refunds`
  const timeouts = timeoutsFor(payments, gateway.name, message)
  async function read<T>(list: AsyncIterable<T>, work: (page: T[]) => Promise<unknown[]>): Promise<boolean> {
    const entries = list[Symbol.asyncIterator]()
    for (;;) {
      if (signal?.aborted) return false
      const page = await orNull(timeouts, () => take(entries))
      if (!page) return false
      errors.push(...(await work(page)))
      if (page.length < PAGE) return true
    }
  }
  // The clock of the gateway may be ahead.
  const span = (longMs: number): Span => ({
    from: time - (isAllDue ? longMs : RECENT_MS),
    to: time + HOUR_MS,
  })
  let labels = MAX_LABELLED
  return (
    (await read(gateway.listCharges(span(LONG_MS.charges)), async (charges) => {
      const failed = await tryEach(charges, (charge) => recordCharge(payments, gateway.name, charge))
      labels -= await labelCharges(payments, gateway, { charges, max: labels })
      return failed
    })) &&
    (await read(gateway.listRefunds(span(LONG_MS.refunds)), (refunds) =>
      tryEach(refunds, (refund) => recordRefund(payments, gateway.name, refund)),
    )) &&
    (await read(gateway.listDisputes(span(LONG_MS.disputes)), (disputes) =>
      tryEach(disputes, (dispute) => recordListedDispute(payments, gateway.name, dispute)),
    ))
  )
}

/** Returns the next entries of a list, at most a page. There are fewer only at the end. */
async function take<T>(entries: AsyncIterator<T>): Promise<T[]> {
  const page: T[] = []
  while (page.length < PAGE) {
    const { done, value } = await entries.next()
    if (done) break
    page.push(value)
  }
  return page
}
