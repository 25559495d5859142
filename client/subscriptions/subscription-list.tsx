import type { UseQueryResult } from '@tanstack/react-query'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Price } from '#client/ui/price.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import type { OpenRenewal, OwnSubscription, OwnSubscriptions } from '#contract/orders/subscriptions.ts'
import { homeSections, pages } from '#contract/pages.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { orderStateNames } from '#contract/values/states.ts'
import { ChangeCard } from './change-card.tsx'
import { DialogButton, SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { words } from './texts.ts'
import './subscriptions.css'

type SubscriptionListProps = { query: UseQueryResult<OwnSubscriptions>; token: string }

/** The subscriptions of a customer, and the orders that they have placed. */
export function SubscriptionList({ query, token }: SubscriptionListProps) {
  if (query.data) return <Subscriptions data={query.data} token={token} />
  if (query.isLoadingError) return <LoadError title={words.failed} query={query} />
  return (
    <div className="subscriptions" role="status" aria-label={words.loading}>
      <Skeleton className="h-60" />
    </div>
  )
}

function isPaidByCard({ card, state }: OwnSubscription): boolean {
  return card !== undefined && state !== 'ended'
}

function isPaidByTransfer({ card, state, deliveriesLeft }: OwnSubscription): boolean {
  return card === undefined && deliveriesLeft === undefined && state !== 'ended'
}

function Subscriptions({ data, token }: { data: OwnSubscriptions; token: string }) {
  if (data.subscriptions.length === 0)
    return (
      <EmptyState title={words.empty}>
        <p>{words.emptyMore}</p>
        <ButtonLink to={`${pages.home}#${homeSections.coffees}`}>{words.toCoffee}</ButtonLink>
      </EmptyState>
    )
  const byCard = data.subscriptions.filter(isPaidByCard)
  const isFirst = byCard.length === 0
  const withCard = isFirst && data.takesCards === true ? data.subscriptions.filter(isPaidByTransfer) : byCard
  return (
    <div className="grid gap-6">
      <ul className="subscriptions">
        {data.subscriptions.map((subscription) => (
          <li key={subscription._id}>
            <SubscriptionCard
              subscription={subscription}
              changeAddress={
                subscription.state === 'active' && (
                  <DialogButton {...{ subscription, data, token }} dialog="address" />
                )
              }
              changeCard={
                withCard.includes(subscription) && (
                  <ChangeCard {...{ token, isFirst }} isOfSeveral={withCard.length > 1} />
                )
              }
            >
              <SubscriptionActions subscription={subscription} data={data} token={token} />
            </SubscriptionCard>
          </li>
        ))}
      </ul>
      <OpenRenewals renewals={data.renewals} isByLink={token !== ''} />
    </div>
  )
}

/** The orders that the subscriptions have placed and that were not sent yet. A mailed link does not open them. */
function OpenRenewals({ renewals, isByLink }: { renewals: OpenRenewal[]; isByLink: boolean }) {
  if (renewals.length === 0) return null
  return (
    <section>
      <h2 className="text-xl">{words.renewals}</h2>
      <ul className="open-renewals">
        {renewals.map(({ _id, number, state, roastOn, total }) => (
          <li key={_id} className="spread">
            <span>{words.renewal(number, weekdayText(roastOn))}</span>
            <span className="cluster">
              <Price price={total} />
              <span>{orderStateNames[state]}</span>
              {!isByLink && (
                <PageLink
                  to={pages.ownReceipt(_id)}
                  className="link icon-text"
                  aria-label={words.receiptOf(number)}
                >
                  {words.toReceipt}
                </PageLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
