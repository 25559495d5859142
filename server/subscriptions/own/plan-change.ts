import { Problem, wrongField } from '#contract/errors.ts'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { isDate } from '#contract/values/dates/is-date.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { bagPrice, listAlike } from '#server/catalogue/roasters-choice.ts'
import { firstOpenDay, isClosed, lastDay } from '../schedule.ts'

/** The new values of columns. Those that are undefined stay as they are. */
export type Values = { [C in keyof SubscriptionRow]?: SubscriptionRow[C] | undefined }

/**
 * Returns the new day and state, or a problem. With `endsGift`, a gift is ended. What is resumed goes on with the first delivery
 * that can be changed.
 */
export function planChange(
  settings: SellingSettings,
  before: SubscriptionRow,
  { endsGift = false, ...change }: SubscriptionChange & { endsGift?: boolean | undefined },
): Values | Problem {
  const { nextOn: next_on, state, reason, everyWeeks } = change
  if (before.deliveries_left !== null && !endsGift && !isOfGift(before, change))
    return new Problem('state-conflict')
  if (before.state !== 'active') return planResumption(settings, before, change)
  // What is ordered already goes on, and nothing more is.
  if (state === 'ended') return ended(reason)
  if (isClosed(settings, before)) return new Problem('delivery-closed')
  const problem = next_on === undefined ? null : findDayProblem(settings, before, next_on)
  if (problem) return problem
  return { next_on, every_weeks: everyWeeks }
}

/**
 * Returns whether a gift can be changed so. It ends with its last delivery, and cannot be ended or resumed. The number of bags is
 * paid.
 */
function isOfGift(
  { state, quantity: paid }: SubscriptionRow,
  { quantity = paid, ...change }: SubscriptionChange,
): boolean {
  return state === 'active' && change.state === undefined && quantity === paid
}

/** A subscription that the shop has paused is resumed with a day alone, and can be ended. */
function planResumption(
  settings: SellingSettings,
  before: SubscriptionRow,
  { nextOn, state, reason, everyWeeks }: SubscriptionChange,
): Values | Problem {
  if (before.state === 'ended' && state !== 'active') return new Problem('state-conflict')
  if (state === 'ended') return ended(reason)
  if (state === undefined && nextOn === undefined) return {}
  const every_weeks = everyWeeks ?? before.every_weeks
  const next_on = nextOn ?? firstOpenDay(settings, { ...before, every_weeks })
  const resumed = {
    next_on,
    state: 'active' as const,
    resumed_at: now(),
    ended_at: null,
    ended_reason: null,
  }
  return findDayProblem(settings, before, next_on) ?? resumed
}

function ended(reason = ''): Values {
  return { state: 'ended', ended_at: now(), ended_reason: reason.trim() || null }
}

function findDayProblem(settings: SellingSettings, before: SubscriptionRow, next_on: string): Problem | null {
  if (!isDate(next_on) || next_on > lastDay(settings).toString())
    return wrongField('nextOn', 'is too far ahead')
  return isClosed(settings, { ...before, next_on }) ? new Problem('delivery-closed') : null
}

/**
 * Returns the card of a subscription that is resumed: another one if the card was changed since it ended. Returns a problem if the
 * card was deleted, because all subscriptions had ended long ago. The mandates are locked, so that `dropCards` does not revoke them
 * at this moment.
 */
export async function currentMandate(
  tx: Db,
  { user_id, mandate_id, state }: SubscriptionRow,
  planned: Values,
): Promise<string | null | Problem> {
  if (mandate_id === null || state === 'active' || planned.state !== 'active') return mandate_id
  const valid = await tx
    .updateTable('mandates')
    .set(({ ref }) => ({ revoked_at: ref('revoked_at') }))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  const newest = valid
    .map(({ id }) => id)
    .toSorted()
    .at(-1)
  return newest ?? new Problem('card-deleted')
}

type Buying = { settings: SellingSettings; before: SubscriptionRow; change: SubscriptionChange }

/** Returns the new coffee with its price, the second choice and the grind, or a problem if the shop does not offer one of them. */
export async function buyChange(
  products: Products,
  tx: Db,
  { settings, before, change: { productId, secondChoice, grind } }: Buying,
): Promise<Values | Problem> {
  const swapped = productId === before.product_id ? undefined : productId
  const wanted = [swapped, secondChoice].filter((id) => typeof id === 'string')
  const sold = await products.byIdsWithin(tx, wanted)
  if (wanted.some((id) => !sold.has(id))) return new Problem('unknown-product')
  if (grind && grind !== before.grind && !settings.grinds.includes(grind))
    return wrongField('grind', 'is not offered')
  const priceOf = (id: string) => bagPrice(settings, sold.get(id)?.priceCents ?? 0)
  const price_cents = priceAfter(before, swapped, priceOf)
  if (price_cents instanceof Problem) return price_cents
  if (secondChoice && priceOf(secondChoice) > price_cents)
    return wrongField('secondChoice', 'costs more than the coffee that it replaces')
  const values = { second_product_id: secondChoice, grind }
  if (swapped === undefined) return values
  return { ...values, product_id: swapped, price_cents, new_price_cents: null, new_price_from: null }
}

/** Returns what a bag costs after a change. The price of a gift is what was paid, and no dearer coffee can come in its place. */
function priceAfter(
  { price_cents, deliveries_left }: SubscriptionRow,
  swapped: string | undefined,
  priceOf: (id: string) => number,
): number | Problem {
  if (swapped === undefined) return price_cents
  const price = priceOf(swapped)
  if (deliveries_left === null) return price
  return price > price_cents ? wrongField('productId', 'costs more than what was paid') : price_cents
}

/**
 * Returns 1 if the roaster chooses the coffee of a subscription that is changed to `wanted`, and 0 if not. There must be another
 * coffee from which to choose.
 */
export async function findRoastersChoice(
  tx: Db,
  settings: SellingSettings,
  { wanted, change: { roastersChoice, productId } }: { wanted: SubscriptionRow; change: SubscriptionChange },
): Promise<number | Problem> {
  const isWanted = roastersChoice ?? wanted.roasters_choice === 1
  if (!isWanted || (roastersChoice === undefined && productId === undefined)) return Number(isWanted)
  const replaced = { productId: wanted.product_id, agreed: wanted.price_cents }
  if ((await listAlike(tx, settings, replaced)).length > 0) return 1
  return roastersChoice ? wrongField('roastersChoice', 'is not possible for this coffee') : 0
}
