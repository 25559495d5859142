import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import {
  filterQuery,
  FIRST_PAGE,
  isNewestFirst,
  PAGE_ROWS,
  pageQuery,
  readTableState,
  tableSearch,
} from './table-state.ts'
import type { FilterQuery, PageQuery, TableSpec, TableState } from './table-state.ts'

export type Identified = { _id: string }

/**
 * A table that the server sorts, filters and divides into pages. The type describes the API calls for the rows of a page
 * and for the number of all rows. A table without `count` does not say how many rows there are.
 */
export type TableSource<Row, S extends string> = TableSpec<S> & {
  rowsCall: string
  fetchPage: (query: PageQuery<S>, signal: AbortSignal) => Promise<RowPage<Row>>
  count?: Count
}

type Count = {
  call: string
  fetch: (query: FilterQuery, signal: AbortSignal) => Promise<{ rows: number }>
  /** What a row is, in the text of the link to rows that were added since the page was opened. */
  noun: string
}

/**
 * One column of a table. `name` is the CSS class of its cells. `sort` is the sort order that a click on its header
 * selects. `width` is a length in CSS, and `narrow` the one in a table of less than 66rem, if it is another one. Columns
 * without a width share the rest of the table.
 */
export type Column<Row, S extends string> = {
  name: string
  header: string
  /** Content for the header, shown instead of the text in `header`. */
  head?: ReactNode
  sort?: S
  width?: string
  narrow?: string
  /** True if the cells of this column are row headers. Screen readers use a row header as the name of its row. */
  rowHeader?: boolean
  cell: (row: Row, index: number) => ReactNode
}

/** The widths of a column of times, of one with buttons, and of one with the numbers of the rows. */
export const TIME_WIDTH = { width: '8.25rem', narrow: '6rem' }
export const ACTION_WIDTH = { width: '11.5rem', narrow: '10.75rem' }
export const NUMBER_WIDTH = { width: '4rem', narrow: '2.75rem' }

export type Table<Row, S extends string> = {
  source: TableSource<Row, S>
  state: TableState<S>
  change: ChangeTable<S>
  /** The rows of the page. They are null until they are loaded. While another page loads, they are those of the page before. */
  page: LoadedPage<Row> | null
  error: unknown
  /** True while the first page or another page is being fetched. A refresh of the page does not count. */
  loading: boolean
  retry: () => void
  /** The number of all rows, or null if it is not known. The server stops counting at `MAX_COUNTED`. */
  total: number | null
  /** The number of rows that were added since the page was opened, and are not on it. */
  newCount: number
}

/**
 * One page of the rows of a table. `next` and `previous` are the cursors of the pages after and before it, or null if
 * there are none.
 */
type RowPage<Row> = { rows: Row[]; next: string | null; previous: string | null }

/** A page of a table. `number` is its number, and `offset` how many rows are on the pages before it. */
export type LoadedPage<Row> = RowPage<Row> & { number: number; offset: number }

/**
 * Changes some filters, the sort order or the page of a table. A change of the filters or of the sort order leads to the
 * first page. With `replace`, the current history entry is replaced. Otherwise a new entry is added.
 */
export type ChangeTable<S extends string> = (
  part: Partial<TableState<S>>,
  options?: { replace?: boolean },
) => void

/**
 * Loads a page of a table, sorted and filtered as the page's URL says. `source` must be the same object in every
 * render.
 */
export function useTable<Row extends Identified, S extends string>(
  source: TableSource<Row, S>,
): Table<Row, S> {
  const [state, change] = useTableState(source)
  const rows = usePage(source, state)
  const count = useCount(source, state, rows)
  const hasAllNew = isNewestFirst(state) || !count.isNeeded
  return {
    source,
    state,
    change,
    page: rows.data ?? null,
    error: rows.error,
    loading: rows.isFetching && (rows.isPlaceholderData || !rows.data),
    retry: () => void rows.refetch(),
    total: count.total,
    newCount: useNewCount(tableSearch(state, source), hasAllNew ? null : count.total),
  }
}

/**
 * Keeps the filters, the sort order and the page of a table in the page's URL, so that they survive a reload and the Back
 * button undoes a change.
 */
function useTableState<S extends string>(spec: TableSpec<S>): [TableState<S>, ChangeTable<S>] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readTableState(search, spec), [search, spec])
  const change: ChangeTable<S> = useCallback(
    (part, { replace = false } = {}) => {
      // Reads the current URL, because another filter may have changed the URL since the last render.
      const current = readTableState(window.location.search, spec)
      const next = tableSearch({ ...current, ...FIRST_PAGE, ...part }, spec)
      if (next !== tableSearch(current, spec)) navigate(pathname + next, { replace })
    },
    [navigate, pathname, spec],
  )
  return [state, change]
}

function usePage<Row, S extends string>(source: TableSource<Row, S>, state: TableState<S>) {
  const query = pageQuery(state, source)
  const number = state.page
  return useQuery({
    queryKey: [source.rowsCall, 'rows', query, number],
    queryFn: async ({ signal }): Promise<LoadedPage<Row>> => ({
      ...(await source.fetchPage(query, signal)),
      number,
      offset: (number - 1) * PAGE_ROWS,
    }),
    placeholderData: keepPreviousData,
    // The rows are refreshed by `useAdminEvents`, also when the window becomes visible.
    refetchOnWindowFocus: false,
  })
}

/** Counts all rows of a table. Sends no request if all of them are on the page. */
function useCount<Row, S extends string>(
  { count, rowsCall }: TableSource<Row, S>,
  state: TableState<S>,
  rows: UseQueryResult<LoadedPage<Row>>,
) {
  const filters = filterQuery(state)
  const { data: page, isPlaceholderData: isOldPage } = rows
  const isNeeded = count !== undefined && page !== undefined && (page.next ?? page.previous) !== null
  const { data, isPlaceholderData } = useQuery({
    queryKey: [count?.call ?? `no count of ${rowsCall}`, filters],
    queryFn: async ({ signal }) => (await count?.fetch(filters, signal))?.rows ?? 0,
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  // While the rows of other filters load, the old rows are shown, and the old number with them.
  const counted = isPlaceholderData && !isOldPage ? null : (data ?? null)
  return { isNeeded, total: isNeeded ? counted : totalOf(page) }
}

function totalOf<Row>(page: LoadedPage<Row> | undefined): number | null {
  return page && page.number === 1 && page.next === null ? page.rows.length : null
}

/**
 * Returns how many rows were added since the page `view` was opened. `total` is the number of all rows, or null if new
 * rows appear by themselves.
 */
function useNewCount(view: string, total: number | null): number {
  const [seen, setSeen] = useState({ view, total })
  if (seen.view === view && seen.total !== null && total !== null && seen.total <= total)
    return total - seen.total
  if (seen.view !== view || seen.total !== total) setSeen({ view, total })
  return 0
}
