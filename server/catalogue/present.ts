import type { BagCategory, BagDetails, Brand, CoffeeDetails, Product } from '#contract/catalogue.ts'
import { FEW_LEFT } from '#contract/values/limits.ts'
import { toAmountText } from '#contract/values/money.ts'
import { countLeft } from '#server/stock/find-sold-out.ts'
import type { BrandRow, PacketRow, ProductRow } from '#server/tables.ts'
import type { Left } from './queries.ts'

/** Converts the database row of a brand for a response to shoppers, who do not see who owns the brand. */
export function presentBrand(row: BrandRow): Brand {
  return { _id: row.id, category_name: row.name, img: row.img, ratting: row.rating }
}

export function presentBagCategory(row: PacketRow): BagCategory {
  return { ...presentCategory(row), name: row.name }
}

function presentCategory(row: PacketRow) {
  return { _id: row.id, category_name: row.category, img: row.cover_img }
}

export function presentCoffeeDetails(
  brand: BrandRow,
  coffees: (ProductRow & Left)[],
  currency: string,
): CoffeeDetails {
  return { ...presentBrand(brand), coffees: coffees.map((row) => presentProduct(row, currency)) }
}

export function presentBagDetails(packet: PacketRow & Left, currency: string): BagDetails {
  return { ...presentCategory(packet), about: presentProduct(packet, currency) }
}

export function presentProduct(row: ProductRow & Left, currency: string): Product {
  const { weight_grams: weight } = row
  return {
    _id: row.id,
    ...presentSoldPart(row, currency),
    ...(weight !== null && { weight }),
    ...presentLeft(row),
    ...presentFacts(row),
  }
}

/** Returns what the owner says about the product, as it was stored after its validation. */
export function presentFacts({ facts, pictures }: ProductRow): Pick<Product, 'facts' | 'pictures'> {
  return {
    ...(facts && { facts: JSON.parse(facts) }),
    ...(pictures && { pictures: JSON.parse(pictures) }),
  }
}

function presentLeft({ unit, remaining, weight_grams }: ProductRow & Left): Pick<Product, 'left'> {
  if (unit === null || remaining === null) return {}
  const left = countLeft({ unit, remaining }, weight_grams)
  return left > FEW_LEFT ? {} : { left }
}

/**
 * Returns the fields that describe a coffee or a packet in every response: name, picture, price, rating and
 * description.
 */
export function presentSoldPart(
  row: ProductRow,
  currency: string,
): Pick<Product, 'name' | 'img' | 'price' | 'ratting' | 'about'> {
  const { name, img, price_cents, rating, about } = row
  return { name, img, price: toAmountText(price_cents, currency), ratting: rating, about }
}
