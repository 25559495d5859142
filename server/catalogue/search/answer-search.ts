import type { SearchAnswer, SearchQuery } from '#contract/catalogue.ts'
import { SEARCH_LIMIT } from '#contract/values/facts/coffee-list.ts'
import { readListed } from '../list-coffees.ts'
import type { Parts } from '../list-coffees.ts'
import type { Search } from './search.ts'

/** How many coffees are shown if none has any of the words. */
const INSTEAD = 3

/**
 * Searches for coffees. `isStocked` says whether a product in the response can be sold out: every order may then change
 * it.
 */
export async function answerSearch(
  { read, index, currency }: Parts,
  search: Search,
  { q, limit }: SearchQuery,
): Promise<{ body: SearchAnswer; isStocked: boolean }> {
  const { ids, how, words } = await search.find(q)
  const shown = how === 'none' ? await index.first(INSTEAD) : ids
  const first = shown.slice(0, Number(limit ?? SEARCH_LIMIT))
  const { coffees, isStocked } = await readListed({ read, currency }, first)
  return { body: { how, words, total: ids.length, coffees }, isStocked }
}
