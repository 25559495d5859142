import { Problem } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { OwnSubscription, SubscriptionChange } from '#contract/subscriptions.ts'
import { isDate } from '#contract/values/dates/is-date.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { lockUser } from '#server/cart/cart.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Selling } from '#server/selling/selling.ts'
import type { Db, ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { bagPrice, readSubscription } from './list-subscriptions.ts'
import { firstOpenDay, isClosed, lastDay } from './schedule.ts'
import { queueSubscriptionMail } from './subscription-mails.ts'

export type Changing = {
  database: ShopDatabase
  products: Products
  selling: Pick<Selling, 'settingsNow'>
  sendsMail: boolean
}

type Wish = { id: string; change: SubscriptionChange; isStaff?: boolean }

/**
 * Changes a subscription of the caller, or with `isStaff` that of any customer. Returns the problem `not-found` for that of
 * somebody else, and `delivery-closed` if its next delivery, or the one that is asked for, can no longer be changed.
 */
export function changeSubscription(
  parts: Changing,
  caller: Caller,
  { id, change, isStaff = false }: Wish,
): Promise<OwnSubscription | Problem> {
  return parts.database.write(async (write) => {
    const { tx } = write
    const changed = await changeWithin(parts, write, { id, change, userId: isStaff ? null : caller.userId })
    if (changed instanceof Problem) return changed
    const { before, settings } = changed
    const shown = await readSubscription(tx, settings, id)
    if (isStaff) {
      const owner = tx.selectFrom('users').select('email').where('id', '=', before.user_id)
      const { email } = await owner.executeTakeFirstOrThrow()
      const detail = `${shown.product.name}: ${JSON.stringify(change)}`
      await writeAudit(tx, caller, { action: 'changed subscription', subject: email, detail })
    }
    return shown
  })
}

type Change = { id: string; change: SubscriptionChange; userId: string | null }
type Changed = { before: SubscriptionRow; after: SubscriptionRow; settings: SellingSettings }

/** Changes a subscription inside a transaction. `userId` is that of its owner, or null for any. */
export async function changeWithin(
  { products, selling, sendsMail }: Changing,
  write: ShopWrite,
  { id, change, userId }: Change,
): Promise<Changed | Problem> {
  const { tx } = write
  const settings = await selling.settingsNow()
  const before = await lockSubscription(tx, id)
  if (!before || (userId !== null && before.user_id !== userId)) return new Problem('not-found')
  const planned = planChange(settings, before, change)
  if (planned instanceof Problem) return planned
  const bought = await buyChange(products, tx, { settings, before, change })
  if (bought instanceof Problem) return bought
  const { everyWeeks, quantity } = change
  const values: Partial<SubscriptionRow> = {
    ...planned,
    ...bought,
    ...(everyWeeks !== undefined && { every_weeks: everyWeeks }),
    ...(quantity !== undefined && { quantity }),
  }
  const after = await tx
    .updateTable('subscriptions')
    .set({ ...values, id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (sendsMail && after.state !== before.state) {
    const event = after.state === 'ended' ? 'ended' : 'resumed'
    await queueSubscriptionMail(write, { event, subscriptions: [after] })
  }
  return { before, after, settings }
}

/** Reads a subscription after the lock of its owner was taken, so that its delivery is not ordered at the same moment. */
async function lockSubscription(tx: Db, id: string): Promise<SubscriptionRow | undefined> {
  const one = tx.selectFrom('subscriptions').selectAll().where('id', '=', id)
  const found = await one.executeTakeFirst()
  if (!found) return undefined
  await lockUser(tx, found.user_id)
  return one.executeTakeFirst()
}

/** Returns the new day and the new state, or a problem. What is resumed goes on with the first delivery that can be changed. */
function planChange(
  settings: SellingSettings,
  before: SubscriptionRow,
  { nextOn, state, reason, everyWeeks }: SubscriptionChange,
): Partial<SubscriptionRow> | Problem {
  if (before.state === 'active' && isClosed(settings, before)) return new Problem('delivery-closed')
  if (before.state === 'ended' && state === undefined) return new Problem('state-conflict')
  const isResumed = before.state !== 'active' && (state === 'active' || nextOn !== undefined)
  const every_weeks = everyWeeks ?? before.every_weeks
  const next_on = nextOn ?? (isResumed ? firstOpenDay(settings, { ...before, every_weeks }) : before.next_on)
  const problem = next_on === before.next_on && !isResumed ? null : findDayProblem(settings, before, next_on)
  if (problem) return problem
  if (state === 'ended') return { next_on, state, ended_at: now(), ended_reason: reason?.trim() || null }
  return { next_on, ...(isResumed && { state: 'active', ended_at: null, ended_reason: null }) }
}

function findDayProblem(
  settings: SellingSettings,
  { mandate_id }: SubscriptionRow,
  next_on: string,
): Problem | null {
  if (!isDate(next_on) || next_on > lastDay(settings).toString())
    return new Problem('invalid-input', { errors: [{ field: 'nextOn', message: 'is too far ahead' }] })
  return isClosed(settings, { mandate_id, next_on }) ? new Problem('delivery-closed') : null
}

type Buying = { settings: SellingSettings; before: SubscriptionRow; change: SubscriptionChange }

/** Returns the new coffee with its price, the second choice and the grind, or a problem if the shop does not offer one of them. */
async function buyChange(
  products: Products,
  tx: Db,
  { settings, before, change: { productId, secondChoice, grind } }: Buying,
): Promise<Partial<SubscriptionRow> | Problem> {
  const swapped = productId !== undefined && productId !== before.product_id
  const wanted = [...(swapped ? [productId] : []), ...(secondChoice ? [secondChoice] : [])]
  const sold = await products.byIdsWithin(tx, wanted)
  if (wanted.some((id) => !sold.has(id))) return new Problem('unknown-product')
  if (grind && grind !== before.grind && !settings.grinds.includes(grind))
    return new Problem('invalid-input', { errors: [{ field: 'grind', message: 'is not offered' }] })
  const product = swapped ? sold.get(productId) : undefined
  return {
    ...(product && {
      product_id: product.id,
      price_cents: bagPrice(settings, product.priceCents),
      new_price_cents: null,
      new_price_from: null,
    }),
    ...(secondChoice !== undefined && { second_product_id: secondChoice }),
    ...(grind !== undefined && { grind }),
  }
}
