import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/api.ts'
import { callQuery } from '#client/lib/query.ts'

/** Every call whose response contains entries of the catalogue. */
const CATALOGUE_CALLS: CallName[] = [
  'GET /allCoffee',
  'GET /allPacket',
  'GET /coffeeDetails/{id}',
  'GET /bagDetails/{id}',
  'GET /personCoffee',
  'GET /packetName',
  'GET /personPacket',
  'GET /deletedEntries',
]

/** A list that was fetched less than this time ago, in ms, is not fetched again for the home page. */
const JUST_FETCHED = 1000

/**
 * Invalidates every cached list and entry of the catalogue. The two lists of the home page are fetched at once, so
 * that a visit to the home page never shows old entries first.
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
 * Applies a change that the server has acknowledged to the cached list. Cancels requests for the list first, because
 * their responses may be from before the change.
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
