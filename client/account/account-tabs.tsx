import { pages } from '#contract/pages.ts'
import { TabLinks } from '#client/ui/tab-links.tsx'
import { words } from './texts.ts'

const TABS = [
  { page: pages.account, text: words.ordersTab },
  { page: pages.profile, text: words.profileTab },
  { page: pages.ownData, text: words.privacyTab },
]

/** The tabs on the pages of a customer's own account. Each tab is a link to one of these pages. */
export function AccountTabs() {
  return (
    <div className="mt-3 mb-5">
      <TabLinks label={words.tabs} tabs={TABS} />
    </div>
  )
}
