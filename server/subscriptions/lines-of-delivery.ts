import type { SellingSettings } from '#contract/selling/settings.ts'
import { bagPrice, listAlike } from '#server/catalogue/roasters-choice.ts'
import type { Products, SoldProduct } from '#server/catalogue/find-product.ts'
import { linesOutsideCart } from '#server/cart/guest-cart.ts'
import { withStock } from '#server/cart/payable-lines.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'

export type Line = { subscriptionId: string; line: PricedLine }

/** `at` is the time of an order to come, in UTC milliseconds, until which what is sold out can be in stock again. */
type Wanted = { settings: SellingSettings; owner: UserRow; claimed: SubscriptionRow[]; at?: number }

/**
 * Returns the lines of an order, and the subscriptions of which neither the coffee nor the second choice is left. A second choice
 * has its own price, and is left out if that is higher than the agreed one. It is ignored if the roaster chooses, because the
 * customer does not see it then. The deliveries of a gift are paid already.
 */
export async function linesFor(
  products: Products,
  tx: Db,
  { settings, owner, claimed, at }: Wanted,
): Promise<{ lines: Line[]; missing: SubscriptionRow[] }> {
  let lines: Line[] = []
  const missing: SubscriptionRow[] = []
  for (const subscription of claimed) {
    const agreed = priceOn(subscription, at)
    const first = await listFirst(tx, settings, { subscription, agreed, before: lines })
    const { second_product_id, roasters_choice } = subscription
    const sold = await products.byIdsWithin(tx, [...first, second_product_id ?? ''])
    const second = roasters_choice === 0 ? sold.get(second_product_id ?? '') : undefined
    const seconds = second ? [{ ...second, priceCents: bagPrice(settings, second.priceCents) }] : []
    const choices = [
      ...first.flatMap((id) => sold.get(id) ?? []).map((coffee) => ({ ...coffee, priceCents: agreed })),
      ...seconds.filter(({ priceCents }) => priceCents <= agreed),
    ]
    const isToCome = at !== undefined
    const fitting = await firstThatFits(tx, { owner, subscription, choices, before: lines, isToCome })
    if (fitting) lines = fitting
    else missing.push(subscription)
  }
  return { lines, missing }
}

type Choosing = { subscription: SubscriptionRow; agreed: number; before: Line[] }

/** Lists the coffees that come before the second choice: the subscribed one, or those from which the roaster chooses. */
async function listFirst(
  tx: Db,
  settings: SellingSettings,
  { subscription: { product_id: productId, user_id: userId, roasters_choice }, agreed, before }: Choosing,
): Promise<string[]> {
  if (roasters_choice === 0) return [productId]
  const alike = await listAlike(tx, settings, { productId, agreed })
  const chosen = new Set(before.map(({ line }) => line.product.id))
  return leastRecentFirst(tx, [productId, ...alike], { userId, chosen })
}

/**
 * Sorts coffees so that the one that a person got least recently comes first. Those that were `chosen` for the same delivery
 * come last.
 */
async function leastRecentFirst(
  db: Db,
  ids: string[],
  { userId, chosen }: { userId: string; chosen: ReadonlySet<string> },
): Promise<string[]> {
  const sent = await db
    .selectFrom('cart_items')
    .select(['product_id', ({ fn }) => fn.max('id').as('last')])
    .where('user_id', '=', userId)
    .where('payment_id', 'is not', null)
    .where('product_id', 'in', ids)
    .groupBy('product_id')
    .execute()
  const last = new Map(sent.map((row) => [row.product_id, row.last]))
  // The ids of lines begin with their time.
  const rank = (id: string) => `${chosen.has(id) ? 1 : 0}${last.get(id) ?? ''}`
  return ids.toSorted((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))))
}

type Fitting = {
  owner: UserRow
  subscription: SubscriptionRow
  choices: SoldProduct[]
  before: Line[]
  isToCome: boolean
}

/**
 * Returns the lines before with those of the first product of which enough is left beside them, or null. There will be enough for an
 * order that `isToCome`.
 */
async function firstThatFits(
  tx: Db,
  { owner, subscription, choices, before, isToCome }: Fitting,
): Promise<Line[] | null> {
  const isPaid = subscription.deliveries_left !== null
  for (const choice of choices) {
    const product = isPaid ? { ...choice, priceCents: 0 } : choice
    const added = linesOutsideCart(owner, subscription, product)
    const lines = [...before, ...added.map((line) => ({ subscriptionId: subscription.id, line }))]
    if (isToCome) return lines
    const stocked = await withStock(
      tx,
      lines.map(({ line }) => line),
    )
    if (!stocked.some(({ isSoldOut }) => isSoldOut)) return lines
  }
  return null
}

/** Returns what a bag of a subscription costs at a time in UTC milliseconds. */
export function priceOn(
  {
    price_cents,
    new_price_cents,
    new_price_from,
  }: Pick<SubscriptionRow, 'price_cents' | 'new_price_cents' | 'new_price_from'>,
  at = now(),
): number {
  return new_price_from !== null && at >= new_price_from ? (new_price_cents ?? price_cents) : price_cents
}
