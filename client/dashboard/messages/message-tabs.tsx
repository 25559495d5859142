import { useLocation } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import './messages.css'

/** The texts that the inbox and the outbox share. */
export const words = {
  title: 'Messages',
  tabs: 'Kinds of messages',
  inbox: 'Inbox',
  outbox: 'Outbox',
} as const

const TABS = [
  { to: pages.messages, text: words.inbox },
  { to: pages.outbox, text: words.outbox },
]

/** Links to the inbox and the outbox, which are two pages. */
export function MessageTabs() {
  const { pathname } = useLocation()
  return (
    <nav className="message-tabs" aria-label={words.tabs}>
      <ul>
        {TABS.map(({ to, text }) => (
          <li key={to}>
            <PageLink to={to} aria-current={to === pathname ? 'page' : undefined}>
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
