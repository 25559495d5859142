import { now } from '#server/platform/clock.ts'
import { orNull } from '../gateway.ts'
import type { RemoteGateway } from '../gateway.ts'
import { timeoutsFor } from '../payments.ts'
import type { OpenList, Payments } from '../payments.ts'
import { reconcileRefunds, reconcileSums } from '../refunds/refund.ts'
import { recordCharges, recordDisputes, recordRefunds } from './record-listed.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/**
 * The lists of a gateway, and how long ago what one of `RARELY` runs lists was created. A bank may confirm a debit after
 * two weeks, send a refund back after 30 days (https://docs.stripe.com/refunds#failed-refunds), and take three months to
 * decide a dispute. The charges come first, because the others are only written if the payment of their charge is known.
 */
const LISTS = [
  { list: 'charges', ms: 40 * DAY_MS },
  { list: 'refunds', ms: 40 * DAY_MS },
  { list: 'disputes', ms: 120 * DAY_MS },
] as const

/** What was created within this time is listed at each run. */
const RECENT_MS = HOUR_MS

const RARELY = 60

/** The maximum number of pages that one run handles of what is recent, and of what is older. */
const MAX_PAGES = 20

/** The maximum number of charges or refunds on a page. */
const PAGE = 100

type Options = { everyMs: number; signal?: AbortSignal | undefined }

/**
 * Lists what the remote gateways have charged and refunded, and what is disputed, and writes what this shop does not
 * know because an event was lost. A run begins `everyMs` milliseconds after the one before. It lists the last hour. One
 * of `RARELY` runs begins to list the 40 days before, and 120 for disputes. The next runs continue with what that run
 * has not listed, because it was too much or because the gateway did not return a page.
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
  const run = payments.catchUps.get(gateway.name) ?? { at: 0, allAt: 0, rest: [] }
  payments.catchUps.set(gateway.name, run)
  if (time - run.at < everyMs) return []
  run.at = time
  const since = time - RECENT_MS
  // The clock of the gateway may be ahead.
  const recent = LISTS.map(({ list }) => ({ list, from: since, to: time + HOUR_MS }))
  const errors = await readLists(payments, gateway, { lists: recent, signal })
  const isAllDue = run.rest.length === 0 && time - run.allAt >= RARELY * everyMs
  if (isAllDue) {
    run.allAt = time
    run.rest = LISTS.map(({ list, ms }) => ({ list, from: time - ms, to: since }))
  }
  errors.push(...(await readLists(payments, gateway, { lists: run.rest, signal })))
  if (!isAllDue) return errors
  // Refunds for whose outcome the shop waits, or of which an older version has stored only the sum.
  errors.push(...(await reconcileRefunds(payments, { olderThanMs: 0, isAccepted: true, signal })))
  return [...errors, ...(await reconcileSums(payments, gateway.name))]
}

type Reading = { lists: OpenList[]; signal: AbortSignal | undefined }

/**
 * Reads lists page by page, newest first, and writes the entries. Removes from `lists` what was read. Returns the errors
 * of those entries that could not be written.
 */
async function readLists(
  payments: Payments,
  gateway: RemoteGateway,
  { lists, signal }: Reading,
): Promise<unknown[]> {
  // The key may lack the permission to read charges.
  const message = `The gateway "${gateway.name}" cannot list its charges and refunds`
  const timeouts = timeoutsFor(payments, gateway.name, message)
  const errors: unknown[] = []
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const [open] = lists
    if (!open || signal?.aborted) break
    const page = await orNull(timeouts, () => readPage(payments, gateway, open))
    if (!page) break
    errors.push(...(await page.write()))
    // Another run may have read the same page in the meantime, and removed its list.
    if (page.isLast && lists[0] === open) lists.shift()
    // Entries of the same millisecond as the last one are listed again.
    else open.to = Math.min(page.oldest + 1, open.to - 1)
  }
  return errors
}

type Page = { write: () => Promise<unknown[]>; isLast: boolean; oldest: number }

async function readPage(
  payments: Payments,
  gateway: RemoteGateway,
  { list, ...span }: OpenList,
): Promise<Page> {
  if (list === 'charges') {
    const charges = await firstOf(gateway.listCharges(span))
    return { ...pageOf(charges), write: () => recordCharges(payments, gateway, charges) }
  }
  if (list === 'refunds') {
    const refunds = await firstOf(gateway.listRefunds(span))
    return { ...pageOf(refunds), write: () => recordRefunds(payments, gateway, refunds) }
  }
  // These are two lists, one after the other, and few.
  const disputes = await Array.fromAsync(gateway.listDisputes(span))
  return { isLast: true, oldest: 0, write: () => recordDisputes(payments, gateway, disputes) }
}

async function firstOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const first: T[] = []
  for await (const entry of list) if (first.push(entry) === PAGE) break
  return first
}

function pageOf(entries: { createdAt: number }[]): Omit<Page, 'write'> {
  const oldest = Math.min(...entries.map(({ createdAt }) => createdAt))
  return { isLast: entries.length < PAGE, oldest }
}
