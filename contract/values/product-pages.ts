import type { CoffeePage, Product } from '../catalogue.ts'
import type { ShopOpening } from '../shop/profile.ts'

/** Returns whether everyone may see the pages of products. Until a shop is open, they require an account. */
export function areProductsPublic({ isOpen, productsFor }: ShopOpening): boolean {
  return isOpen && productsFor === 'everyone'
}

/**
 * Returns whether people can buy without an account: everyone may see the products, and they are paid in the checkout, which
 * asks where they go.
 */
export function canGuestsBuy({ paysAtOnce, shop }: { paysAtOnce: boolean; shop: ShopOpening }): boolean {
  return !paysAtOnce && areProductsPublic(shop)
}

/** The maximum number of characters of a name in an address. Longer names are cut. */
const SLUG_LENGTH = 60

/**
 * Returns the address of a product's page with the product's name at its end: `/bagDetails/7` and `Café Crème` become
 * `/bagDetails/7/caf%C3%A9-cr%C3%A8me`. The letters and digits of every script are kept, percent-encoded as UTF-8
 * (RFC 3986). Everything else, such as spaces and emoji, becomes a hyphen. If nothing is left of the name, the address is
 * returned without one.
 */
export function namedAddress(address: string, name: string): string {
  const slug = slugOf(name)
  return slug === '' ? address : `${address}/${encodeURIComponent(slug)}`
}

function slugOf(name: string): string {
  // A letter or digit is kept with its accents. A variation selector is an accent too, but only says how to draw.
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Variation_Selector}/gu, '')
  const words = plain.match(/([\p{L}\p{N}]\p{M}*)+/gu) ?? []
  return [...words.join('-')].slice(0, SLUG_LENGTH).join('').replace(/-$/, '')
}

/** Returns the size that a page was asked for. Its name and its price stand at the top of the page. */
export function chosenSize(page: CoffeePage): Product {
  return page.sizes.find(({ _id }) => _id === page.chosen) ?? pageCoffee(page)
}

/** Returns the coffee that a page is about, which is one of its sizes. */
export function pageCoffee({ _id, sizes }: CoffeePage): Product {
  const coffee = sizes.find((size) => size._id === _id)
  if (!coffee) throw new Error('The page of a coffee lacks the coffee.')
  return coffee
}
