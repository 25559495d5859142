import type { Grinds } from '#contract/cart.ts'
import type { CoffeeDetails, CoffeePage } from '#contract/catalogue.ts'
import { Problem } from '#contract/errors.ts'
import { decode, findPage, pages } from '#contract/pages.ts'
import type { PageName, PageState } from '#contract/pages.ts'
import {
  readListQuery,
  readSearchText,
  writeListQuery,
  writeSearchText,
} from '#contract/values/facts/coffee-list.ts'
import { chosenSize, namedAddress } from '#contract/values/product-pages.ts'
import type { Catalogue } from '#server/catalogue/catalogue.ts'
import type { UserSession } from '#server/platform/http/caller.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import { Lru } from '#server/platform/lru.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { HomeData } from './page-data.ts'

/** What a page shows in addition to the settings of the shop. */
export type Shown = Omit<PageState, 'settings'>

/** The path to which a request is redirected: the address of the product that it is for, with its name. */
export type RedirectTo = { redirectTo: string }

/**
 * `search` is the query of the requested address, beginning with `?`, or empty. `signedIn` is true if the request has a
 * session cookie, and `findUser` looks up whose it is. `mayRender` is called if a page has to be rendered, and returns false
 * if this client has had too many rendered.
 */
export type Visitor = {
  search: string
  signedIn: boolean
  findUser: () => Promise<UserSession | null>
  mayRender: () => boolean
}

type Setup = {
  catalogue: Pick<Catalogue, 'readBrand' | 'readCoffee' | 'readList' | 'readSearch'>
  /** Reads what the home page shows. */
  home: () => Promise<HomeData>
  events: ShopDatabase['events']
  grinds: () => Promise<Grinds>
  /** False in development, where the client's code changes while the server runs. */
  isCaching: boolean
  render: (path: string, shown: Shown) => Promise<EncodedResponse>
}

/** A product page is 0.1 MB with its compressed forms, so these are at most 40 MB. */
const MAX_PAGES = 400

/**
 * The part of a page's state that shows a brand, a coffee with its sizes, a list, or the lists of the home page, and the
 * path of its page.
 */
type Product = {
  shown:
    | { brand: CoffeeDetails }
    | { coffee: CoffeePage }
    | Pick<PageState, 'list' | 'search'>
    | HomeData['shown']
  address: string
  isStocked: boolean
}

/** A page that is requested. `key` is that of its cache entry. */
type Wanted = { name: string; id: string; search: string; signedIn: boolean; key: string }

/**
 * A rendered page. `shown` is the data of the product as JSON if its stock is counted. Stock changes with every order,
 * and no event is published for that. So a page with a stock is sent from the cache only if its data is still the same.
 */
type Entry = { response: EncodedResponse; address: string; shown: string | null }

/**
 * Renders and caches the pages of brands, coffees and packets, their list and the home page, in a shop that shows them to
 * everyone. A change of the catalogue or of the shop's settings clears the cache.
 */
export class ProductPages {
  readonly #setup: Setup
  #entries = new Lru<string, Promise<Entry | null>>(MAX_PAGES)

