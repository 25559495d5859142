import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useRowCount } from './row-count.ts'
import { flatRows } from './row-pages.ts'
import type { Identified, RowPage, RowPages, RowSource } from './row-pages.ts'
import { useLiveRows } from './use-live-rows.ts'

/** The loaded part of a long table. */
export type LoadedRows<Row> = {
  /** Null until the first page is loaded. */
  rows: Row[] | null
  error: unknown
  retry: () => void
  /** Whether anything but the next page is being fetched. */
  loading: boolean
  /** Whether there are rows after the loaded ones. */
  hasMore: boolean
  /** The number of all rows, or null while it is unknown. */
  total: number | null
  loadMore: () => void
  loadingMore: boolean
  moreFailed: boolean
  /** The number of new rows that are not shown yet, because the admin has scrolled down. */
  newCount: number
  showNew: () => void
  /** The `<tbody>` of the table. Its position says which rows are visible. */
  body: RefObject<HTMLTableSectionElement | null>
}

/** Loads a long table page by page, and keeps the loaded rows up to date without moving the rows that are visible. */
export function useRows<Row extends Identified>(source: RowSource<Row>): LoadedRows<Row> {
  const body = useRef<HTMLTableSectionElement>(null)
  const query = useInfiniteQuery<RowPage<Row>, Error, RowPages<Row>, readonly unknown[], string | null>({
    queryKey: source.key,
    queryFn: ({ pageParam, signal }) => source.fetchPage(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // `useLiveRows` refreshes the rows. A refetch by the library would load all pages again, one after the other.
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

/** Returns the last value that was not stale. While other rows load, it belongs to the rows that are still shown. */
function useLastFresh<T>(value: T, isStale: boolean): T {
  const [fresh, setFresh] = useState(value)
  if (isStale || fresh === value) return fresh
  setFresh(value)
  return value
}
