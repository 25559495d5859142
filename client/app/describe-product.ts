import type { PageState } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'

/** The maximum length of a description, in characters. Search engines and preview cards cut longer ones. */
const DESCRIPTION_LENGTH = 160

/**
 * Returns the name of the brand or of the packet that a page shows, and a description of it for search engines. Returns
 * null if the page shows neither.
 */
export function describeProduct({ brand, packet }: PageState): { name: string; description: string } | null {
  if (packet) {
    const { name, price, about } = packet.about
    return { name, description: shorten(`${name}, ${formatPrice(price)}. ${about}`) }
  }
  if (!brand) return null
  const { category_name: name, coffees } = brand
  const named = coffees.map((coffee) => `${coffee.name} ${formatPrice(coffee.price)}`).join(', ')
  return { name, description: shorten(named === '' ? name : `${name}: ${named}`) }
}

/** Replaces line breaks by spaces, and cuts a long text at the end of a word. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`
}
