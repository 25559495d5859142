import { Problem } from '#contract/errors.ts'
import type { Reserved } from '#server/cart/reserve-lines.ts'
import { listSameGuests } from '#server/guests/guests.ts'
import { countWaiting } from '#server/orders/place-order.ts'
import type { Db } from '#server/shop-database.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import type { Gateway } from './gateway.ts'
import { countOpen } from './queries.ts'
import { refuseTooMany } from './refuse-card-testing.ts'
import { refuseStranger } from './refuse-strangers.ts'

/**
 * The maximum number of waiting orders of one user. Without this limit and those below, a user could reserve all stock
 * and never pay.
 */
const MAX_WAITING = 10

/** The maximum number of open payments of one user: enough for a closed tab or two, which stay open for an hour. */
const MAX_OPEN = 3

/**
 * The maximum number of cart lines that the open payments of one user reserve together. The first open payment may
 * reserve more: a large cart must be payable.
 */
const MAX_RESERVED = 30

type Wanted = { attempt: PaymentRow; reserved: Reserved; currency: string }

/**
 * Returns a problem if the gateway cannot charge lines with these prices, or if the user has too many unpaid orders or open
 * payments for one more. The user's row is locked, except for a local gateway.
 */
export async function findRefusal(tx: Db, gateway: Gateway, wanted: Wanted): Promise<Problem | null> {
  const { attempt } = wanted
  // Only orders that cost nothing are paid with a local gateway in a shop that has guests.
  if (gateway.kind === 'local' && attempt.amount_cents > 0) return null
  const guests = await listSameGuests(tx, attempt.user_id)
  const ids = guests.length > 0 ? guests : [attempt.user_id]
  const problem = await findTooManyUnpaid(tx, gateway, { ...wanted, ids })
  if (problem) return problem
  // A script could take all stock with orders of guests that are paid later or cost nothing, so they are counted like
  // attempts on a gateway's page.
  const hasPage = gateway.kind === 'remote' && gateway.hasPage
  const isCounted = gateway.kind === 'remote' ? hasPage : guests.length > 0
  const tooMany = isCounted ? await refuseTooMany(tx, attempt, ids) : null
  return tooMany ?? (hasPage ? refuseStranger(tx, attempt) : null)
}

function findTooManyUnpaid(
  tx: Db,
  gateway: Gateway,
  wanted: Wanted & { ids: string[] },
): Promise<Problem | null> | null {
  if (gateway.kind === 'local') return null
  return gateway.kind === 'manual' ? findTooManyWaiting(tx, wanted.ids) : findTooManyOpen(tx, gateway, wanted)
}

async function findTooManyWaiting(tx: Db, ids: string[]): Promise<Problem | null> {
  return (await countWaiting(tx, ids)) >= MAX_WAITING ? new Problem('too-many-waiting') : null
}

async function findTooManyOpen(
  tx: Db,
  gateway: Extract<Gateway, { kind: 'remote' }>,
  { attempt, reserved: { prices, amountCents }, currency, ids }: Wanted & { ids: string[] },
): Promise<Problem | null> {
  const problem = gateway.findChargeProblem?.([...prices, attempt.amount_cents - amountCents], currency)
  if (problem) return problem
  const open = await countOpen(tx, ids)
  const isTooMuch =
    open.payments >= MAX_OPEN || (open.payments > 0 && open.lines + prices.length > MAX_RESERVED)
  return isTooMuch ? new Problem('too-many-open') : null
}
