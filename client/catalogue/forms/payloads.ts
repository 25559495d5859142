import type { NewBrand, NewCoffee, NewPacket } from '#contract/shop-management.ts'
import type { Product } from './product-fields.ts'

/** A price as it is sent: typed with a decimal comma it gets a point. What is no amount stays none. */
export function priceOf(typed: string): string {
  return typed.trim().replace(/,(?=\d{1,2}$)/, '.')
}

/** What is posted for a brand (specification section 7), owned by `email`. */
export function newBrand({ img, name, ratting }: Product, email: string): NewBrand {
  return { img, category_name: name.trim(), ratting: Number(ratting), email }
}

export function newCoffee({ img, name, price, brand, about, ratting }: Product, email: string): NewCoffee {
  return {
    img,
    name: name.trim(),
    price: priceOf(price),
    category_name: brand,
    ratting: Number(ratting),
    about: about.trim(),
    email,
  }
}

/**
 * The picture stands at the top and in `about`; the category is the coffee name. Editing leaves a category or a
 * picture of its own alone as long as the name or the picture is not touched.
 */
export function newPacket(
  { img, name, price, about, ratting }: Product,
  email: string,
  before?: NewPacket,
): NewPacket {
  return {
    img: before && img === before.about.img ? before.img : img,
    category_name: before && name === before.about.name ? before.category_name : name,
    email,
    about: { name, img, price: priceOf(price), ratting: Number(ratting), about: about.trim(), email },
  }
}
