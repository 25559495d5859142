import type { CoffeeRow, PacketRow } from '#server/tables.ts'

/** A product as it is sold today. `priceCents` in integer cents, `rating` 1 to 5. */
export type Sellable = {
  id: string
  name: string
  img: string
  about: string
  priceCents: number
  rating: number
}

/** A product with what it is sold as: a coffee of a brand, or what is in a bag. The other one is null. */
export type SoldProduct = Sellable & { brand: string | null; bag: string | null }

export function coffeeAsSold(row: CoffeeRow): Sellable {
  const { id, name, img, about, rating } = row
  return { id, name, img, about, rating, priceCents: row.price_cents }
}

export function packetAsSold(row: PacketRow): Sellable {
  const { id, about, rating } = row
  return { id, name: row.product_name, img: row.product_img, about, rating, priceCents: row.price_cents }
}
