import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountLayout } from '#client/account/account-layout.tsx'
import { useLinkToken } from '#client/identity/links/link-page.tsx'
import { useSession } from '#client/identity/session.tsx'
import { ApiError } from '#client/lib/api.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import type { OwnSubscriptions } from '#contract/subscriptions.ts'
import { REVOKE } from '#contract/values/orders/subscriptions.ts'
import { AskForLink } from './ask-for-link.tsx'
import { OpenRenewals } from './open-renewals.tsx'
import { RevokeLink } from './revoke-link.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { words } from './texts.ts'
import { useSubscriptions } from './use-subscriptions.ts'
import './subscriptions.css'

/**
 * The page `/subscriptions`: the subscriptions of a person who is logged in, of a guest in the browser of the order, or of a
 * person who has opened the link in a mail, `/subscriptions#<token>`.
 */
export function SubscriptionsPage() {
  const token = useLinkToken(pages.subscriptions)
  if (token?.startsWith(REVOKE)) return <RevokeLink token={token.slice(REVOKE.length)} />
  return <Loaded token={token} />
}

function Loaded({ token }: { token: string | null }) {
  const { user } = useSession()
  const query = useSubscriptions(token)
  const isUnknown = token === '' && query.error instanceof ApiError && query.error.status === 401
  if (isUnknown) return <AskForLink title={words.askTitle} lead={words.askLead} canLogIn />
  const Layout = user && token === '' ? AccountLayout : PlainLayout
  return (
    <Layout title={words.title}>
      <States query={query} isByLink={Boolean(token)}>
        {(data) => <Subscriptions data={data} token={token ?? ''} />}
      </States>
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

type StatesProps = {
  query: UseQueryResult<OwnSubscriptions>
  isByLink: boolean
  children: (data: OwnSubscriptions) => ReactNode
}

function States({ query, isByLink, children }: StatesProps) {
  if (query.data) return children(query.data)
  if (query.isLoadingError)
    return <LoadError title={isByLink ? words.linkFailed : words.failed} query={query} />
  return (
    <div className="subscriptions" role="status" aria-label={words.loading}>
      <Skeleton className="h-60" />
    </div>
  )
}

function Subscriptions({ data, token }: { data: OwnSubscriptions; token: string }) {
  if (data.subscriptions.length === 0)
    return (
      <EmptyState title={words.empty}>
        <p>{words.emptyMore}</p>
        <ButtonLink to={`${pages.home}#${homeSections.coffees}`}>{words.toCoffee}</ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <ul className="subscriptions">
        {data.subscriptions.map((subscription) => (
          <li key={subscription._id}>
            <SubscriptionCard subscription={subscription} data={data} token={token} />
          </li>
        ))}
      </ul>
      <OpenRenewals renewals={data.renewals} isByLink={token !== ''} />
    </>
  )
}
