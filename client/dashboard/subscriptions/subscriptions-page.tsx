import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardListStates } from '#client/ui/states.tsx'
import type { SubscriptionsOverview } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { dateText } from '#contract/values/dates/date-texts.ts'
import { words as menuWords } from '../texts.ts'
import { AllSubscriptions } from './all-subscriptions.tsx'
import { Changes } from './changes.tsx'
import { DueDays } from './due-days.tsx'
import { MissedDeliveries } from './missed-deliveries.tsx'
import './subscriptions.css'
import { words } from './texts.ts'

/** The page `/dashboard/subscriptions`: what they need on the coming roast days, how they change, and all of them. */
export function SubscriptionsPage() {
  const query = useQuery(callQuery('GET /subscriptionsOverview'))
  return (
    <>
      <PageTitle title={menuWords.subscriptions} />
      <p className="mt-2 mb-6">{words.lead}</p>
      <CardListStates list={query} loading={words.loading} failed={words.failed}>
        {(overview) => <Overview overview={overview} />}
      </CardListStates>
      {/* The table would move down when what is above it is loaded. */}
      <div hidden={query.isPending}>
        <AllSubscriptions />
      </div>
    </>
  )
}

function Overview({ overview }: { overview: SubscriptionsOverview }) {
  return (
    <div className="subscription-parts">
      {!overview.isOffered && (
        <p className="panel">
          {words.notOffered}{' '}
          <PageLink to={pages.selling} className="link">
            {words.offer}
          </PageLink>
        </p>
      )}
      <MissedDeliveries missed={overview.missed} />
      <SoldOutPresents presents={overview.soldOutPresents} />
      <DueDays overview={overview} />
      <Changes overview={overview} />
    </div>
  )
}

function SoldOutPresents({ presents }: { presents: SubscriptionsOverview['soldOutPresents'] }) {
  if (presents.length === 0) return null
  return (
    <section aria-labelledby="sold-out-presents">
      <h2 id="sold-out-presents" className="text-xl">
        {words.soldOutPresents}
      </h2>
      <p className="mt-1 mb-4">{words.soldOutPresentsMore}</p>
      <ul>
        {presents.map(({ _id, name, day }) => (
          <li key={_id}>
            <PageLink to={pages.subscription(_id)} className="link">
              {name}
            </PageLink>
            , {words.soldOutOn(dateText(day))}
          </li>
        ))}
      </ul>
    </section>
  )
}
