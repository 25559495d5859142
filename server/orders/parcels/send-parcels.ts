import { Problem } from '#contract/errors.ts'
import type { ParcelOutcome, ParcelRow, ParcelRows } from '#contract/orders/parcels.ts'
import { carrierCodes, readTracking, trackingText } from '#contract/values/orders/carriers.ts'
import type { Carrier, EnteredTracking, ParcelTracking } from '#contract/values/orders/carriers.ts'
import { orderStateNames } from '#contract/values/states.ts'
import type { OrderState } from '#contract/values/states.ts'
import type { Caller, Gate, UserSession } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { DisputeRow } from '#server/tables/payment-rows.ts'
import type { Orders } from '../orders.ts'
import { disputeKind } from '../queries.ts'
import { changeOrderState } from '../state/change-order-state.ts'
import { findDeliveryKind } from '../state/queries.ts'

/** A row of which everything is known that is needed to send its order. */
type Sendable = { order: OrderRow; entered: EnteredTracking; tracking: ParcelTracking }

/**
 * Sends the orders of the rows of a file, or says what would happen. Every row is done by itself, so that a wrong one keeps
 * none of the others from being sent. Orders that were sent before are refused, so that the same file can be read again.
 * Returns a problem as soon as the caller has lost the role or the session, because many rows take long.
 */
export async function sendParcels(
  orders: Orders,
  { caller, isStillValid }: { caller: UserSession; isStillValid: Gate['isStillValid'] },
  { rows, carrier, isDryRun }: ParcelRows,
): Promise<ParcelOutcome[] | Problem> {
  const outcomes: ParcelOutcome[] = []
  const lineOf = new Map<number, number>()
  for (const [at, row] of rows.entries()) {
    if (!(await isStillValid(caller))) return new Problem('forbidden')
    const number = numberOf(row)
    const earlier = number === null ? undefined : lineOf.get(number)
    const checked =
      earlier === undefined
        ? await checkRow(orders.database.read, { row, number, carrier })
        : refuse(`The order is in row ${earlier} already.`)
    const done = 'entered' in checked ? await send(orders, caller, { ...checked, isDryRun }) : checked
    if (number !== null && done.outcome === 'sends') lineOf.set(number, at + 1)
    outcomes.push(done)
  }
  return outcomes
}

type Refusal = ParcelOutcome & { outcome: 'refused' }

function refuse(reason: string, order?: OrderRow): Refusal {
  return { outcome: 'refused', reason, ...(order && { order: presentOrder(order) }) }
}

function presentOrder({ id, number, customer }: OrderRow): NonNullable<ParcelOutcome['order']> {
  return { _id: id, number, customer }
}

/** Returns the number of the order of a row, such as `12` or `#12`, or null if it is none. */
function numberOf({ order }: ParcelRow): number | null {
  const [, digits] = /^#?\s*(\d{1,9})$/.exec(order.trim()) ?? []
  return digits === undefined ? null : Number(digits)
}

type Numbered = { row: ParcelRow; number: number | null; carrier: EnteredTracking['carrier'] }

async function checkRow(db: Db, { row, number, carrier }: Numbered): Promise<Sendable | Refusal> {
  if (number === null) return refuse('This is not the number of an order.')
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .select(disputeKind.as('dispute'))
    .where('number', '=', number)
    .executeTakeFirst()
  if (!order) return refuse('There is no order with this number.')
  const reason = await reasonAgainst(db, order)
  if (reason !== null) return refuse(reason, order)
  const entered = { carrier: carrierOf(row) ?? carrier, code: row.code }
  const tracking = readTracking(entered)
  if (tracking) return { order, entered, tracking }
  return entered.carrier === 'own' && /^[\w\s-]+$/.test(row.code)
    ? refuse('Choose the carrier of this number.', order)
    : refuse('This is not a tracking number, nor a link that begins with https://.', order)
}

type CheckedOrder = OrderRow & { dispute: DisputeRow['kind'] | null }

/** Returns why an order cannot be sent, or null if it can. */
async function reasonAgainst(db: Db, order: CheckedOrder): Promise<string | null> {
  if (order.withdrawn_at !== null) return 'The customer has withdrawn from the contract.'
  if (order.state !== 'paid' && order.state !== 'packed') return REASONS[order.state]
  if (order.dispute !== null) return DISPUTES[order.dispute]
  const kind = await findDeliveryKind(db, order.payment_id)
  return kind === 'pickup' ? 'The customer picks it up.' : null
}

const DISPUTES: Record<DisputeRow['kind'], string> = {
  dispute: 'The customer disputes the payment.',
  warning: 'The bank warns that the payment may be fraud.',
}

const REASONS: Record<Exclude<OrderState, 'paid' | 'packed'>, string> = {
  waiting: 'The order is not paid.',
  sent: 'The order was sent already.',
  delivered: 'The order was sent already.',
  ready: 'The customer picks it up.',
  cancelled: `The order is now: ${orderStateNames.cancelled}.`,
  refunded: `The order is now: ${orderStateNames.refunded}.`,
}

/** Returns the carrier that a row names, such as `DHL Paket`, or null. */
function carrierOf({ carrier }: ParcelRow): Carrier | null {
  const words = carrier.toLowerCase().split(/[^a-z]+/)
  return carrierCodes.find((code): code is Carrier => code !== 'own' && words.includes(code)) ?? null
}

/** Packs the order of a row if needed, and sends it. The customer gets the mail that says so. */
async function send(
  orders: Orders,
  caller: Caller,
  { order, entered, tracking, isDryRun }: Sendable & { isDryRun: boolean },
): Promise<ParcelOutcome> {
  const { id, state } = order
  if (!isDryRun) {
    const packed =
      state === 'paid' ? await changeOrderState(orders, caller, { id, from: 'paid', to: 'packed' }) : null
    if (packed instanceof Problem) return refuse(packed.extra.detail ?? packed.code, order)
    const step = { id, from: 'packed', to: 'sent', tracking: entered } as const
    const sent = await changeOrderState(orders, caller, step)
    if (sent instanceof Problem) return refuse(sent.extra.detail ?? sent.code, order)
  }
  const { carrier, number: trackingNumber, url } = tracking
  return {
    outcome: 'sends',
    order: presentOrder(order),
    tracking: trackingText({ carrier, trackingNumber }) ?? url,
  }
}
