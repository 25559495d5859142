import type { NewOrder } from '#contract/cart.ts'
import { DEFAULT_CURRENCY, toAmountText } from '#contract/values/money.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { BrandRow, CoffeeRow, PacketRow, ProductRow, StockRow } from '#server/tables/product-rows.ts'

/** The products in a test shop: a brand with two coffees, a brand without coffees, and a packet (a bag of coffee). */
export type TestCatalogue = {
  brand: BrandRow
  bareBrand: BrandRow
  espresso: CoffeeRow
  lungo: CoffeeRow
  packet: PacketRow
}

const picture = '/images/0123456789abcdef-aabbcc-800.webp'
const cover = '/images/fedcba9876543210-ccbbaa-800.webp'

/** Inserts two brands and three products into the database of a test shop. */
export async function stockShelves(database: ShopDatabase): Promise<TestCatalogue> {
  const row = () => ({
    id: newId(),
    owner_id: 'owner',
    img: picture,
    rating: 4,
    created_at: now(),
    archived_at: null,
  })
  const brand: BrandRow = { ...row(), name: 'Hill Farm' }
  const bareBrand: BrandRow = { ...row(), name: 'Empty Farm', rating: 2 }
  const ofProduct = { weight_grams: null, tax_class: 'standard', stock_id: null } as const
  const ofCoffee = {
    ...ofProduct,
    kind: 'coffee',
    brand_id: brand.id,
    category: null,
    cover_img: null,
  } as const
  const coffee = { ...ofCoffee, about: 'Dark & sweet' }
  const espresso: CoffeeRow = { ...row(), ...coffee, name: 'Espresso', price_cents: 250 }
  const lungo: CoffeeRow = { ...row(), ...coffee, name: 'Lungo', price_cents: 1005 }
  const ofPacket = {
    ...ofProduct,
    kind: 'packet',
    brand_id: null,
    category: 'Bags',
    cover_img: cover,
  } as const
  const contents = { name: 'House Blend', about: 'A kilo', price_cents: 1999 }
  const packet: PacketRow = { ...row(), ...ofPacket, ...contents }
  await changeCatalogue(database, async (tx) => {
    await tx.insertInto('brands').values([brand, bareBrand]).execute()
    await tx.insertInto('products').values([espresso, lungo, packet]).execute()
  })
  return { brand, bareBrand, espresso, lungo, packet }
}

/**
 * Runs `work` in a transaction and publishes the event `catalogue-changed`, as the shop does when a seller changes a
 * product.
 */
export async function changeCatalogue(
  database: ShopDatabase,
  work: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await database.write(async ({ tx, publish }) => {
    await work(tx)
    publish({ type: 'catalogue-changed' })
  })
}

/** Sets the price of a product, in cents. */
export function setPrice(
  database: ShopDatabase,
  { id }: Pick<ProductRow, 'id'>,
  cents: number,
): Promise<void> {
  return changeCatalogue(database, (tx) =>
    tx.updateTable('products').set({ price_cents: cents }).where('id', '=', id).execute(),
  )
}

/** Archives a product, so that it is no longer on sale. If `at` is null, puts the product back on sale. */
export function archive(
  database: ShopDatabase,
  { id }: Pick<ProductRow, 'id'>,
  at: number | null = now(),
): Promise<void> {
  return changeCatalogue(database, (tx) =>
    tx.updateTable('products').set({ archived_at: at }).where('id', '=', id).execute(),
  )
}

/**
 * Inserts a stock with an amount, and lets these products be taken from it. The number beside each product becomes its
 * weight in grams. Returns the id of the stock.
 */
export async function putInStock(
  database: ShopDatabase,
  { unit, remaining }: Pick<StockRow, 'unit' | 'remaining'>,
  ...products: [Pick<ProductRow, 'id'>, number | null][]
): Promise<string> {
  const id = newId()
  const move = { id: newId(), stock_id: id, payment_id: null, kind: 'set', amount: remaining } as const
  await changeCatalogue(database, async (tx) => {
    await tx.insertInto('stocks').values({ id, name: 'Harar', unit, remaining, created_at: now() }).execute()
    await tx
      .insertInto('stock_moves')
      .values({ ...move, created_at: now() })
      .execute()
    for (const [product, weight_grams] of products) {
      const stocked = { stock_id: id, weight_grams }
      await tx.updateTable('products').set(stocked).where('id', '=', product.id).execute()
    }
  })
  return id
}

/** Sets the weight of products in grams, or takes it away if it is null. */
export async function weigh(
  database: ShopDatabase,
  weight_grams: number | null,
  ...products: Pick<ProductRow, 'id'>[]
): Promise<void> {
  const ids = products.map(({ id }) => id)
  await changeCatalogue(database, (tx) =>
    tx.updateTable('products').set({ weight_grams }).where('id', 'in', ids).execute(),
  )
}

/** Takes products from no stock, so that they are never sold out. */
export async function sellWithoutStock(
  database: ShopDatabase,
  ...products: Pick<ProductRow, 'id'>[]
): Promise<void> {
  const ids = products.map(({ id }) => id)
  await changeCatalogue(database, (tx) =>
    tx.updateTable('products').set({ stock_id: null }).where('id', 'in', ids).execute(),
  )
}

/** Returns the amount that is left in a stock. Throws if it is not the sum of the stock's moves. */
export async function leftIn({ read }: ShopDatabase, id: string): Promise<number> {
  const stock = await read.selectFrom('stocks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const moves = await read.selectFrom('stock_moves').select('amount').where('stock_id', '=', id).execute()
  const sum = moves.reduce((total, { amount }) => total + amount, 0)
  if (sum !== stock.remaining) throw new Error(`The moves add up to ${sum}, but ${stock.remaining} are left.`)
  return stock.remaining
}

/** Returns the body of the API request that adds a product to the cart. */
export function orderOf(
  { email, name }: { email: string; name: string },
  product: ProductRow,
  currency = DEFAULT_CURRENCY,
): NewOrder {
  const { id, img, rating, price_cents } = product
  return {
    email,
    customer: name,
    productName: product.name,
    img,
    price: toAmountText(price_cents, currency),
    ratting: rating,
    productId: id,
  }
}
