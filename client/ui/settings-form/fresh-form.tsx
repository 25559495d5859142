import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../skeleton.tsx'
import { LoadError } from '../states.tsx'

type FreshFormProps<D> = {
  query: UseQueryResult<D>
  /** The text that screen readers announce while the form is loading. */
  loading: string
  /** The title of the error message that is shown if the form cannot be loaded. */
  failed: string
  children: (data: D) => ReactNode
}

/** Renders a form with data that was loaded for it. Before, shows a skeleton, or an error message with Retry. */
export function FreshForm<D>({ query, loading, failed, children }: FreshFormProps<D>) {
  const data = freshData(query)
  if (data !== undefined) return children(data)
  if (query.isLoadingError) return <LoadError title={failed} query={query} />
  return (
    <div role="status" aria-label={loading} className="grid gap-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

/**
 * Returns the data of a query for a form that sends back the version of the data, or undefined until it was loaded for this
 * form. The cache may have an older version: a form with it would be refused, or replaced while the user types.
 */
export function freshData<D>(query: UseQueryResult<D>): D | undefined {
  return query.isFetchedAfterMount ? query.data : undefined
}
