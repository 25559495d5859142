import { skipToken, useQuery } from '@tanstack/react-query'
import { MOST_COUNTED } from '#contract/values/limits.ts'
import { useLive } from '../live/use-live.ts'
import { words } from '../texts.ts'
import type { RowSource } from './row-pages.ts'

/** Returns how many rows a table has, or null while that is unknown. Sends no request while all rows are loaded. */
export function useRowCount<Row>({ key, topics, count }: RowSource<Row>, hasMore: boolean): number | null {
  const { data, refetch } = useQuery({
    queryKey: count?.key ?? ['no count', ...key],
    queryFn: hasMore && count ? ({ signal }) => count.fetch(signal) : skipToken,
  })
  useLive(topics, () => {
    if (hasMore && count) void refetch()
  })
  return hasMore ? (data?.rows ?? null) : null
}

/** What is known about the rows after the loaded ones. `total` counts all rows, and is null while it is unknown. */
type Known = { hasMore: boolean; total: number | null }

/** Returns the number of rows in words. The server counts up to `MOST_COUNTED`, which stands for that many or more. */
export function countText(loaded: number, { hasMore, total }: Known): string {
  if (loaded === 0) return ''
  if (!hasMore) return words.rows(loaded)
  if (total === null) return words.rowsLoaded(loaded)
  if (total < MOST_COUNTED) return words.rows(Math.max(total, loaded))
  return words.rowsAtLeast(Math.max(MOST_COUNTED, loaded))
}

/** Returns the value of `aria-rowcount`: all rows and the header, or -1 if their number is unknown. */
export function ariaRowCount(loaded: number, { hasMore, total }: Known): number {
  if (!hasMore) return loaded + 1
  return total === null || total >= MOST_COUNTED ? -1 : Math.max(total, loaded) + 1
}

/** Returns the exact number of rows if there are more than the loaded ones, otherwise null. */
export function totalBeyondLoaded(loaded: number, { hasMore, total }: Known): number | null {
  return hasMore && total !== null && total < MOST_COUNTED && total > loaded ? total : null
}
