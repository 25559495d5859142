import type { NewOrder } from '#contract/cart.ts'
import { toPrice } from '#contract/values/money.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { BrandRow, CoffeeRow, PacketRow } from '#server/tables.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** A brand with two coffees, a brand with none, and a packet. */
export type TestCatalogue = {
  brand: BrandRow
  bareBrand: BrandRow
  espresso: CoffeeRow
  lungo: CoffeeRow
  packet: PacketRow
}

const picture = '/images/0123456789abcdef-aabbcc-800.webp'

/** Adds a few products to the catalogue. */
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
  const coffee = { ...row(), brand_id: brand.id, about: 'Dark & sweet' }
  const espresso: CoffeeRow = { ...coffee, name: 'Espresso', price_cents: 250 }
  const lungo: CoffeeRow = { ...coffee, id: newId(), name: 'Lungo', price_cents: 1005 }
  const inside = { product_name: 'House Blend', product_img: picture, about: 'A kilo', price_cents: 1999 }
  const packet: PacketRow = { ...row(), ...inside, category: 'Bags' }
  await changeCatalogue(database, async (tx) => {
    await tx.insertInto('brands').values([brand, bareBrand]).execute()
    await tx.insertInto('coffees').values([espresso, lungo]).execute()
    await tx.insertInto('packets').values(packet).execute()
  })
  return { brand, bareBrand, espresso, lungo, packet }
}

type Tx = Parameters<Parameters<ShopDatabase['write']>[0]>[0]['tx']

/** Changes the catalogue and publishes the event, as shop management does. */
export async function changeCatalogue(
  database: ShopDatabase,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await database.write(async ({ tx, publish }) => {
    await work(tx)
    publish({ type: 'catalogue-changed' })
  })
}

/** Changes the price of a coffee. */
export function setPrice(database: ShopDatabase, { id }: CoffeeRow, cents: number): Promise<void> {
  return changeCatalogue(database, (tx) =>
    tx.updateTable('coffees').set({ price_cents: cents }).where('id', '=', id).execute(),
  )
}

/** Archives a coffee, or restores it if the time is `null`. */
export function archive(database: ShopDatabase, { id }: CoffeeRow, at: number | null = now()): Promise<void> {
  return changeCatalogue(database, (tx) =>
    tx.updateTable('coffees').set({ archived_at: at }).where('id', '=', id).execute(),
  )
}

/** Returns the body of the request that adds a coffee to the cart. */
export function orderOf({ email, name }: { email: string; name: string }, coffee: CoffeeRow): NewOrder {
  const { id, img, rating, price_cents } = coffee
  return {
    email,
    customer: name,
    productName: coffee.name,
    img,
    price: toPrice(price_cents),
    ratting: rating,
    productId: id,
  }
}
