import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flatRows } from './row-pages.ts'
import type { Identified, RowPage, RowPages } from './row-pages.ts'
import type { RowSource } from './row-source.ts'
import { useFreshRows } from './use-fresh-rows.ts'
import { useRowCount } from './use-row-count.ts'

/** The loaded part of a long table. */
export type LoadedRows<Row> = {
  /** Null while there is nothing to show yet. */
  rows: Row[] | null
  error: unknown
  retry: () => void
  /** Fetching anything but the next page. */
  loading: boolean
  /** Whether more rows follow those that are shown. */
  hasMore: boolean
  /** How many rows there are in all; null while that is not known. */
  total: number | null
  loadMore: () => void
  loadingMore: boolean
  moreFailed: boolean
  /** How many rows have come that are not shown, because somebody reads further down. */
  news: number
  showNews: () => void
  /** The table's body, for whoever must know what can be seen of it. */
  body: RefObject<HTMLTableSectionElement | null>
}

/** Loads a long table page by page, and keeps what is loaded up to date without moving what somebody looks at. */
export function useRows<Row extends Identified>(source: RowSource<Row>): LoadedRows<Row> {
  const body = useRef<HTMLTableSectionElement>(null)
  const query = useInfiniteQuery<RowPage<Row>, Error, RowPages<Row>, readonly unknown[], string | null>({
    queryKey: source.key,
    queryFn: ({ pageParam, signal }) => source.fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Kept up to date by `useFreshRows`, which does not read every loaded page again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { data } = query
  const rows = useMemo(() => (data ? flatRows(data) : null), [data])
  const stale = query.isPlaceholderData
  const hasMore = useKept(query.hasNextPage, stale)
  const total = useKept(useRowCount(source, hasMore), stale)
  return {
    rows,
    error: query.error,
    retry: () => void query.refetch(),
    loading: query.isFetching && !query.isFetchingNextPage,
    hasMore,
    total,
    loadMore: () => {
      if (!stale) void query.fetchNextPage()
    },
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    ...useFreshRows(source, body),
    body,
  }
}

/** Returns the last value that was not stale: what was true of the rows that are shown while others load. */
function useKept<T>(value: T, stale: boolean): T {
  const [kept, setKept] = useState(value)
  if (stale || kept === value) return kept
  setKept(value)
  return value
}
