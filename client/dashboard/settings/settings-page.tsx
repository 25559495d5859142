import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { NotLoaded } from '../forms/not-loaded.tsx'
import { OpeningForm } from './opening-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import './settings.css'
import { words } from './texts.ts'

/** The page `/dashboard/settings`: whether the shop is open, and its name, texts, pictures, colour and legal pages. */
export function SettingsPage() {
  const query = useQuery(callQuery('GET /shop/profile'))
  // The form keeps the version with which it is opened, so it is not opened with a profile from the cache.
  const loaded = query.isFetchedAfterMount ? query.data : undefined
  return (
    <div className="settings">
      <PageTitle title={words.title} />
      <OpeningForm />
      {loaded ? (
        <ProfileForm loaded={loaded} />
      ) : (
        <NotLoaded query={query} loading={words.loading} failed={words.failed} />
      )}
    </div>
  )
}
