import { toPrice } from '#contract/money.ts'
import type { CoffeeName, OwnBrand, Packet } from '#contract/shop-management.ts'
import type { BrandRow, PacketRow } from '#server/tables.ts'
import type { CoffeeWithBrand } from './queries.ts'

/** Entries as whoever keeps them sees them; `email` is their own. */
export function presentOwnBrand(row: BrandRow, email: string): OwnBrand {
  return { _id: row.id, img: row.img, category_name: row.name, ratting: row.rating, email }
}

export function presentCoffeeName(row: CoffeeWithBrand, email: string): CoffeeName {
  const { id, img, name, rating, about } = row
  return { _id: id, img, name, price: toPrice(row.price_cents), category_name: row.brand_name, ratting: rating, about, email }
}

export function presentPacket(row: PacketRow, email: string): Packet {
  const { product_name: name, product_img: img, rating: ratting, about } = row
  return {
    _id: row.id,
    img: row.img,
    category_name: row.category,
    email,
    about: { name, img, price: toPrice(row.price_cents), ratting, about, email },
  }
}
