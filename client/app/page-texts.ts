import { isHiddenWhileClosed } from '#contract/pages.ts'
import type { FoundPage, PageName, PageSettings, PageState } from '#contract/pages.ts'
import { DEMO_DESCRIPTIONS } from '#contract/shop/demo-profile.ts'
import { formatPrice } from '#contract/values/money.ts'
import { chosenSize } from '#contract/values/product-pages.ts'
import { pageTitle } from '#client/ui/page-title.tsx'
import { words } from './texts.ts'

/**
 * Returns the title and the description of a page in the server's HTML. `page` is null for an unknown path. Visitors of a
 * shop that is not open yet only read that it opens soon. In the browser, the components of the pages set the title.
 */
export function pageTexts(page: FoundPage | null, state: PageState): { title: string; description: string } {
  const { settings, signedIn } = state
  if (page && !settings.shop.isOpen && !signedIn && isHiddenWhileClosed(page))
    return { title: pageTitle(words.opensSoon, settings), description: words.opensSoon }
  const product = describeProduct(state)
  if (product) return { title: pageTitle(product.name, settings), description: product.description }
  const title = page?.title ?? settings.shop.words.notFound
  return { title: pageTitle(title, settings), description: descriptionOf(page, settings) || title }
}

function descriptionOf(page: FoundPage | null, { demo, shop }: PageSettings): string {
  const demoText = demo && page ? DEMO_DESCRIPTIONS[page.name] : undefined
  if (demoText !== undefined) return demoText
  if (page?.name === 'home') return shop.hero.sentence || shop.tagline || `Coffee from ${shop.name}`
  return (page && DESCRIPTIONS[page.name]) ?? ''
}

/** The descriptions of the pages that search engines list. A page without one has its title there. */
const DESCRIPTIONS: { [N in PageName]?: string } = {
  coffeeDetails: 'The coffees of one roast.',
  bagDetails: 'One of our bags of coffee.',
  coffee: 'One of our coffees.',
  coffees: 'All our coffees, by roast, taste, process and country.',
  login: 'Log in to see your cart and your orders.',
  register: 'Make an account to order coffee.',
  newGift: 'Give a subscription to a coffee.',
  contact: 'Write to us: about an order, a coffee, or anything else.',
}

/** The maximum length of a description, in characters. Search engines and preview cards cut longer ones. */
const DESCRIPTION_LENGTH = 160

/**
 * Returns the name of the brand, the coffee or the packet that a page shows, and a description of it for search engines.
 * Returns null if the page shows none.
 */
function describeProduct({
  brand,
  coffee,
  settings,
}: PageState): { name: string; description: string } | null {
  const { currency } = settings
  if (coffee) {
    const { name, price, about, facts } = chosenSize(coffee)
    const notes = facts?.notes ? ` ${facts.notes.join(', ')}.` : ''
    return { name, description: shorten(`${name}, ${formatPrice(price, currency)}.${notes} ${about}`) }
  }
  if (!brand) return null
  const { category_name: name, coffees } = brand
  const named = coffees.map((one) => `${one.name} ${formatPrice(one.price, currency)}`).join(', ')
  return { name, description: shorten(named === '' ? name : `${name}: ${named}`) }
}

/** Replaces line breaks by spaces, and cuts a long text at the end of a word. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`
}
