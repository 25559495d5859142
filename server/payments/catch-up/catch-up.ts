import { DAY_MS, now } from '#server/platform/clock.ts'
import { orNull } from '../gateway.ts'
import type { RemoteGateway, Span } from '../gateway.ts'
import { timeoutsFor, tryEach } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { reconcileRefunds } from '../refunds/refund.ts'
import { labelCharges, recordCharge, recordListedDispute, recordRefund } from './record-listed.ts'

const HOUR_MS = 60 * 60 * 1000

/** What was created within this time is listed at each run. */
const RECENT_MS = HOUR_MS

/**
 * What was created within these times is listed once in `RARELY_MS`. A bank may confirm a debit after two weeks, send a
 * refund back after 30 days (https://docs.stripe.com/refunds#failed-refunds), and take three months to decide a dispute.
 */
const LONG_MS = { charges: 40 * DAY_MS, refunds: 40 * DAY_MS, disputes: 120 * DAY_MS }

const RARELY_MS = HOUR_MS

/** After this time the long lists are read again, if the gateway has not returned all of them. */
const AGAIN_MS = 10 * 60 * 1000

/** The maximum number of charges or refunds on a page. */
const PAGE = 100

/** The maximum number of charges that one run labels. The next run labels others. */
const MAX_LABELLED = 20

/**
 * Lists what the remote gateways have charged and refunded, and what is disputed, and writes what this shop does not
 * know because an event was lost. Each run lists the last hour, and one in an hour then lists the last 40 days, and 120
 * for disputes. Throws an error at the end if entries could not be written. They do not keep the others from being
 * written.
 */
export async function catchUp(payments: Payments, signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = []
  for (const gateway of payments.gateways.values())
    if (gateway.kind === 'remote') await catchUpWith(payments, gateway, { errors, signal })
  if (errors.length > 0) throw new AggregateError(errors, 'Some entries of a gateway could not be written.')
}

/** Returns whether the last call of `catchUp` has read all lists of a long time, of all gateways. */
export function hasReadLongLists({ gateways, longListsDueAt }: Payments): boolean {
  const soon = now() + AGAIN_MS
  return [...gateways.values()].every(
    ({ kind, name }) => kind !== 'remote' || (longListsDueAt.get(name) ?? 0) > soon,
  )
}

type Run = { errors: unknown[]; signal: AbortSignal | undefined }

async function catchUpWith(payments: Payments, gateway: RemoteGateway, run: Run): Promise<void> {
  const { longListsDueAt } = payments
  const time = now()
  const from = time - RECENT_MS
  // The clock of the gateway may be ahead.
  const recent = { from, to: time + HOUR_MS }
  await readLists(payments, gateway, { ...run, spanOf: () => recent })
  if (time < (longListsDueAt.get(gateway.name) ?? 0)) return
  longListsDueAt.set(gateway.name, time + RARELY_MS)
  const spanOf = (list: keyof typeof LONG_MS): Span => ({ from: time - LONG_MS[list], to: from })
  const isComplete = await readLists(payments, gateway, { ...run, spanOf })
  if (!isComplete) longListsDueAt.set(gateway.name, now() + AGAIN_MS)
  // Refunds for whose outcome the shop waits.
  const { errors, signal } = run
  errors.push(...(await reconcileRefunds(payments, { olderThanMs: 0, isAccepted: true, signal })))
}

type Reading = Run & { spanOf: (list: keyof typeof LONG_MS) => Span }

/**
 * Reads the lists of a gateway page by page, newest first, and writes the entries. Adds the errors of those that could
 * not be written to `errors`. Returns whether all was read. The charges come first, because the others are only written
 * if the payment of their charge is known.
 */
async function readLists(
  payments: Payments,
  gateway: RemoteGateway,
  { spanOf, errors, signal }: Reading,
): Promise<boolean> {
  // The key may lack the permission to read charges.
  const message = `The gateway "${gateway.name}" cannot list its charges and refunds`
  const timeouts = timeoutsFor(payments, gateway.name, message)
  async function read<T>(list: AsyncIterable<T>, work: (page: T[]) => Promise<unknown[]>): Promise<boolean> {
    const entries = list[Symbol.asyncIterator]()
    for (;;) {
      await payments.jobTurn()
      if (signal?.aborted) return false
      const page = await orNull(timeouts, () => take(entries))
      if (!page) return false
      errors.push(...(await work(page)))
      if (page.length < PAGE) return true
    }
  }
  let labels = MAX_LABELLED
  const areRead = [
    await read(gateway.listCharges(spanOf('charges')), async (charges) => {
      const failed = await tryEach(charges, (charge) => recordCharge(payments, gateway.name, charge))
      labels -= await labelCharges(payments, gateway, { charges, max: labels, signal })
      return failed
    }),
    await read(gateway.listRefunds(spanOf('refunds')), (refunds) =>
      tryEach(refunds, (refund) => recordRefund(payments, gateway, refund)),
    ),
    await read(gateway.listDisputes(spanOf('disputes')), (disputes) =>
      tryEach(disputes, (dispute) => recordListedDispute(payments, gateway.name, dispute)),
    ),
  ]
  return areRead.every(Boolean)
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
