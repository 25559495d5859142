import { pages } from '#contract/pages.ts'
import { TabLinks } from '#client/ui/tab-links.tsx'

/** The texts that the inbox page and the outbox page share. */
export const words = {
  title: 'Messages',
  tabs: 'Kinds of messages',
  inbox: 'Inbox',
  outbox: 'Outbox',
} as const

const TABS = [
  { page: pages.messages, text: words.inbox },
  { page: pages.outbox, text: words.outbox },
]

/** The tabs on the inbox page and the outbox page. Each tab is a link to one of these pages. */
export function MessageTabs() {
  return (
    <div className="mt-3 mb-5">
      <TabLinks label={words.tabs} tabs={TABS} />
    </div>
  )
}
