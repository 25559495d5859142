import type { NewOrder } from '#contract/cart.ts'
import { toPrice } from '#contract/values/money.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { BrandRow, CoffeeRow, PacketRow, ProductRow } from '#server/tables.ts'

/** A brand with two coffees, a brand without coffees, and a packet. */
export type TestCatalogue = {
  brand: BrandRow
  bareBrand: BrandRow
  espresso: CoffeeRow
  lungo: CoffeeRow
  packet: PacketRow
}

const picture = '/images/0123456789abcdef-aabbcc-800.webp'
const cover = '/images/fedcba9876543210-ccbbaa-800.webp'

/** Puts a few brands and products into the shop. */
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
  const ofCoffee = { kind: 'coffee', brand_id: brand.id, category: null, cover_img: null } as const
  const coffee = { ...ofCoffee, about: 'Dark & sweet' }
  const espresso: CoffeeRow = { ...row(), ...coffee, name: 'Espresso', price_cents: 250 }
  const lungo: CoffeeRow = { ...row(), ...coffee, name: 'Lungo', price_cents: 1005 }
  const ofPacket = { kind: 'packet', brand_id: null, category: 'Bags', cover_img: cover } as const
  const contents = { name: 'House Blend', about: 'A kilo', price_cents: 1999 }
  const packet: PacketRow = { ...row(), ...ofPacket, ...contents }
  await changeCatalogue(database, async (tx) => {
    await tx.insertInto('brands').values([brand, bareBrand]).execute()
    await tx.insertInto('products').values([espresso, lungo, packet]).execute()
  })
  return { brand, bareBrand, espresso, lungo, packet }
}

/** Changes the catalogue and publishes the event, as shop management does. */
export async function changeCatalogue(
  database: ShopDatabase,
  work: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await database.write(async ({ tx, publish }) => {
    await work(tx)
    publish({ type: 'catalogue-changed' })
  })
}

/** Changes the price of a product. */
export function setPrice(
  database: ShopDatabase,
  { id }: Pick<ProductRow, 'id'>,
  cents: number,
): Promise<void> {
  return changeCatalogue(database, (tx) =>
    tx.updateTable('products').set({ price_cents: cents }).where('id', '=', id).execute(),
  )
}

/** Archives a product, or restores it with `null`. */
export function archive(
  database: ShopDatabase,
  { id }: Pick<ProductRow, 'id'>,
  at: number | null = now(),
): Promise<void> {
  return changeCatalogue(database, (tx) =>
    tx.updateTable('products').set({ archived_at: at }).where('id', '=', id).execute(),
  )
}

/** Returns the body of the request that puts a product into the cart. */
export function orderOf({ email, name }: { email: string; name: string }, product: ProductRow): NewOrder {
  const { id, img, rating, price_cents } = product
  return {
    email,
    customer: name,
    productName: product.name,
    img,
    price: toPrice(price_cents),
    ratting: rating,
    productId: id,
  }
}
