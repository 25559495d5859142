import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import { CurrencySection } from './currency-section.tsx'
import { Preview } from './preview.tsx'
import './selling.css'
import { SellingForm } from './selling-form.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/selling`: the settings for delivery, roasting, tax and the like. */
export function SellingPage() {
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(callQuery('GET /selling'))
  return (
    <div className="selling">
      <PageTitle title={words.title} />
      <Preview />
      <CurrencySection />
      {data && <SellingForm loaded={data} />}
      {isLoadingError && (
        <ErrorState title={words.failed} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isLoadingError && <Loading />}
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label={words.loading} className="grid gap-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
