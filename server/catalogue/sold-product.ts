import type { TaxClass } from '#contract/selling/settings.ts'
import type { ProductRow } from '#server/tables.ts'

/**
 * A coffee or a packet that is on sale. `brand` is the name of a coffee's brand, and is null for a packet. `bag` is the
 * category of a packet, and is null for a coffee. `rating` is 1 to 5 stars. `stockId` is null if the product is never
 * sold out. How much is left is not part of this type, because its values are cached.
 */
export type SoldProduct = {
  id: string
  name: string
  img: string
  about: string
  priceCents: number
  rating: number
  brand: string | null
  bag: string | null
  weightGrams: number | null
  stockId: string | null
  taxClass: TaxClass
}

/**
 * A row of the table `products` with the name of the product's brand. `brand` is null for a packet, which has no
 * brand.
 */
export type ProductWithBrand = ProductRow & { brand: string | null }

export function toSoldProduct(row: ProductWithBrand): SoldProduct {
  const { id, name, img, about, rating, brand } = row
  return {
    id,
    name,
    img,
    about,
    rating,
    priceCents: row.price_cents,
    brand,
    bag: row.category,
    weightGrams: row.weight_grams,
    stockId: row.stock_id,
    taxClass: row.tax_class,
  }
}