  constructor(setup: Setup) {
    this.#setup = setup
    const clear = () => void (this.#entries = new Lru(MAX_PAGES))
    setup.events.onType('catalogue-changed', clear)
    setup.events.onType('settings-changed', clear)
  }

  /**
   * Returns the page of a brand, a coffee or a packet, or of their list. If the path is not its address with its name,
   * returns that address. Returns null if it is not on sale. A page that is not cached is rendered only if `mayRender`
   * returns true, because that takes some milliseconds.
   */
  async page(path: string, visitor: Visitor): Promise<EncodedResponse | RedirectTo | Problem | null> {
    const wanted = findWanted(path, visitor)
    if (!wanted) return null
    const known = this.#entries.get(wanted.key)
    const current = known && (await this.#ifCurrent(known, wanted))
    if (!current && !visitor.mayRender()) return new Problem('too-many-requests')
    const entry = current ?? (await this.#make(wanted, known))
    if (!entry) return null
    // The decoded forms are compared, because some clients write percent-encoding in another way. Redirecting them
    // would never end.
    if (path === entry.address || decode(path) === decode(entry.address)) return entry.response
    return { redirectTo: entry.address }
  }

  /** Returns a cached page, or null if the stock of a product on it has changed. */
  async #ifCurrent(known: Promise<Entry | null>, wanted: Wanted): Promise<Entry | null> {
    const entry = await known
    if (!entry || entry.shown === null) return entry
    const product = await this.#read(wanted)
    return product && JSON.stringify(product.shown) === entry.shown ? entry : null
  }

  /**
   * Renders a page and caches it in place of the outdated one. Parallel requests get the same page. Neither an error nor
   * the absence of a product is cached.
   */
  #make(wanted: Wanted, outdated: Promise<Entry | null> | undefined): Promise<Entry | null> {
    const [entries, { key }] = [this.#entries, wanted]
    const newer = entries.get(key)
    if (newer && newer !== outdated) return newer
    const making = this.#render(wanted)
    if (!this.#setup.isCaching) return making
    // The promise is cached before the page is rendered, so that an invalidation while it is rendered removes it.
    const forget = () => void (entries.get(key) === making && entries.delete(key))
    entries.set(key, making)
    making.then((entry) => entry ?? forget(), forget)
    return making
  }

  async #render(wanted: Wanted): Promise<Entry | null> {
    const product = await this.#read(wanted)
    if (!product) return null
    const { shown, address, isStocked } = product
    const { signedIn } = wanted
    const { grinds, render } = this.#setup
    // The grinds are the same for all visitors. A signed-in user has one that was chosen last, so the browser asks.
    const state = { signedIn, ...shown, ...(!signedIn && { grinds: await grinds() }) }
    return {
      response: await render(address, state),
      address,
      shown: isStocked ? JSON.stringify(shown) : null,
    }
  }

  async #read({ name, id, search }: Wanted): Promise<Product | null> {
    const { catalogue, home } = this.#setup
    if (name === 'home') return { ...(await home()), address: pages.home }
    if (name === 'coffees') {
      const query = readListQuery(search)
      const { body, isStocked } = await catalogue.readList(query)
      return { shown: { list: { search, query, found: body } }, isStocked, address: pages.coffees }
    }
    if (name === 'search') {
      const text = readSearchText(search)
      const { body, isStocked } = await catalogue.readSearch({ q: text })
      return { shown: { search: { text, found: body } }, isStocked, address: pages.search }
    }
    if (name === 'coffeeDetails') {
      const found = await catalogue.readBrand(id)
      if (!found) return null
      const { body: brand, isStocked } = found
      const address = namedAddress(pages.coffeeDetails(brand._id), brand.category_name)
      return { shown: { brand }, isStocked, address }
    }
    const found = await catalogue.readCoffee(id)
    if (!found) return null
    const { body: coffee, isStocked } = found
    return { shown: { coffee }, isStocked, address: addressOfSize(coffee) }
  }
}

/** The pages without an id in their path. */
const WITHOUT_ID: ReadonlySet<string> = new Set(['home', 'coffees', 'search'])

/** Returns what a request is for, or null if the path is not that of one of these pages. */
function findWanted(path: string, visitor: Visitor): Wanted | null {
  const { name, id = '' } = findPage(path) ?? {}
  if (name === undefined || (id === '' && !WITHOUT_ID.has(name))) return null
  const search = readQuery(name, visitor.search)
  const { signedIn } = visitor
  return { name, id, search, signedIn, key: `${name} ${id}${search} ${signedIn}` }
}

/** Returns the query of an address. Other parameters, such as those of an advertisement, do not change the page. */
function readQuery(name: PageName, search: string): string {
  if (name === 'coffees') return writeListQuery(readListQuery(search))
  return name === 'search' ? writeSearchText(readSearchText(search)) : ''
}

/** A bag keeps the address that the specification gives it, also if its coffee has a page. */
function addressOfSize(page: CoffeePage): string {
  const isCoffee = page.brand !== undefined && page.chosen === page._id
  const address = isCoffee ? pages.coffee(page._id) : pages.bagDetails(page.chosen)
  return namedAddress(address, chosenSize(page).name)
}

/** Returns the address of a coffee's page that search engines list. It is the same for all its sizes. */
export function canonicalAddress(page: CoffeePage): string {
  return addressOfSize({ ...page, chosen: page._id })
}

const PREFIXES = [pages.coffeeDetails(''), pages.bagDetails(''), pages.coffee('')]

/** Returns whether a path is that of a brand, a coffee or a packet, which may not exist, or of a list of them. */
export function isProductPath(path: string): boolean {
  return WITHOUT_ID.has(findPage(path)?.name ?? '') || PREFIXES.some((prefix) => path.startsWith(prefix))
}
