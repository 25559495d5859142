import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { LoadError } from '#client/ui/states.tsx'

type NotLoadedProps = {
  query: UseQueryResult<unknown>
  /** The text that screen readers announce while the form is loading. */
  loading: string
  /** The title of the error message that is shown if the form cannot be loaded. */
  failed: string
}

/** What a page shows in place of a form whose data is not loaded: a skeleton, or an error message with Retry. */
export function NotLoaded({ query, loading, failed }: NotLoadedProps) {
  if (query.isLoadingError) return <LoadError title={failed} query={query} />
  return (
    <div role="status" aria-label={loading} className="grid gap-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
