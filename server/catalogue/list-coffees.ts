import type { CoffeeList, CoffeesQuery } from '#contract/catalogue.ts'
import { LIST_PAGE } from '#contract/values/facts/coffee-list.ts'
import type { Db } from '#server/shop-database.ts'
import type { CoffeesByFacet } from './coffees-by-facet.ts'
import { presentListed } from './present.ts'
import { listSizes } from './queries.ts'

type Parts = { read: Db; index: CoffeesByFacet; currency: string }

/**
 * Reads one page of the coffees that fit the choices, with the counts of all facets. `isStocked` says whether a product
 * of the shop can be sold out: every order may then change the list.
 */
export async function listCoffees(
  { read, index, currency }: Parts,
  query: CoffeesQuery,
): Promise<{ body: CoffeeList; isStocked: boolean }> {
  const { ids, isStocked, ...counts } = await index.narrow(query)
  const start = (Number(query.page ?? 1) - 1) * LIST_PAGE
  const shown = ids.slice(start, start + LIST_PAGE)
  const sizes = shown.length > 0 ? await listSizes(read, shown) : []
  const coffees = shown.flatMap((id) => presentListed(id, sizes, currency))
  return { body: { coffees, total: ids.length, ...counts }, isStocked }
}
