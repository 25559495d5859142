import type { UseQueryResult } from '@tanstack/react-query'
import { isNotSignedIn, NotSignedIn } from '#client/guests/not-signed-in.tsx'
import { ApiError } from '#client/lib/api.ts'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import { words } from './texts.ts'

/** Says that an order does not exist, is not the caller’s to see, or could not be loaded. */
export function OrderLoadError({
  query,
}: {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}) {
  if (isNotSignedIn(query.error)) return <NotSignedIn />
  if (!(query.error instanceof ApiError && query.error.status === 404))
    return <LoadError title={words.failed} query={query} />
  return <EmptyState title={words.missing} more={words.missingMore} />
}
