import { skipToken, useQuery } from '@tanstack/react-query'
import { MOST_COUNTED } from '#contract/values/limits.ts'
import { useLive } from '../live/use-live.ts'
import { words } from '../texts.ts'
import type { RowSource } from './row-pages.ts'

/**
 * Fetches the number of all rows of a table. Returns null until the number has arrived. If all rows are already
 * loaded, sends no request and returns null.
 */
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

/**
 * `hasMore` is true if there are rows after the loaded ones. `total` is the number of all rows, or null if it is not
 * known.
 */
type Known = { hasMore: boolean; total: number | null }

/**
 * Returns the number of rows in words. The server stops counting at `MOST_COUNTED`, so "or more" is added to that
 * number.
 */
export function countText(loaded: number, { hasMore, total }: Known): string {
  if (loaded === 0) return ''
  if (!hasMore) return words.rows(loaded)
  if (total === null) return words.rowsLoaded(loaded)
  if (total < MOST_COUNTED) return words.rows(Math.max(total, loaded))
  return words.rowsAtLeast(Math.max(MOST_COUNTED, loaded))
}

/**
 * Returns the value of `aria-rowcount`: the number of all rows plus one for the header, or -1 if the number is not
 * known.
 */
export function ariaRowCount(loaded: number, { hasMore, total }: Known): number {
  if (!hasMore) return loaded + 1
  return total === null || total >= MOST_COUNTED ? -1 : Math.max(total, loaded) + 1
}

/**
 * Returns the exact number of all rows if it is known and greater than the number of loaded rows. Otherwise returns
 * null.
 */
export function totalBeyondLoaded(loaded: number, { hasMore, total }: Known): number | null {
  return hasMore && total !== null && total < MOST_COUNTED && total > loaded ? total : null
}
