import { Skeleton } from '#client/ui/skeleton.tsx'
import { words } from '../texts.ts'

const ROWS = 8

/** A table before its first rows are there. */
export function TableSkeleton() {
  return (
    <div className="table-skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: ROWS }, (_, index) => (
        <Skeleton key={index} className="row" />
      ))}
    </div>
  )
}
