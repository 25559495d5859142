import { lazy } from 'react'
import type { ReactNode } from 'react'
import { AccountLayout } from '#client/account/account-layout.tsx'
import { useLinkToken } from '#client/identity/links/link-page.tsx'
import { useSession } from '#client/identity/session.tsx'
import { ApiError } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { inTime } from '#client/lib/scripts/lazy-page.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { pages } from '#contract/pages.ts'
import { REVOKE } from '#contract/values/orders/subscriptions.ts'
import { useSavedCard } from './change-card.tsx'
import { RevokeLink } from './revoke-link.tsx'
import { SubscriptionList } from './subscription-list.tsx'
import { words } from './texts.ts'
import { useIsOwnLink, useIsStranger, useSubscriptions } from './use-subscriptions.ts'

/** Is loaded when it is shown, because most visitors of the page need no form. */
const AskForLink = lazy(() =>
  inTime(import('./ask-for-link.tsx')).then((script) => ({ default: script.AskForLink })),
)

/**
 * The page `/subscriptions`: the subscriptions of a person who is logged in, of a guest in the browser of the order, or of a
 * person who has opened the link in a mail, `/subscriptions#<token>`.
 */
export function SubscriptionsPage() {
  const { own } = usePageState()
  const token = useLinkToken(pages.subscriptions, own?.subscriptions ? '' : null)
  if (token?.startsWith(REVOKE)) return <RevokeLink token={token.slice(REVOKE.length)} />
  return <Loaded token={token} />
}

function Loaded({ token: opened }: { token: string | null }) {
  const { user } = useSession()
  const isOwn = useIsOwnLink(opened)
  const token = isOwn ? '' : opened
  const query = useSubscriptions(token)
  const isStranger = useIsStranger(token, query.error)
  useSavedCard()
  if (isStranger) return <AskForLink title={words.askTitle} lead={words.askLead} canLogIn />
  if (query.error instanceof ApiError && query.error.code === 'mailed-link-used')
    return <AskForLink title={words.askTitle} lead={words.linkUsed} canLogIn />
  const Layout = user && token === '' ? AccountLayout : PlainLayout
  return (
    <Layout title={words.title}>
      <SubscriptionList query={query} token={token ?? ''} />
    </Layout>
  )
}

function PlainLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page">
      <PageTitle title={title} />
      <div className="mt-6">{children}</div>
    </div>
  )
}
