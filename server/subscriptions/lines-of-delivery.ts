import type { SellingSettings } from '#contract/selling/settings.ts'
import type { Products, SoldProduct } from '#server/catalogue/find-product.ts'
import { linesToRenew } from '#server/cart/guest-cart.ts'
import { withStock } from '#server/cart/payable-lines.ts'
import type { PricedLine } from '#server/cart/payable-lines.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import { bagPrice } from './own/list-subscriptions.ts'

export type Line = { subscriptionId: string; line: PricedLine }

/** `at` is the time of the order in UTC milliseconds, if that is not now. */
type Wanted = { settings: SellingSettings; owner: UserRow; claimed: SubscriptionRow[]; at?: number }

/**
 * Returns the lines of an order, and the subscriptions of which neither the coffee nor the second choice is left. A second choice
 * has its own price, and is left out if that is higher than the agreed one. The deliveries of a gift are paid already.
 */
export async function linesFor(
  products: Products,
  tx: Db,
  { settings, owner, claimed, at = now() }: Wanted,
): Promise<{ lines: Line[]; missing: SubscriptionRow[] }> {
  const ids = claimed.flatMap(({ product_id, second_product_id }) => [product_id, second_product_id ?? ''])
  const sold = await products.byIdsWithin(tx, ids)
  let lines: Line[] = []
  const missing: SubscriptionRow[] = []
  for (const subscription of claimed) {
    const agreed = priceOn(subscription, at)
    const coffee = sold.get(subscription.product_id)
    const second = sold.get(subscription.second_product_id ?? '')
    const secondPrice = second && bagPrice(settings, second.priceCents)
    const choices = [
      ...(coffee ? [{ ...coffee, priceCents: agreed }] : []),
      ...(second && secondPrice !== undefined && secondPrice <= agreed
        ? [{ ...second, priceCents: secondPrice }]
        : []),
    ]
    const fitting = await firstThatFits(tx, { owner, subscription, choices, before: lines })
    if (fitting) lines = fitting
    else missing.push(subscription)
  }
  return { lines, missing }
}

type Fitting = { owner: UserRow; subscription: SubscriptionRow; choices: SoldProduct[]; before: Line[] }

/** Returns the lines before with those of the first product of which enough is left beside them, or null. */
async function firstThatFits(
  tx: Db,
  { owner, subscription, choices, before }: Fitting,
): Promise<Line[] | null> {
  const isPaid = subscription.deliveries_left !== null
  for (const choice of choices) {
    const product = isPaid ? { ...choice, priceCents: 0 } : choice
    const added = linesToRenew(owner, subscription, product)
    const lines = [...before, ...added.map((line) => ({ subscriptionId: subscription.id, line }))]
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
