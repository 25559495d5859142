import { now } from '#server/platform/clock.ts'
import { orNull } from '../gateway.ts'
import type { GatewayCharge, GatewayRefund, RemoteGateway } from '../gateway.ts'
import { tryEach, warnOnce } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttemptsByReference } from '../queries.ts'
import { labelCharges } from './label-charges.ts'
import { listPages, positionAfter } from './list-pages.ts'
import type { CatchUp, Page, Position } from './list-pages.ts'
import { findAttempts, writeFee } from './queries.ts'
import { recordCharge } from './record-charge.ts'
import { recordDisputes } from '../disputes/record-dispute.ts'
import { findByReferences } from '../refunds/queries.ts'
import { isLater, recordExternalRefunds } from '../refunds/record-external-refunds.ts'
import { reconcileRefunds, reconcileSums } from '../refunds/resolve-refund.ts'

const HOUR_MS = 60 * 60 * 1000

/** What was charged or refunded within this time is listed at each run. */
const RECENT_MS = HOUR_MS

/**
 * What was charged or refunded within this time is listed at one of `RARELY` runs. A bank may confirm a debit after two
 * weeks, and send a refund back after 30 days (https://docs.stripe.com/refunds#failed-refunds).
 */
const ALL_MS = 40 * 24 * HOUR_MS

/** Disputes are listed over a longer time, because a bank can take three months to decide one. There are few. */
const DISPUTES_MS = 120 * 24 * HOUR_MS

const RARELY = 60

/** The maximum number of pages that one call of `catchUp` handles. The next call continues with the next page. */
const PAGES_PER_CALL = 5

type Options = { everyMs: number; signal?: AbortSignal | undefined }

/**
 * Lists what the remote gateways have charged and refunded, and what is disputed, and writes what this shop does not
 * know because an event was lost. A run begins `everyMs` milliseconds after the one before. It covers the last hour, and one of `RARELY` runs
 * covers 40 days, and 120 for disputes. A long run is continued by the next calls, also if the gateway did not return a
 * page: then a short run comes first. An entry that cannot be written does not keep the others from being written.
 */
export async function catchUp(payments: Payments, options: Options): Promise<void> {
  const errors: unknown[] = []
  for (const gateway of payments.gateways.values())
    if (gateway.kind === 'remote')
      await catchUpWith(payments, gateway, options).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'What a gateway has listed could not be written.')
}

async function catchUpWith(
  payments: Payments,
  gateway: RemoteGateway,
  { everyMs, signal }: Options,
): Promise<void> {
  const run = continueOrBegin(payments, gateway, everyMs)
  const { name } = gateway
  // The key may lack the permission to read charges.
  const onError = warnOnce(payments, name, `The gateway "${name}" cannot list its charges and refunds`)
  const timeouts = { timeoutMs: payments.gatewayTimeoutMs, onError }
  const errors: unknown[] = []
  for (let count = 0; run.pages && count < PAGES_PER_CALL; count++) {
    if (signal?.aborted) return
    const { pages } = run
    const next = await orNull(timeouts, () => pages.next())
    if (next && !next.done) {
      errors.push(...(await recordPage(payments, gateway, next.value)))
      run.position = positionAfter(next.value)
      continue
    }
    const isComplete = next !== null
    endRun(run, { isComplete })
    if (isComplete && run.isAll) await reconcileOld(payments, name, signal)
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `Some of what "${name}" has listed was not written.`)
}

/** Asks about refunds for whose outcome the shop waits, or of which an older version has stored only the sum. */
async function reconcileOld(
  payments: Payments,
  name: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await reconcileRefunds(payments, { olderThanMs: 0, isAccepted: true, signal })
  await reconcileSums(payments, name, signal)
}

function endRun(run: CatchUp, { isComplete }: { isComplete: boolean }): void {
  run.pages = null
  if (!run.isAll) return
  run.stoppedAt = isComplete ? null : run.position
  if (isComplete) run.allAt = run.startedAt
}

const NEW_RUN = { pages: null, startedAt: 0, isAll: false, allAt: 0, stoppedAt: null }

/** Returns the run that is not complete, or begins the next one if it is time for that. */
function continueOrBegin({ catchUps }: Payments, gateway: RemoteGateway, everyMs: number): CatchUp {
  const time = now()
  // The clock of the gateway may be ahead.
  const newest: Position = { list: 'charges', to: time + HOUR_MS }
  const run = catchUps.get(gateway.name) ?? { ...NEW_RUN, position: newest }
  catchUps.set(gateway.name, run)
  if (run.pages || time - run.startedAt < everyMs) return run
  run.startedAt = time
  run.isAll = run.stoppedAt ? !run.isAll : time - run.allAt >= RARELY * everyMs
  run.position = (run.isAll && run.stoppedAt) || newest
  const since = (allMs: number) => ({ from: time - (run.isAll ? allMs : RECENT_MS), to: newest.to })
  const { position } = run
  run.pages = listPages(gateway, { money: since(ALL_MS), disputed: since(DISPUTES_MS), position })
  return run
}

/** Writes a page, and returns the errors of those entries that could not be written. */
function recordPage(payments: Payments, gateway: RemoteGateway, page: Page): Promise<unknown[]> {
  if ('charges' in page) return recordCharges(payments, gateway, page.charges)
  if ('refunds' in page) return recordListed(payments, gateway, page.refunds)
  return recordDisputes(payments, gateway.name, page.disputes)
}

async function recordCharges(
  payments: Payments,
  gateway: RemoteGateway,
  charges: GatewayCharge[],
): Promise<unknown[]> {
  const own = charges.filter(({ paymentId, status }) => paymentId !== null && status === 'succeeded')
  if (own.length === 0) return []
  const attempts = await findAttempts(
    payments.database.read,
    own.map(({ paymentId }) => String(paymentId)),
  )
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  const errors = await tryEach(own, (charge) =>
    recordCharge(payments, {
      gateway: gateway.name,
      charge,
      attempt: byId.get(String(charge.paymentId)),
    }),
  )
  await labelCharges(payments, gateway, own)
  const withFee = own.filter(({ fee, paymentId }) => fee && byId.get(String(paymentId))?.fee_cents === null)
  if (withFee.length > 0)
    await payments.database.write(async ({ tx }) => {
      for (const charge of withFee) await writeFee(tx, gateway.name, charge)
    })
  return errors
}

/** Writes those of the listed refunds that are new to this shop, or have changed. */
async function recordListed(
  payments: Payments,
  gateway: RemoteGateway,
  refunds: GatewayRefund[],
): Promise<unknown[]> {
  const { database } = payments
  const rows = await findByReferences(
    database.read,
    refunds.map(({ reference }) => reference),
  )
  const changed = refunds.filter((refund) => {
    const row = rows.get(refund.reference)
    return !row || isLater(refund, row)
  })
  if (changed.length === 0) return []
  const byCharge = Map.groupBy(changed, ({ charge }) => charge)
  const charged = await findAttemptsByReference(database.read, [...byCharge.keys()])
  return tryEach(charged, async ({ id, gateway: name, reference }) => {
    const ofCharge = byCharge.get(String(reference))
    if (name === gateway.name && ofCharge)
      await database.write((write) =>
        recordExternalRefunds(payments, write, { paymentId: id, refunds: ofCharge }),
      )
  })
}
