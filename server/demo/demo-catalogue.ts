import { imageAddress } from '#contract/values/images.ts'
import { demoBrands, demoCoffees, demoPackets, demoReviews } from '#demo/catalogue.ts'
import type { DemoCoffee, DemoPacket } from '#demo/catalogue.ts'
import { DAY_MS, idAt, newId, now } from '#server/platform/clock.ts'
import type { ImageRow } from '#server/tables.ts'
import type {
  BrandRow,
  CoffeeRow,
  PacketRow,
  ProductRow,
  ReviewRow,
  StockMoveRow,
  StockRow,
} from '#server/tables/product-rows.ts'

/** The ids of the demo shop's pictures, by the names that the demo data uses. */
export type Pictures = Record<string, string>

/**
 * The database rows of the demo shop's catalogue. `byKey` finds a product by its kind and key, such as
 * `coffee espresso`.
 */
export type DemoCatalogue = {
  images: ImageRow[]
  brands: BrandRow[]
  products: ProductRow[]
  stocks: StockRow[]
  moves: StockMoveRow[]
  reviews: ReviewRow[]
  byKey: Map<string, ProductRow>
}

const ofCoffee = { kind: 'coffee', category: null, cover_img: null } as const
const ofPacket = { kind: 'packet', brand_id: null } as const

/** Returns the database rows of the demo shop's catalogue. All of them are owned by the demo shop's admin. */
export function demoCatalogue(ownerId: string, pictures: Pictures): DemoCatalogue {
  const newRow = () => ({ id: newId(), owner_id: ownerId, created_at: now(), archived_at: null })
  const brandIds = new Map<string, string>()
  const brands = demoBrands.map(({ key, categoryName, ratting, picture }): BrandRow => {
    const brand = { ...newRow(), name: categoryName, img: addressOf(pictures, picture), rating: ratting }
    brandIds.set(key, brand.id)
    return brand
  })
  const byKey = new Map<string, ProductRow>()
  const stocks: StockRow[] = []
  for (const coffee of demoCoffees) {
    const brand_id = brandIds.get(coffee.brand)
    if (!brand_id) throw new Error(`The demo shop has no brand ${coffee.brand}.`)
    const row: CoffeeRow = { ...newRow(), ...soldColumns(coffee, pictures), ...ofCoffee, brand_id }
    if (coffee.left !== undefined) {
      row.stock_id = newId()
      stocks.push({
        id: row.stock_id,
        name: coffee.name,
        unit: 'bags',
        remaining: coffee.left,
        created_at: now(),
      })
    }
    byKey.set(`coffee ${coffee.key}`, row)
  }
  for (const packet of demoPackets) {
    const { categoryName: category, picture } = packet
    const coffee_id = idOfCoffee(byKey, category)
    const own = { category, cover_img: addressOf(pictures, picture), coffee_id }
    const row: PacketRow = { ...newRow(), ...soldColumns(packet, pictures), ...ofPacket, ...own }
    byKey.set(`packet ${packet.key}`, row)
  }
  const images = imageRows(ownerId, pictures)
  const moves = stocks.map(firstMove)
  return { images, brands, products: [...byKey.values()], stocks, moves, reviews: reviewRows(byKey), byKey }
}

/** The stock of a product is the sum of its moves, of which this is the first one. */
function firstMove({ id: stock_id, remaining: amount, created_at }: StockRow): StockMoveRow {
  return { id: newId(), stock_id, payment_id: null, kind: 'set', amount, created_at }
}

/** Returns the reviews, all of which are shown. Their writers are no users of the shop. */
function reviewRows(byKey: Map<string, ProductRow>): ReviewRow[] {
  return demoReviews.map(({ coffee, name, stars, brewedWith, text, daysAgo }) => {
    const product = byKey.get(`coffee ${coffee}`)
    if (!product) throw new Error(`The demo shop has no coffee ${coffee}.`)
    const written_at = now() - daysAgo * DAY_MS
    const writer = { user_id: `demo:${name}`, name, written_at, state: 'shown' as const }
    const about = { product_id: product.id, product_name: product.name }
    return { id: idAt(written_at), ...about, ...writer, stars, text, brewed_with: brewedWith }
  })
}

/** Returns the id of the coffee with this name. A packet whose category is a coffee is another size of it. */
function idOfCoffee(products: Map<string, ProductRow>, name: string): string | null {
  const coffee = [...products.values()].find((row) => row.kind === 'coffee' && row.name === name)
  return coffee?.id ?? null
}

/** Returns the columns that coffees and packets have in common. */
function soldColumns(product: DemoCoffee | DemoPacket, pictures: Pictures) {
  const { name, about, priceCents, ratting, picture, pictures: further, weight, facts } = product
  return {
    name,
    about,
    img: addressOf(pictures, picture),
    price_cents: priceCents,
    rating: ratting,
    weight_grams: weight,
    facts: JSON.stringify(facts),
    pictures: further ? JSON.stringify(further.map((key) => addressOf(pictures, key))) : null,
    tax_class: 'standard' as const,
    stock_id: null,
    coffee_id: null,
  }
}

function addressOf(pictures: Pictures, name: string): string {
  const id = pictures[name]
  if (!id) throw new Error(`The demo shop has no picture ${name}.`)
  return imageAddress(id)
}

function imageRows(ownerId: string, pictures: Pictures): ImageRow[] {
  return Object.values(pictures).map((id) => ({
    id,
    owner_id: ownerId,
    address: imageAddress(id),
    created_at: now(),
  }))
}
