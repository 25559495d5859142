import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import type { LiveTopic } from '#contract/values/live.ts'
import type { Identified, RowPage, RowSource } from '../rows/row-pages.ts'
import { useRows } from '../rows/use-rows.ts'
import type { LoadedRows } from '../rows/use-rows.ts'
import type { Sorting } from '../table/table-head.tsx'
import { filterQuery, readTableState, sortBy, tableQuery, tableSearch } from './table-state.ts'
import type { FilterQuery, TableQuery, TableSpec, TableState } from './table-state.ts'

/**
 * A table that the server sorts and filters. The type describes the API calls for the rows and for their number.
 * `topics` are the server-sent events that say that the rows have changed.
 */
export type FilteredSource<Row, S extends string> = TableSpec<S> & {
  topics: readonly LiveTopic[]
  rowsCall: string
  fetchPage: (query: TableQuery<S> & { after?: string }, signal?: AbortSignal) => Promise<RowPage<Row>>
  countCall: string
  fetchCount: (query: FilterQuery, signal: AbortSignal) => Promise<{ rows: number }>
}

export type FilteredTable<Row, S extends string> = {
  spec: TableSpec<S>
  state: TableState<S>
  change: ChangeTable<S>
  sorting: Sorting<S>
  loaded: LoadedRows<Row>
}

/**
 * Changes some filters or the sort order of a table. With `replace`, the current history entry is replaced. Otherwise
 * a new entry is added.
 */
export type ChangeTable<S extends string> = (
  part: Partial<TableState<S>>,
  options?: { replace?: boolean },
) => void

/**
 * Loads the rows of a table, sorted and filtered as the page's URL says. `source` must be the same object in every
 * render.
 */
export function useFilteredTable<Row extends Identified, S extends string>(
  source: FilteredSource<Row, S>,
): FilteredTable<Row, S> {
  const [state, change] = useTableState(source)
  const loaded = useRows(useMemo(() => rowSource(source, state), [source, state]))
  const sorting = { ...state, onSort: (sort: S) => change(sortBy(state, sort)) }
  return { spec: source, state, change, sorting, loaded }
}

/**
 * Keeps the filters and the sort order of a table in the page's URL, so that they survive a reload and the Back
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
      const next = tableSearch({ ...current, ...part }, spec)
      if (next !== tableSearch(current, spec)) navigate(pathname + next, { replace })
    },
    [navigate, pathname, spec],
  )
  return [state, change]
}

function rowSource<Row, S extends string>(
  source: FilteredSource<Row, S>,
  state: TableState<S>,
): RowSource<Row> {
  const query = tableQuery(state, source)
  const filters = filterQuery(state)
  return {
    key: [source.rowsCall, 'rows', query],
    topics: source.topics,
    fetchPage: (after, signal) => source.fetchPage({ ...query, ...(after && { after }) }, signal),
    count: {
      key: [source.countCall, filters],
      fetch: (signal) => source.fetchCount(filters, signal),
    },
  }
}
