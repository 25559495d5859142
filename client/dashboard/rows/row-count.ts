import type { MOST_COUNTED } from '#contract/values/limits.ts'
import { words } from '../texts.ts'

/** The server counts no further. */
const MOST: typeof MOST_COUNTED = 100_000

/** What is known about the rows after the loaded ones; `total` counts all rows and is null while it is unknown. */
type Known = { hasMore: boolean; total: number | null }

/** Says how many rows a table has. */
export function countText(loaded: number, { hasMore, total }: Known): string {
  if (loaded === 0) return ''
  if (!hasMore) return words.rows(loaded)
  if (total === null) return words.rowsLoaded(loaded)
  return total < MOST ? words.rows(Math.max(total, loaded)) : words.rowsAtLeast(Math.max(MOST, loaded))
}

/** The value of `aria-rowcount`: all rows and the header, or -1 if their number is unknown. */
export function ariaRowCount(loaded: number, { hasMore, total }: Known): number {
  if (!hasMore) return loaded + 1
  return total === null || total >= MOST ? -1 : Math.max(total, loaded) + 1
}

/** Returns the exact number of rows if there are more than the loaded ones, otherwise null. */
export function totalBeyondLoaded(loaded: number, { hasMore, total }: Known): number | null {
  return hasMore && total !== null && total < MOST && total > loaded ? total : null
}
