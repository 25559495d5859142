import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { freshData } from '../forms/fresh-data.ts'
import { NotLoaded } from '../forms/not-loaded.tsx'
import { OpeningForm } from './opening-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import './settings.css'
import { words } from './texts.ts'

/** The page `/dashboard/settings`: whether the shop is open, and its name, texts, pictures, colour and legal pages. */
export function SettingsPage() {
  const query = useQuery(callQuery('GET /shop/profile'))
  const loaded = freshData(query)
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
