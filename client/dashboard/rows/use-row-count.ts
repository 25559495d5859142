import { skipToken, useQuery } from '@tanstack/react-query'
import { useLive } from '../live/live.ts'
import type { RowSource } from './row-source.ts'

/** How many rows a table has in all; null while that is not known. Not asked for while all of them are loaded. */
export function useRowCount<Row>({ key, topics, fetchCount }: RowSource<Row>, hasMore: boolean): number | null {
  const { data, refetch } = useQuery({
    queryKey: ['count', ...key],
    queryFn: hasMore && fetchCount ? ({ signal }) => fetchCount(signal) : skipToken,
  })
  useLive(topics, () => {
    if (hasMore && fetchCount) void refetch()
  })
  return hasMore ? (data?.rows ?? null) : null
}
