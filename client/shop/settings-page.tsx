import { useQuery } from '@tanstack/react-query'
import { findPage, pages } from '#contract/pages.ts'
import { callQuery } from '#client/lib/query.ts'
import { useLocation } from '#client/lib/router.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { TabLinks } from '#client/ui/tab-links/tab-links.tsx'
import { FreshForm, freshData } from '#client/ui/settings-form/fresh-form.tsx'
import { OpeningSection } from './opening-fields.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import './profile/settings.css'
import { words } from './profile/texts.ts'

const TABS = [
  { page: pages.settings, text: words.tabs.look },
  { page: pages.settingsHome, text: words.tabs.home },
  { page: pages.settingsContact, text: words.tabs.contact },
  { page: pages.settingsLegal, text: words.tabs.legal },
  { page: pages.settingsOpening, text: words.tabs.opening },
]

/**
 * The pages `/dashboard/settings` and below: the name, texts, pictures, colour and legal pages of the shop, and whether it
 * is open. They share one form, which stays when the admin goes from one to another.
 */
export function SettingsPage() {
  const { name, path = pages.settings, title = words.title } = findPage(useLocation().pathname) ?? {}
  const isOpening = name === 'settingsOpening'
  const query = useQuery(callQuery('GET /shop/profile'))
  const isLoaded = freshData(query) !== undefined
  return (
    <div className="settings">
      <div className="grid grid-cols-1 gap-3">
        <PageTitle key={name} title={title} />
        <TabLinks label={words.sections} tabs={TABS} />
      </div>
      {isOpening && <OpeningSection />}
      {(isLoaded || !isOpening) && (
        <FreshForm query={query} loading={words.loading} failed={words.failed}>
          {(loaded) => <ProfileForm loaded={loaded} section={path} />}
        </FreshForm>
      )}
    </div>
  )
}
