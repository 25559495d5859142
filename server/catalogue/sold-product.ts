import type { ProductRow } from '#server/tables.ts'

/**
 * A product that is on sale. `priceCents` is in integer cents, `rating` is 1 to 5. A coffee has the name of its `brand`, a
 * packet has its category as `bag`. The other of the two is null.
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
}

/** A product with the name of its brand, which is null for a packet. */
export type ProductWithBrand = ProductRow & { brand: string | null }

export function toSoldProduct(row: ProductWithBrand): SoldProduct {
  const { id, name, img, about, rating, brand } = row
  return { id, name, img, about, rating, priceCents: row.price_cents, brand, bag: row.category }
}
