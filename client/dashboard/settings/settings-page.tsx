import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import { OpeningForm } from './opening-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import './settings.css'
import { words } from './texts.ts'

/** The page `/dashboard/settings`: whether the shop is open, and its name, texts, pictures, colour and legal pages. */
export function SettingsPage() {
  const { data, isFetchedAfterMount, isLoadingError, error, isFetching, refetch } = useQuery(
    callQuery('GET /shop/profile'),
  )
  // The form keeps the version with which it is opened, so it is not opened with a profile from the cache.
  const loaded = isFetchedAfterMount ? data : undefined
  return (
    <div className="settings">
      <PageTitle title={words.title} />
      <OpeningForm />
      {loaded && <ProfileForm loaded={loaded} />}
      {isLoadingError && (
        <ErrorState title={words.failed} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!loaded && !isLoadingError && <Loading />}
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
