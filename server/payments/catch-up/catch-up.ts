import { now } from '#server/platform/clock.ts'
import { orNull } from '../gateway.ts'
import type { GatewayCharge, GatewayRefund, RemoteGateway } from '../gateway.ts'
import { warnOnce } from '../payments.ts'
import type { Payments } from '../payments.ts'
import { findAttemptsByReference } from '../queries.ts'
import { labelCharges } from './label-charges.ts'
import { listPages } from './list-pages.ts'
import type { CatchUp, Page } from './list-pages.ts'
import { findAttempts, writeFee } from './queries.ts'
import { recordCharge } from './record-charge.ts'
import { recordDisputes } from '../disputes/record-dispute.ts'
import { findByReferences } from '../refunds/queries.ts'
import { isLater, recordRefunds } from '../refunds/record-refunds.ts'
import { reconcileRefunds } from '../refunds/resolve-refund.ts'

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
 * covers 40 days, and 120 for disputes. A long run is continued by the next calls.
 */
export async function catchUp(payments: Payments, options: Options): Promise<void> {
  const errors: unknown[] = []
  for (const gateway of payments.gateways.values())
    if ('listCharges' in gateway)
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
  const patience = { timeoutMs: payments.gatewayTimeoutMs, onError }
  for (let count = 0; run.pages && count < PAGES_PER_CALL; count++) {
    if (signal?.aborted) return
    const { pages } = run
    const next = await orNull(patience, () => pages.next())
    if (!next || next.done) run.pages = null
    else await recordPage(payments, gateway, next.value)
    if (!next?.done || !run.isAll) continue
    run.allAt = run.startedAt
    await reconcileRefunds(payments, { olderThanMs: 0, isAccepted: true, signal })
  }
}

/** Returns the run that is not complete, or begins the next one if it is time for that. */
function continueOrBegin({ catchUps }: Payments, gateway: RemoteGateway, everyMs: number): CatchUp {
  const last = catchUps.get(gateway.name) ?? { pages: null, startedAt: 0, isAll: false, allAt: 0 }
  catchUps.set(gateway.name, last)
  const time = now()
  if (last.pages || time - last.startedAt < everyMs) return last
  last.startedAt = time
  last.isAll = time - last.allAt >= RARELY * everyMs
  // The clock of the gateway may be ahead.
  const since = (allMs: number) => ({ from: time - (last.isAll ? allMs : RECENT_MS), to: time + HOUR_MS })
  last.pages = listPages(gateway, { money: since(ALL_MS), disputed: since(DISPUTES_MS) })
  return last
}

async function recordPage(payments: Payments, gateway: RemoteGateway, page: Page): Promise<void> {
  if ('charges' in page) await recordCharges(payments, gateway, page.charges)
  else if ('refunds' in page) await recordListed(payments, gateway, page.refunds)
  else await recordDisputes(payments, gateway.name, page.disputes)
}

async function recordCharges(
  payments: Payments,
  gateway: RemoteGateway,
  charges: GatewayCharge[],
): Promise<void> {
  const own = charges.filter(({ paymentId, status }) => paymentId !== null && status === 'succeeded')
  if (own.length === 0) return
  const attempts = await findAttempts(
    payments.database.read,
    own.map(({ paymentId }) => String(paymentId)),
  )
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]))
  for (const charge of own)
    await recordCharge(payments, {
      gateway: gateway.name,
      charge,
      attempt: byId.get(String(charge.paymentId)),
    })
  await labelCharges(payments, gateway, own)
  const withFee = own.filter(({ fee, paymentId }) => fee && byId.get(String(paymentId))?.fee_cents === null)
  if (withFee.length === 0) return
  await payments.database.write(async ({ tx }) => {
    for (const charge of withFee) await writeFee(tx, gateway.name, charge)
  })
}

/** Writes those of the listed refunds that are new to this shop, or have changed. */
async function recordListed(
  payments: Payments,
  gateway: RemoteGateway,
  refunds: GatewayRefund[],
): Promise<void> {
  const { database } = payments
  const rows = await findByReferences(
    database.read,
    refunds.map(({ reference }) => reference),
  )
  const changed = refunds.filter((refund) => {
    const row = rows.get(refund.reference)
    return !row || isLater(refund, row)
  })
  if (changed.length === 0) return
  const byCharge = Map.groupBy(changed, ({ charge }) => charge)
  const charged = await findAttemptsByReference(database.read, [...byCharge.keys()])
  for (const { id, gateway: name, reference } of charged) {
    const ofCharge = byCharge.get(String(reference))
    if (name === gateway.name && ofCharge)
      await database.write((write) => recordRefunds(payments, write, { paymentId: id, refunds: ofCharge }))
  }
}
