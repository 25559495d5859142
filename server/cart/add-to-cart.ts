import type { NewOrder } from '#contract/cart.ts'
import { Problem, wrongField } from '#contract/errors.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { toAmountText, toMinor } from '#contract/values/money.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import type { Products, SoldProduct } from '#server/catalogue/find-product.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { Cart } from './cart.ts'
import { subscriptionOffer } from '#server/selling/read-selling.ts'
import { findShortage, priceOf } from './payable-lines.ts'
import { findGrindProblem, notOffered, rememberGrind } from './grinds.ts'
import { insertLine, insertLines } from './queries.ts'
import type { NewLine } from './queries.ts'

/**
 * Adds `count` lines of a product to the caller's cart, in one transaction, and returns the id of the first. A line
 * contains a copy of the product's data in the catalogue, such as the name and the price. If the request contains
 * another price, returns a problem with the current price. If not all lines fit into the cart, or too little is left of
 * the product, adds none and returns a problem.
 *
 * A request with the `requestId` of an earlier one adds nothing, and gets the same id. That is looked up last, because
 * requests are rarely sent again.
 */
export async function addToCart(cart: Cart, caller: Caller, order: NewOrder): Promise<string | Problem> {
  const added = await addUnlessKnown(cart, caller, order)
  const { requestId } = order
  if (typeof added === 'string' || requestId === undefined) return added
  return (await findLineOf(cart.database.read, { userId: caller.userId, requestId })) ?? added
}

async function findLineOf(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
): Promise<string | undefined> {
  const own = db.selectFrom('cart_items').select('id').where('user_id', '=', userId)
  return (await own.where('request_id', '=', requestId).executeTakeFirst())?.id
}

async function addUnlessKnown(cart: Cart, caller: Caller, order: NewOrder): Promise<string | Problem> {
  const { database, products, sizeLimiter } = cart
  const product = await findProduct(products, order)
  if (!product) return new Problem('unknown-product')
  const { grind = null, everyWeeks = null, roastersChoice, count = 1, requestId = null } = order
  const settings = await cart.settings()
  const price_cents = priceOf({ every_weeks: everyWeeks }, product, settings)
  const problem = findProblem(cart, order, { settings, priceCents: price_cents })
  if (problem) return problem
  const shortage = await findShortage(cart, caller, { product, count })
  if (shortage) return shortage
  const first = {
    ...newLine(caller, product),
    price_cents,
    grind,
    every_weeks: everyWeeks,
    roasters_choice: choiceOf(everyWeeks, roastersChoice),
    request_id: requestId,
  }
  const added = await sizeLimiter.admit(caller, () => insertInto(database, first, count), count)
  if (added === null) return new Problem('cart-full')
  return added ? first.id : new Problem('state-conflict')
}

/** The settings, and what the product costs in the smallest unit of the currency. */
type Now = { settings: SellingSettings; priceCents: number }

function findProblem(
  { paysAtOnce }: Cart,
  { price, grind, everyWeeks }: NewOrder,
  { settings, priceCents }: Now,
): Problem | null {
  if (everyWeeks !== undefined && !subscriptionOffer(settings, paysAtOnce)) return notOffered('everyWeeks')
  const problem = findPriceProblem(priceCents, price, settings.currency)
  return problem || grind === undefined ? problem : findGrindProblem(settings, [grind])
}

/** Returns a problem if `price` is not what the product costs. */
function findPriceProblem(priceCents: number, price: string, currency: string): Problem | null {
  const shown = toMinor(price, currency)
  if (shown === null) return wrongField('price', 'is not an amount')
  return shown === priceCents
    ? null
    : new Problem('price-changed', { price: toAmountText(priceCents, currency) })
}

/** Inserts `count` copies of a line. Returns false, and inserts nothing, if lines of the same request exist. */
function insertInto(database: Cart['database'], first: NewLine, count: number): Promise<boolean> {
  const { user_id: userId, grind } = first
  const event = { type: 'line-added', userId } as const
  if (grind === null && count === 1) return database.writeOne([event], (tx) => insertLine(tx, first))
  return database.write(async ({ tx, publish }) => {
    if (!(await insertLine(tx, first))) return false
    await insertLines(tx, copiesOf(first, count - 1))
    if (grind !== null) await rememberGrind(tx, { userId, grind })
    publish(event)
    return true
  })
}

/** Returns copies of a line with ids of their own. */
export function copiesOf(line: NewLine, count: number): NewLine[] {
  return Array.from({ length: count }, () => ({ ...line, id: newId(), request_id: null }))
}

function findProduct(products: Products, order: NewOrder): Promise<SoldProduct | null> {
  if (order.productId) return products.byId(order.productId)
  return products.byNameAndPicture({ name: order.productName, img: order.img })
}

/** Returns whether the roaster chooses the coffee, as the database stores it. What comes once leaves nothing to choose. */
export function choiceOf(everyWeeks: Rhythm | null, roastersChoice = false): number {
  return Number(everyWeeks !== null && roastersChoice)
}

/** Returns a line with a copy of the product's data, without a grind, which comes once. */
export function newLine(
  caller: Pick<Caller, 'userId' | 'email' | 'name'>,
  product: Omit<SoldProduct, 'about' | 'stockId' | 'taxClass'>,
): NewLine {
  return {
    id: newId(),
    user_id: caller.userId,
    email: caller.email,
    customer: caller.name,
    product_id: product.id,
    product_name: product.name,
    img: product.img,
    price_cents: product.priceCents,
    rating: product.rating,
    created_at: now(),
    brand: product.brand,
    bag: product.bag,
    weight_grams: product.weightGrams,
    grind: null,
    every_weeks: null,
    roasters_choice: 0,
    request_id: null,
  }
}
