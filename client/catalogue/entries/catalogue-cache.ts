import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/api.ts'
import { callQuery } from '#client/lib/query.ts'

/** Every list and detail that shows the catalogue. */
const SHOWING: CallName[] = [
  'GET /allCoffee',
  'GET /allPacket',
  'GET /coffeeDetails/{id}',
  'GET /bagDetails/{id}',
  'GET /personCoffee',
  'GET /packetName',
  'GET /personPacket',
  'GET /deletedEntries',
]

/** What a list on the screen has been read again at is new enough for the home page, in ms. */
const JUST_NOW = 1000

/** Reads the catalogue again wherever it is shown, and the home page's lists at once, so that it never shows old ones. */
export async function catalogueChanged(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => SHOWING.some((call) => call === queryKey[0]),
  })
  await Promise.all([
    client.prefetchQuery({ ...callQuery('GET /allCoffee'), staleTime: JUST_NOW }),
    client.prefetchQuery({ ...callQuery('GET /allPacket'), staleTime: JUST_NOW }),
  ])
}

/** Shows a change of an own list that the shop has acknowledged; a reading that is under way must not undo it. */
export async function changeList<T>(
  client: QueryClient,
  list: CallName,
  change: (entries: T[]) => T[],
): Promise<void> {
  const filter = { queryKey: [list] }
  await client.cancelQueries(filter)
  client.setQueriesData<T[]>(filter, (entries) => entries && change(entries))
}
