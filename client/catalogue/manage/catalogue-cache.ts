import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/api.ts'
import { callQuery } from '#client/lib/query.ts'

/** The API calls whose responses contain brands, coffees or packets. */
const CATALOGUE_CALLS: CallName[] = [
  'GET /allCoffee',
  'GET /allPacket',
  'GET /coffeeDetails/{id}',
  'GET /coffee/{id}',
  'GET /coffees',
  'GET /search',
  'GET /personCoffee',
  'GET /packetName',
  'GET /personPacket',
  'GET /priceList',
]

/**
 * How long a list of the home page counts as fresh after it was fetched, in milliseconds. A fresh list is not
 * prefetched again.
 */
const JUST_FETCHED = 1000

/**
 * Invalidates every cached response that contains brands, coffees or packets. Then fetches the two lists of the home
 * page, so that the next visit to the home page does not show outdated lists first.
 */
export async function invalidateCatalogue(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => CATALOGUE_CALLS.some((call) => call === queryKey[0]),
  })
  await Promise.all([
    client.prefetchQuery({ ...callQuery('GET /allCoffee'), staleTime: JUST_FETCHED }),
    client.prefetchQuery({ ...callQuery('GET /allPacket'), staleTime: JUST_FETCHED }),
  ])
}

/**
 * Changes a cached list after the server has acknowledged the change. Requests for the list that are in flight are
 * cancelled first, because their responses may be older than the change.
 */
export async function changeList<T>(
  client: QueryClient,
  list: CallName,
  change: (entries: T[]) => T[],
): Promise<void> {
  const filter = { queryKey: [list] }
  await client.cancelQueries(filter)
  client.setQueriesData<T[]>(filter, (entries) => entries && change(entries))
}

/** Changes an entry in a cached list after the server has acknowledged the change. */
export function changeEntry<E extends { _id: string }>(
  client: QueryClient,
  list: CallName,
  changed: E,
): Promise<void> {
  return changeList<E>(client, list, (entries) =>
    entries.map((entry) => (entry._id === changed._id ? { ...entry, ...changed } : entry)),
  )
}
