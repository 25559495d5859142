import type {
  BagCategory,
  BagDetails,
  Brand,
  CoffeeDetails,
  ListedCoffee,
  Product,
} from '#contract/catalogue.ts'
import { factsLine } from '#contract/values/facts/in-words.ts'
import { FEW_LEFT } from '#contract/values/limits.ts'
import { toAmountText } from '#contract/values/money.ts'
import { countLeft } from '#server/stock/find-sold-out.ts'
import type { BrandRow, PacketRow, ProductRow } from '#server/tables/product-rows.ts'
import type { Left, ShownProduct } from './queries.ts'

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
    ...presentWas(row, currency),
    ...(weight !== null && { weight }),
    ...presentLeft(row),
    ...presentFacts(row),
  }
}

/** After a change of the currency, both prices can be rounded to the same one. */
function presentWas({ was_cents, price_cents }: ProductRow, currency: string): Pick<Product, 'was'> {
  return was_cents && was_cents > price_cents ? { was: toAmountText(was_cents, currency) } : {}
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

/** Returns a coffee with those of the rows that are its sizes, or nothing if it was archived a moment ago. */
export function presentListed(id: string, rows: ShownProduct[], currency: string): ListedCoffee[] {
  const coffee = rows.find((row) => row.id === id)
  if (!coffee) return []
  const sizes = rows.filter((row) => row.id === id || row.coffee_id === id).toSorted(byWeight)
  const { facts = {} } = presentFacts(coffee)
  return [
    {
      _id: id,
      kind: coffee.kind,
      name: coffee.name,
      img: coffee.img,
      notes: facts.notes ?? [],
      line: factsLine(facts),
      sizes: sizes.map((row) => presentSize(row, currency)),
    },
  ]
}

function presentSize(row: ShownProduct, currency: string): ListedCoffee['sizes'][number] {
  const { id, name, price_cents, weight_grams: weight } = row
  const price = toAmountText(price_cents, currency)
  return {
    _id: id,
    name,
    price,
    ...presentWas(row, currency),
    ...(weight !== null && { weight }),
    ...presentLeft(row),
  }
}

/** Returns whether a product can be sold out. */
export function isStocked({ stock_id }: ProductRow): boolean {
  return stock_id !== null
}

/** Compares two sizes of a coffee. One without a weight comes first. */
export function byWeight(a: ProductRow, b: ProductRow): number {
  return (a.weight_grams ?? 0) - (b.weight_grams ?? 0) || a.price_cents - b.price_cents
}
