import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { api } from '#client/lib/api.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { filterQuery, FIRST_PAGE, PAGE_ROWS, pageQuery, readTableState, tableSearch } from './table-state.ts'
import type { TableSpec, TableState } from './table-state.ts'
import { apiPage } from './api-page.ts'

/** The API calls whose rows a table can show, and those that count them. */
type ListName =
  | 'GET /allProducts'
  | 'GET /fullProducts'
  | 'GET /allUser'
  | 'GET /allSubscriptions'
  | 'GET /messages'
  | 'GET /outbox'
  | 'GET /reviews'
  | 'GET /audit'
type CountName = 'GET /count/products' | 'GET /count/orders' | 'GET /count/users'

/**
 * A table that the server sorts, filters and divides into pages. A table without `count` does not say how many rows there
 * are. `noun` is what a row is, in the text of the link to rows that were added since the page was opened. `states` are the names
 * of the states by which a table is filtered, if they are not those of orders.
 */
export type TableSource<N extends ListName = ListName> = TableSpec & {
  call: N
  count?: CountName
  noun?: string
  states?: Readonly<Record<string, string>>
}

/**
 * One column of a table. `name` is the CSS class of its cells. `sort` is the sort order that a click on its header
 * selects. `width` is a length in CSS, and `narrow` the one in a table of less than 66rem, if it is another one. Columns
 * without a width share the rest of the table.
 */
export type Column<Row> = {
  name: string
  header: string
  /** Content for the header, shown instead of the text in `header`. */
  head?: ReactNode
  sort?: string
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

/**
 * One page of the rows of a table. `next` and `previous` are the cursors of the pages after and before it, or null if
 * there are none. `number` is its number, and `offset` how many rows are on the pages before it.
 */
export type TablePage<Row> = {
  rows: Row[]
  next: string | null
  previous: string | null
  number: number
  offset: number
}

export type Table<Row> = {
  source: TableSource
  state: TableState
  /** Changes some filters or the sort order. The change adds a history entry, and leads to the first page. */
  change: (part: Partial<TableState>) => void
  /**
   * The rows of the page. They are null until they are loaded. While another page loads, they are those of the page
   * before.
   */
  page: TablePage<Row> | null
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
 * Loads a page of a table. The filters, the sort order and the page are in the URL, so that they survive a reload and the
 * Back button undoes a change. `source` must be the same object in every render.
 */
export function useTable<N extends ListName>(source: TableSource<N>): Table<Answer<Calls[N]>[number]> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => readTableState(search, source), [search, source])
  const change = useCallback(
    (part: Partial<TableState>) => {
      // Reads the current URL, because another filter may have changed the URL since the last render.
      const current = readTableState(window.location.search, source)
      const next = tableSearch({ ...current, ...FIRST_PAGE, ...part }, source)
      if (next !== tableSearch(current, source)) navigate(pathname + next)
    },
    [navigate, pathname, source],
  )
  const rows = usePage(source, state)
  const page = rows.data ?? null
  return {
    source,
    state,
    change,
    page,
    error: rows.error,
    loading: rows.isFetching && (rows.isPlaceholderData || !page),
    retry: () => void rows.refetch(),
    ...useCount(source, state, { page, isOld: rows.isPlaceholderData }),
  }
}

function usePage<N extends ListName>({ call }: TableSource<N>, state: TableState) {
  const query = pageQuery(state)
  return useQuery({
    queryKey: [call, 'rows', query, state.page],
    queryFn: async ({ signal }): Promise<TablePage<Answer<Calls[N]>[number]>> => ({
      // cast: all lists have these parameters, and the server refuses wrong values
      ...(await apiPage(call, { query } as unknown as Input<Calls[N]>, { signal })),
      number: state.page,
      offset: (state.page - 1) * PAGE_ROWS,
    }),
    placeholderData: keepPreviousData,
    // The rows are refreshed by `useAdminEvents`, also when the window becomes visible.
    refetchOnWindowFocus: false,
  })
}

type ShownPage = { page: TablePage<unknown> | null; isOld: boolean }

/**
 * Counts all rows of a table, unless all of them are on the page. `isOld` says that rows of other filters are shown.
 */
function useCount(source: TableSource, state: TableState, { page, isOld }: ShownPage) {
  const isWhole = isWholeTable(page)
  const { data = null, isPlaceholderData } = useQuery(countQuery(source, state, page !== null && !isWhole))
  // While the rows of other filters load, the old rows are shown, and the old number with them.
  const counted = isPlaceholderData && !isOld ? null : data
  const total = isWhole && page?.number === 1 ? page.rows.length : counted
  const hasAllNew = isWhole || isNewestFirst(state)
  return { total, newCount: useNewCount(tableSearch(state, source), hasAllNew ? null : total) }
}

function countQuery({ call, count }: TableSource, state: TableState, enabled: boolean) {
  const query = filterQuery(state)
  return queryOptions({
    queryKey: [count ?? `no count of ${call}`, query],
    queryFn: async ({ signal }) => (count ? (await api(count, { query }, { signal })).rows : null),
    enabled,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
}

function isWholeTable(page: TablePage<unknown> | null): boolean {
  return page !== null && (page.next ?? page.previous) === null
}

/** Returns whether the page begins with the newest rows, which then appear by themselves. */
function isNewestFirst({ sort, direction, page }: TableState): boolean {
  return sort === 'newest' && direction === 'desc' && page === 1
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
