import { imageAddress } from '#contract/values/images.ts'
import { demoBrands, demoCoffees, demoPackets } from '#demo/catalogue.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { BrandRow, CoffeeRow, ImageRow, PacketRow, ProductRow } from '#server/tables.ts'

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
  for (const coffee of demoCoffees) {
    const brand_id = brandIds.get(coffee.brand)
    if (!brand_id) throw new Error(`The demo shop has no brand ${coffee.brand}.`)
    const row: CoffeeRow = { ...newRow(), ...soldColumns(coffee, pictures), ...ofCoffee, brand_id }
    byKey.set(`coffee ${coffee.key}`, row)
  }
  for (const packet of demoPackets) {
    const own = { category: packet.categoryName, cover_img: addressOf(pictures, packet.picture) }
    const row: PacketRow = { ...newRow(), ...soldColumns(packet, pictures), ...ofPacket, ...own }
    byKey.set(`packet ${packet.key}`, row)
  }
  return { images: imageRows(ownerId, pictures), brands, products: [...byKey.values()], byKey }
}

type DemoProduct = { name: string; about: string; priceCents: number; ratting: number; picture: string }

/** Returns the columns that coffees and packets have in common. */
function soldColumns({ name, about, priceCents, ratting, picture }: DemoProduct, pictures: Pictures) {
  return {
    name,
    about,
    img: addressOf(pictures, picture),
    price_cents: priceCents,
    rating: ratting,
    weight_grams: null,
    tax_class: 'standard' as const,
    stock_id: null,
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
    used_at: now(),
    deleting_at: null,
  }))
}
