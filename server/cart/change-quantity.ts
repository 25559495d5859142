import { Problem } from '#contract/errors.ts'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import type { SoldProduct } from '#server/catalogue/find-product.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import { copiesOf, newLine } from './add-to-cart.ts'
import { lockUser } from './cart.ts'
import type { Cart } from './cart.ts'
import { findShortage, priceOf } from './payable-lines.ts'
import { countUnpaid, insertLines } from './queries.ts'
import type { NewLine } from './queries.ts'
import { isInCart, UNDO_MS } from './remove-line.ts'

type Wanted = { id: string; quantity: number }

/**
 * Changes how many lines of the caller's cart are equal to the line `id`: they have the same product, weight, grind and
 * rhythm, and the roaster chooses the coffee of all or none.
 * The newest of them are removed, or lines are restored that were removed in the last ten minutes, or copies are added.
 * `id` may be such a removed line. If too little is left of the product, adds only as many as there are, and returns the
 * quantity that was reached.
 *
 * A request says how many there shall be, not how many more, so it can be sent again.
 */
export async function changeQuantity(
  cart: Cart,
  caller: Caller,
  { id, quantity }: Wanted,
): Promise<{ acknowledged: true; quantity: number } | Problem> {
  const plan = await planChange(cart, caller, { id, quantity })
  if (plan instanceof Problem) return plan
  const { product, reachable } = plan
  const settings = await cart.settings()
  const changed = await cart.database.write(async (write) => {
    await lockUser(write.tx, caller.userId)
    const equal = await listEqual(write.tx, caller, id)
    if (!equal.line) return new Problem((await isInCart(write.tx, id, caller)) ? 'being-paid' : 'not-found')
    const copied =
      product && copyOf(equal.line, newLine(caller, product), priceOf(equal.line, product, settings))
    return setQuantity(write, caller, { ...equal, copied, quantity: reachable })
  })
  if (product) cart.sizeLimiter.recount(caller)
  return changed instanceof Problem ? changed : { acknowledged: true, quantity: changed }
}

/** The product to add, or null if none is to be added, and the quantity that can be reached with what is left of it. */
type Plan = { product: SoldProduct | null; reachable: number }

async function planChange(cart: Cart, caller: Caller, { id, quantity }: Wanted): Promise<Plan | Problem> {
  const { line, kept } = await listEqual(cart.database.read, caller, id)
  const count = quantity - kept.length
  if (!line || count <= 0) return { product: null, reachable: quantity }
  const product = await cart.products.byId(line.product_id)
  if (!product) return new Problem('product-removed', { detail: `${line.product_name} is no longer sold.` })
  const shortage = await findShortage(cart, caller, { product, count })
  return { product, reachable: kept.length + (shortage?.extra.left ?? count) }
}

/** Equal lines, oldest first. `kept` are those in the cart, and `removed` those that can be restored. */
type Equal = { kept: string[]; removed: string[] }

/**
 * Finds the caller's line with this id, and all lines that are equal to it. Lines that are paid or reserved by a payment
 * are left out.
 */
export async function listEqual(
  db: Db,
  { userId, email }: Caller,
  id: string,
): Promise<Equal & { line: CartItemRow | undefined }> {
  const own = db
    .selectFrom('cart_items')
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .where('payment', 'is', null)
    .where('payment_id', 'is', null)
    .where(({ or, eb }) => or([eb('removed_at', 'is', null), eb('removed_at', '>', now() - UNDO_MS)]))
  const line = await own.selectAll().where('id', '=', id).executeTakeFirst()
  if (!line) return { line, kept: [], removed: [] }
  const { grind, weight_grams, every_weeks, roasters_choice } = line
  const equal = await own
    .select(['id', 'removed_at'])
    .where('product_id', '=', line.product_id)
    .where('grind', grind === null ? 'is' : '=', grind)
    .where('weight_grams', weight_grams === null ? 'is' : '=', weight_grams)
    .where('every_weeks', every_weeks === null ? 'is' : '=', every_weeks)
    .where('roasters_choice', '=', roasters_choice)
    .orderBy('id')
    .execute()
  const idsOf = (isRemoved: boolean) =>
    equal.filter(({ removed_at }) => (removed_at !== null) === isRemoved).map((row) => row.id)
  return { line, kept: idsOf(false), removed: idsOf(true) }
}

/** Returns a line like `line`, with what the product is and costs today. */
function copyOf(
  { grind, weight_grams, every_weeks, roasters_choice }: CartItemRow,
  today: NewLine,
  price_cents: number,
): NewLine {
  return { ...today, grind, weight_grams, every_weeks, roasters_choice, price_cents }
}

/** `copied` is the line that is added. It is null if there were enough lines when the product was looked up. */
type Change = Equal & { copied: NewLine | null; quantity: number }

/** Returns the quantity that there is now. */
async function setQuantity(
  { tx, publish }: ShopWrite,
  caller: Caller,
  { kept, removed, copied, quantity }: Change,
): Promise<number | Problem> {
  const { userId } = caller
  const set = (removed_at: number | null, ids: string[]) =>
    tx
      .updateTable('cart_items')
      .set({ removed_at })
      .where('id', 'in', ids)
      .where('user_id', '=', userId)
      // A payment may have reserved them since.
      .where('payment_id', 'is', null)
      .executeTakeFirst()
  if (kept.length > quantity) {
    await set(now(), kept.slice(quantity))
    publish({ type: 'line-removed', userId })
    return quantity
  }
  const missing = quantity - kept.length
  if (missing === 0 || !copied) return kept.length
  if ((await countUnpaid(tx, caller)) + missing > MAX_ITEMS) return new Problem('cart-full')
  const back = removed.slice(0, missing)
  const restored = back.length > 0 ? Number((await set(null, back)).numUpdatedRows) : 0
  await insertLines(tx, copiesOf(copied, missing - restored))
  publish({ type: 'line-added', userId })
  return quantity
}
