import type { BagCategory, BagDetails, Brand, CoffeeDetails, Product } from '#contract/catalogue.ts'
import { toPrice } from '#contract/values/money.ts'
import type { BrandRow, CoffeeRow, PacketRow } from '#server/tables.ts'
import { coffeeAsSold, packetAsSold } from './sellable.ts'
import type { Sellable } from './sellable.ts'

/** A brand as everybody may see it: without its owner. */
export function presentBrand(row: BrandRow): Brand {
  return { _id: row.id, category_name: row.name, img: row.img, ratting: row.rating }
}

export function presentBagCategory(row: PacketRow): BagCategory {
  return { _id: row.id, category_name: row.category, img: row.img }
}

function presentProduct(product: Sellable): Product {
  const { id, name, img, priceCents, rating, about } = product
  return { _id: id, name, img, price: toPrice(priceCents), ratting: rating, about }
}

export function presentCoffeeDetails(brand: BrandRow, coffees: CoffeeRow[]): CoffeeDetails {
  return { ...presentBrand(brand), coffees: coffees.map((coffee) => presentProduct(coffeeAsSold(coffee))) }
}

export function presentBagDetails(packet: PacketRow): BagDetails {
  return { ...presentBagCategory(packet), about: presentProduct(packetAsSold(packet)) }
}
