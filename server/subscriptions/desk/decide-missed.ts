import { sql } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { lockUser } from '#server/cart/cart.ts'
import { lastMomentFor } from '#server/checkout/roast-promise.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { DeliveryRow } from '#server/tables/subscription-rows.ts'
import { linesFor } from '../lines-of-delivery.ts'
import { countDown, parcelKey } from '../order-delivery.ts'
import type { Parts } from '../order-delivery.ts'
import { agreeAgain, placeRenewal } from '../place-renewal.ts'
import { coffeeOf, selectNamed } from './list-subscriptions.ts'
import type { NamedSubscription } from './list-subscriptions.ts'

/** `id` is that of one of the subscriptions whose coffees were missed on the roast day `day`. */
type Decision = { id: string; day: string; decision: 'send' | 'leave-out' }

/**
 * Sends what a person missed on a day with the next roast day, as an order of its own, or leaves it out. The deliveries that
 * are planned stay as they are. What is too heavy for one order is sent in several. What is sold out, cannot be delivered, or
 * belongs to a subscription that is not active, stays missed.
 */
export async function decideMissed(
  parts: Parts,
  caller: Caller,
  { id, day, decision }: Decision,
): Promise<Modified | Problem> {
  const settings = await parts.selling.settingsNow()
  return parts.payments.database.write(async (write) => {
    const { tx } = write
    const one = await selectNamed(tx).where('id', '=', id).executeTakeFirst()
    if (!one) return new Problem('not-found')
    await lockUser(tx, one.user_id)
    const missed = await listMissedWith(tx, one, day)
    if (missed.length === 0) return new Problem('state-conflict')
    const decided =
      decision === 'send'
        ? await send(parts, write, { settings, day, missed })
        : await leaveOut(tx, { day, missed })
    if (decided instanceof Problem) return decided
    const subject = decided.map((row) => `${row.quantity} × ${coffeeOf(row)}`).join(', ')
    await writeAudit(tx, caller, { action: ACTIONS[decision], subject, detail: day })
    return { acknowledged: true, modifiedCount: decided.length }
  })
}

const ACTIONS = { 'send': 'sent missed delivery', 'leave-out': 'left out missed delivery' } as const

/** Lists the subscriptions whose coffees were missed in the same parcel as those of `one`. */
async function listMissedWith(tx: Db, one: NamedSubscription, day: string): Promise<NamedSubscription[]> {
  const missed = tx
    .selectFrom('deliveries')
    .select('subscription_id')
    .where('roast_on', '=', day)
    .where('state', '=', sql.lit('missed' as const))
  const own = selectNamed(tx).where('user_id', '=', one.user_id).where('id', 'in', missed).orderBy('id')
  return (await own.execute()).filter((other) => parcelKey(other, day) === parcelKey(one, day))
}

type MissedParcel = { day: string; missed: NamedSubscription[] }

async function leaveOut(tx: Db, { day, missed }: MissedParcel): Promise<NamedSubscription[]> {
  await setState(tx, { day, missed }, { state: 'left-out', renewal_id: null })
  return missed
}

/** Places the order of a parcel, or several if it is too heavy for one, and returns the subscriptions whose coffees are in it. */
async function send(
  parts: Parts,
  write: ShopWrite,
  { settings, day, missed }: MissedParcel & { settings: SellingSettings },
): Promise<NamedSubscription[] | Problem> {
  const { tx } = write
  const claimed = missed.filter(({ state }) => state === 'active')
  const [one] = claimed
  const { roasting, timeZone } = settings
  const cutOffAt = lastMomentFor(roasting, { at: now(), timeZone })
  if (!one || cutOffAt === null) return new Problem('state-conflict')
  const users = tx.selectFrom('users').selectAll()
  const owner = await users.where('id', '=', one.user_id).executeTakeFirstOrThrow()
  const { lines, missing } = await linesFor(parts.payments.products, tx, { settings, owner, claimed })
  if (lines.length === 0) return new Problem('sold-out')
  const sent = claimed.filter((subscription) => !missing.includes(subscription))
  // The renewal has the day that was missed. The one of the next roast day can therefore be placed, too.
  const planned = { roastOn: day, closesAt: now(), cutOffAt }
  const placed = { id: newId(), one, planned, settings, lines: lines.map(({ line }) => line) }
  const agreed = await agreeAgain(parts.payments, tx, placed)
  if (agreed instanceof Problem)
    return sent.length === 1 ? agreed : sendApart(parts, write, { settings, day, missed: sent })
  await setState(tx, { day, missed: sent }, { state: 'ordered', renewal_id: placed.id })
  await countDown(parts, write, sent)
  return (await placeRenewal(parts.payments, write, placed)) ?? sent
}

/** Places an order for each subscription. Returns a problem if none can be delivered. */
async function sendApart(
  parts: Parts,
  write: ShopWrite,
  { missed, ...parcel }: MissedParcel & { settings: SellingSettings },
): Promise<NamedSubscription[] | Problem> {
  const sent: NamedSubscription[] = []
  for (const one of missed) {
    const placed = await send(parts, write, { ...parcel, missed: [one] })
    if (!(placed instanceof Problem)) sent.push(...placed)
    else if (!STAYS_MISSED.has(placed.code)) return placed
  }
  return sent.length > 0 ? sent : new Problem('cannot-be-delivered')
}

/** With these problems, nothing was written, and the delivery stays missed. */
const STAYS_MISSED: ReadonlySet<string> = new Set(['cannot-be-delivered', 'sold-out'])

async function setState(
  tx: Db,
  { day, missed }: MissedParcel,
  to: Pick<DeliveryRow, 'state' | 'renewal_id'>,
): Promise<void> {
  const ids = missed.map(({ id }) => id)
  await tx
    .updateTable('deliveries')
    .set(to)
    .where('roast_on', '=', day)
    .where('subscription_id', 'in', ids)
    .execute()
}
