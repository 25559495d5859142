import { setImmediate as turn } from 'node:timers/promises'
import type { CoffeeList, CoffeesQuery } from '#contract/catalogue.ts'
import { chosenValues, listFacets, YES } from '#contract/values/facts/coffee-list.ts'
import type { ListFacet } from '#contract/values/facts/coffee-list.ts'
import type { Facet } from '#contract/values/facts/choices.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { countLeft } from '#server/stock/find-sold-out.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { listOnSale, listStocks, readFacet } from './queries.ts'
import type { OnSale } from './queries.ts'

/**
 * A coffee on sale with its sizes, or a bag that belongs to no coffee. `name` is in lower case and without accents.
 * `price` is that of the cheapest size, in cents.
 */
type Item = { id: string; name: string; price: number; createdAt: number; sizes: OnSale[] }

/**
 * The items in the owner's order, and for each value of a facet the positions of the items that have it. `stocked` are
 * the positions of items of which a size can be sold out.
 */
type Loaded = { items: Item[]; facets: Record<Facet, Map<string, number[]>>; stocked: number[] }

/** The ids of the coffees that fit, in their order, and the counts of all facets. */
type Narrowed = Omit<CoffeeList, 'coffees' | 'total'> & { ids: string[]; isStocked: boolean }

const FACETS = [
  'roast',
  'suitedFor',
  'process',
  'country',
  'note',
  'taste',
  'decaf',
] as const satisfies Facet[]
/** The facets in which similar coffees agree. All others are those of a large part of a shop. */
const SIMILAR = ['country', 'note'] as const
const MAX_RELATED = 3

/**
 * All coffees on sale with their facets, in memory. With 10,000 coffees, counting the facets of a list in SQL takes some
 * hundred milliseconds, and here less than ten. It is read again after a change of the catalogue.
 */
export class CoffeesByFacet {
  readonly #database: ShopDatabase
  #load: () => Promise<Loaded>

