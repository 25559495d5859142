import { createHash } from 'node:crypto'
import type { BagDetails, CoffeeDetails } from '#contract/catalogue.ts'
import type { PageShop } from '#contract/shop/profile.ts'

/**
 * Returns the path of the picture for previews of a product's page. Its query changes whenever the picture does, because
 * other sites cache pictures for a long time.
 */
export function cardPath(
  product: CoffeeDetails | BagDetails,
  { name, accent }: Pick<PageShop, 'name' | 'accent'>,
): string {
  const drawn = JSON.stringify([product, name, accent])
  const version = createHash('sha256').update(drawn).digest('base64url').slice(0, 10)
  return `/cards/${encodeURIComponent(product._id)}.jpg?v=${version}`
}
