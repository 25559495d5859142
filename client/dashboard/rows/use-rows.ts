import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useRowCount } from './row-count.ts'
import { flatRows } from './row-pages.ts'
import type { Identified, RowPage, RowPages, RowSource } from './row-pages.ts'
import { useLiveRows } from './use-live-rows.ts'

/** The loaded rows of a long table, and what a component needs to show them and to load more. */
export type LoadedRows<Row> = {
  /** The rows are null until the first page is loaded. */
  rows: Row[] | null
  error: unknown
  retry: () => void
  /** True while rows are being fetched. Fetching only the next page does not count. */
  loading: boolean
  /** True if there are rows after the loaded ones. */
  hasMore: boolean
  /** The number of all rows. It is null if it is not known, or if all rows are loaded. */
  total: number | null
  loadMore: () => void
  loadingMore: boolean
  moreFailed: boolean
  /** The number of new rows that are not shown yet, because the admin has scrolled down. */
  newCount: number
  showNew: () => void
  /** The `<tbody>` element of the table. Its position in the window determines which rows are visible. */
  body: RefObject<HTMLTableSectionElement | null>
}

/** Loads a long table page by page, and keeps the loaded rows up to date without moving the visible rows. */
export function useRows<Row extends Identified>(source: RowSource<Row>): LoadedRows<Row> {
  const body = useRef<HTMLTableSectionElement>(null)
  const query = useInfiniteQuery<RowPage<Row>, Error, RowPages<Row>, readonly unknown[], string | null>({
    queryKey: source.key,
    queryFn: ({ pageParam, signal }) => source.fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // `useLiveRows` refreshes the rows. A refetch by TanStack Query would fetch all loaded pages again, one after the
    // other.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { data } = query
  const rows = useMemo(() => (data ? flatRows(data) : null), [data])
  const isStale = query.isPlaceholderData
  const hasMore = useLastFresh(query.hasNextPage, isStale)
  const total = useLastFresh(useRowCount(source, hasMore), isStale)
  return {
    rows,
    error: query.error,
    retry: () => void query.refetch(),
    loading: query.isFetching && !query.isFetchingNextPage,
    hasMore,
    total,
    loadMore: () => {
      if (!isStale) void query.fetchNextPage()
    },
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    ...useLiveRows(source, body),
    body,
  }
}

/**
 * Returns the last `value` for which `isStale` was false. While rows for new filters are loading, the table still
 * shows the old rows, and the returned value belongs to the old rows.
 */
function useLastFresh<T>(value: T, isStale: boolean): T {
  const [fresh, setFresh] = useState(value)
  if (isStale || fresh === value) return fresh
  setFresh(value)
  return value
}
