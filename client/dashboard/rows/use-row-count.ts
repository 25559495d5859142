import { skipToken, useQuery } from '@tanstack/react-query'
import { useLive } from '../live/live.ts'
import type { RowSource } from './row-source.ts'

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
