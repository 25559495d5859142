import { AS_PRESENT } from '#contract/values/orders/subscriptions.ts'
import { linesOutsideCart } from '#server/cart/guest-cart.ts'
import { withStock } from '#server/cart/payable-lines.ts'
import type { Products } from '#server/catalogue/find-product.ts'
import type { Db } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import type { Present, SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { Line } from '../lines-of-delivery.ts'

/**
 * The lines of a delivery, and the subscriptions that are in it, as they were before. `canBeSent` returns whether lines can be one
 * order.
 */
type Ordered = {
  owner: UserRow
  sent: SubscriptionRow[]
  roastOn: string
  lines: Line[]
  canBeSent: (lines: Line[]) => Promise<boolean>
}

/**
 * Returns the lines of a delivery with those of the presents, which cost nothing. A present that is sold out, or makes the parcel
 * too heavy, is left out, and goes with the delivery after this one if that is possible. The owner reads about it on the page of
 * the subscriptions.
 */
export async function addPresents(
  products: Products,
  tx: Db,
  { owner, sent, roastOn, lines, canBeSent }: Ordered,
): Promise<Line[]> {
  let all = lines
  for (const { id, grind, present } of sent) {
    if (present === null) continue
    const { productId }: Present = JSON.parse(present)
    const product = (await products.byIdsWithin(tx, [productId])).get(productId)
    const free = product && { ...product, name: `${product.name}${AS_PRESENT}`, priceCents: 0 }
    const added = free ? linesOutsideCart(owner, { grind, quantity: 1 }, free) : []
    const more = [...all, ...added.map((line) => ({ subscriptionId: id, line }))]
    const stocked = await withStock(
      tx,
      more.map(({ line }) => line),
    )
    const isLeft = free !== undefined && !stocked.some(({ isSoldOut }) => isSoldOut)
    const isSent = isLeft && (await canBeSent(more))
    if (isSent) all = more
    await storePresent(tx, id, isSent ? null : { productId, soldOutOn: roastOn })
  }
  return all
}

export async function storePresent(tx: Db, id: string, present: Present | null): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ present: present && JSON.stringify(present) })
    .where('id', '=', id)
    .execute()
}
