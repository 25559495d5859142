import { imageAddress } from '#contract/values/images.ts'
import { demoBrands, demoCoffees, demoPackets } from '#demo/catalogue.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { BrandRow, CoffeeRow, ImageRow, PacketRow } from '#server/tables.ts'

/** Picture names and the ids of their files. */
export type Pictures = Record<string, string>

export type DemoCatalogue = {
  images: ImageRow[]
  brands: BrandRow[]
  coffees: CoffeeRow[]
  packets: PacketRow[]
  byKey: Map<string, CoffeeRow | PacketRow>
}

/** The rows of the demo shop's catalogue, all owned by the demo admin. */
export function demoCatalogue(ownerId: string, pictures: Pictures): DemoCatalogue {
  const common = () => ({ id: newId(), owner_id: ownerId, created_at: now(), archived_at: null })
  const img = (picture: string) => addressOf(pictures, picture)
  const brandKeys = new Map<string, string>()
  const brands = demoBrands.map(({ key, categoryName, ratting, picture }): BrandRow => {
    const brand = { ...common(), name: categoryName, img: img(picture), rating: ratting }
    brandKeys.set(key, brand.id)
    return brand
  })
  const coffees = demoCoffees.map(({ brand, name, about, priceCents, ratting, picture }): CoffeeRow => {
    const brand_id = brandKeys.get(brand)
    if (!brand_id) throw new Error(`The demo shop has no brand ${brand}.`)
    return { ...common(), brand_id, name, about, img: img(picture), price_cents: priceCents, rating: ratting }
  })
  const packets = demoPackets.map(
    ({ categoryName, name, about, priceCents, ratting, picture }): PacketRow => {
      const address = img(picture)
      const product = {
        product_name: name,
        product_img: address,
        about,
        price_cents: priceCents,
        rating: ratting,
      }
      return { ...common(), category: categoryName, img: address, ...product }
    },
  )
  const byKey = new Map<string, CoffeeRow | PacketRow>(keyed('coffee', demoCoffees, coffees))
  for (const [key, packet] of keyed('packet', demoPackets, packets)) byKey.set(key, packet)
  const images = Object.values(pictures).map((id) => ({
    id,
    owner_id: ownerId,
    address: imageAddress(id),
    created_at: now(),
    used_at: now(),
  }))
  return { images, brands, coffees, packets, byKey }
}

function addressOf(pictures: Pictures, name: string): string {
  const id = pictures[name]
  if (!id) throw new Error(`The demo shop has no picture ${name}.`)
  return imageAddress(id)
}

function keyed<R>(kind: string, sources: { key: string }[], rows: R[]): [string, R][] {
  return rows.flatMap((row, index): [string, R][] => {
    const source = sources[index]
    return source ? [[`${kind} ${source.key}`, row]] : []
  })
}
