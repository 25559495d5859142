import { useLocation } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import './mail.css'
import { words } from './texts.ts'

const TABS = [
  { to: pages.messages, text: words.inbox },
  { to: pages.outbox, text: words.outbox },
]

/** Inbox and outbox, each a page with its own address. */
export function MailTabs() {
  const { pathname } = useLocation()
  return (
    <nav className="mail-tabs" aria-label={words.tabs}>
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
