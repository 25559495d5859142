import type { CoffeeList, CoffeesQuery, ListedCoffee } from '#contract/catalogue.ts'
import { LIST_PAGE } from '#contract/values/facts/coffee-list.ts'
import type { Db } from '#server/shop-database.ts'
import type { CoffeesByFacet } from './coffees-by-facet.ts'
import { isStocked, presentListed } from './present.ts'
import { listSizes } from './queries.ts'

/** What the pages about coffees are read with. */
export type Parts = { read: Db; index: CoffeesByFacet; currency: string }

/**
 * Reads one page of the coffees that fit the choices, with the counts of all facets. `isStocked` says whether a product
 * of the shop can be sold out: every order may then change the list.
 */
export async function listCoffees(
  { read, index, currency }: Parts,
  query: CoffeesQuery,
): Promise<{ body: CoffeeList; isStocked: boolean }> {
  const { ids, isStocked: isAnyStocked, ...counts } = await index.narrow(query)
  const start = (Number(query.page ?? 1) - 1) * LIST_PAGE
  const { coffees } = await readListed({ read, currency }, ids.slice(start, start + LIST_PAGE))
  return { body: { coffees, total: ids.length, ...counts }, isStocked: isAnyStocked }
}

/** Reads the coffees with these ids, in this order. `isStocked` says whether one of their sizes can be sold out. */
export async function readListed(
  { read, currency }: Omit<Parts, 'index'>,
  ids: string[],
): Promise<{ coffees: ListedCoffee[]; isStocked: boolean }> {
  const rows = ids.length > 0 ? await listSizes(read, ids) : []
  return { coffees: ids.flatMap((id) => presentListed(id, rows, currency)), isStocked: rows.some(isStocked) }
}
