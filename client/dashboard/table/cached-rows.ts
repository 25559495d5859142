import type { QueryClient } from '@tanstack/react-query'

/**
 * One page of the rows of a table. `next` and `previous` are the cursors of the pages after and before it, or null if
 * there are none.
 */
export type RowPage<Row> = { rows: Row[]; next: string | null; previous: string | null }

/**
 * Applies `change` to the rows of every cached table that was filled by the API call `call`. Rows for which `change`
 * returns null are removed.
 */
export function changeCachedRows<Row>(
  client: QueryClient,
  call: string,
  change: (row: Row) => Row | null,
): void {
  client.setQueriesData<RowPage<Row>>(
    { queryKey: [call, 'rows'] },
    (page) => page && { ...page, rows: page.rows.map(change).filter((row) => row !== null) },
  )
}
