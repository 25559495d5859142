import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import './start.css'
import { Steps } from './steps.tsx'
import { words } from './texts.ts'

/**
 * The page `/dashboard/start`, which leads the first admin through setting up an empty shop. Nothing of its progress is
 * stored: the server derives from the settings and the products which steps are done.
 */
export function StartPage() {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(callQuery('GET /shop/start'))
  return (
    <div className="start">
      <PageTitle title={words.start} />
      {data && <Steps start={data} />}
      {isLoadingError && (
        <ErrorState
          title={words.startFailed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isLoadingError && (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </div>
  )
}