  constructor(database: ShopDatabase) {
    this.#database = database
    this.#load = loadOnce(() => load(database))
    database.events.onType('catalogue-changed', () => void (this.#load = loadOnce(() => load(database))))
  }

  /** Returns the coffees that fit the choices, and the counts of each facet, which leave its own choice out. */
  async narrow(query: CoffeesQuery): Promise<Narrowed> {
    const { items, facets, stocked } = await this.#load()
    const isSoldOut = await this.#readSoldOut(stocked)
    const isOut = new Set(stocked.filter((at) => items[at] && isSoldOut(items[at])))
    const inStock = stocked.length > 0 ? items.flatMap((_, at) => (isOut.has(at) ? [] : [at])) : []
    const all = { ...facets, inStock: new Map(inStock.length > 0 ? [[YES, inStock]] : []) }
    const chosen = listFacets.filter((facet) => chosenValues(query, facet).length > 0)
    const having = new Map(chosen.map((facet) => [facet, itemsWith(all[facet], chosenValues(query, facet))]))
    const missed = items.map((_, at) => chosen.filter((facet) => !having.get(facet)?.has(at)).length)
    const count = (facet: ListFacet) => {
      // A coffee that has only none of the chosen values of this facet counts, too.
      const own = having.get(facet)
      const fits = (at: number) => missed[at] === 0 || (missed[at] === 1 && own && !own.has(at))
      return [...all[facet]].map(([value, positions]) => ({ value, count: positions.filter(fits).length }))
    }
    const fitting = items.flatMap((item, at) => (missed[at] === 0 ? [{ item, isOut: isOut.has(at) }] : []))
    return {
      ids: fitting.toSorted(ORDERS[query.sort ?? 'owners']).map(({ item }) => item.id),
      all: items.length,
      // The cast restores the names of the facets, which Object.fromEntries does not have.
      facets: Object.fromEntries(listFacets.map((facet) => [facet, count(facet)])) as CoffeeList['facets'],
      isStocked: stocked.length > 0,
    }
  }

  /** Returns the ids of the first coffees in the owner's order that are not sold out. */
  async first(count: number): Promise<string[]> {
    const { items, stocked } = await this.#load()
    const isSoldOut = await this.#readSoldOut(stocked)
    const inStock = items.values().filter((item) => !isSoldOut(item))
    return inStock
      .take(count)
      .map(({ id }) => id)
      .toArray()
  }

  /** Returns the ids of the coffees that have most countries and notes in common with a coffee. */
  async related(id: string): Promise<string[]> {
    const { items, facets } = await this.#load()
    const own = items.findIndex((item) => item.id === id)
    const shared = SIMILAR.flatMap((facet) => [...facets[facet].values()].filter((all) => all.includes(own)))
    const common = new Map<number, number>()
    for (const at of shared.flat()) common.set(at, (common.get(at) ?? 0) + 1)
    common.delete(own)
    const best = [...common].toSorted(([a, most], [b, more]) => more - most || a - b).slice(0, MAX_RELATED)
    return best.flatMap(([at]) => items[at]?.id ?? [])
  }

  /** Returns a function that says whether no size of an item is left. Every order may change that, so it is always read. */
  async #readSoldOut(stocked: number[]): Promise<(item: Item) => boolean> {
    if (stocked.length === 0) return () => false
    const stocks = new Map((await listStocks(this.#database.read)).map((stock) => [stock.id, stock]))
    const isLeft = ({ stock_id, weight_grams }: OnSale) => {
      const stock = stocks.get(stock_id ?? '')
      return stock_id === null || (stock !== undefined && countLeft(stock, weight_grams) > 0)
    }
    return ({ sizes }) => !sizes.some(isLeft)
  }
}

type Fitting = { item: Item; isOut: boolean }

/** The owner's order is that of the items, but what can be bought comes before what is sold out. */
const ORDERS: Record<NonNullable<CoffeesQuery['sort']> | 'owners', (a: Fitting, b: Fitting) => number> = {
  owners: (a, b) => Number(a.isOut) - Number(b.isOut),
  price: (a, b) => a.item.price - b.item.price,
  newest: (a, b) => b.item.createdAt - a.item.createdAt,
  name: (a, b) => (a.item.name < b.item.name ? -1 : Number(a.item.name > b.item.name)),
}

function itemsWith(positions: Map<string, number[]>, values: string[]): Set<number> {
  return new Set(values.flatMap((value) => positions.get(value) ?? []))
}

/** Reads all that is on sale. Other requests are served between the statements. */
async function load({ read }: ShopDatabase): Promise<Loaded> {
  const rows = await listOnSale(read)
  const ids = new Set(rows.map(({ id }) => id))
  const coffeeOf = ({ id, coffee_id }: OnSale) => (coffee_id && ids.has(coffee_id) ? coffee_id : id)
  const sizes = Map.groupBy(rows, coffeeOf)
  const items = rows
    .filter((row) => coffeeOf(row) === row.id)
    .map((row) => itemOf(row, sizes.get(row.id) ?? []))
  const positions = new Map(items.map(({ id }, at) => [id, at]))
  const facets: Partial<Loaded['facets']> = {}
  for (const facet of FACETS) {
    await turn()
    const found = new Map<string, number[]>()
    for (const { value, product_id } of await readFacet(read, facet)) {
      const at = positions.get(product_id)
      if (at !== undefined) found.getOrInsert(value, []).push(at)
    }
    facets[facet] = found
  }
  const stocked = items.flatMap((item, at) => (item.sizes.some(({ stock_id }) => stock_id) ? [at] : []))
  return { items, facets: facets as Loaded['facets'], stocked } // cast: the loop sets every facet
}

function itemOf({ id, name: shown }: OnSale, sizes: OnSale[]): Item {
  const name = shown.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const price = Math.min(...sizes.map(({ price_cents }) => price_cents))
  return { id, name, price, createdAt: Math.max(...sizes.map(({ created_at }) => created_at)), sizes }
}
