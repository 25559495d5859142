import { useId } from 'react'
import { PageLink } from '#client/ui/page-link.tsx'
import type { JoinedSubscription, SubscriptionsOverview } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { Moment } from '../marks/marks.tsx'
import { words } from './texts.ts'

export function Changes({ overview: { joined, paused, left } }: { overview: SubscriptionsOverview }) {
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="text-xl mb-4">
        {words.changes}
      </h2>
      <div className="subscription-cards">
        <Group title={words.joined} changes={joined} />
        <Group title={words.paused} changes={paused} more={words.pausedMore} />
        <Group title={words.left} changes={left} />
      </div>
    </section>
  )
}

type GroupProps = { title: string; changes: SubscriptionsOverview['joined']; more?: string }

function Group({ title, changes: { count, newest }, more }: GroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel subscription-card">
      <h3 id={id} className="text-lg">
        {title}: {count}
      </h3>
      {count === 0 && <p>{words.noChanges}</p>}
      {count > 0 && more !== undefined && <p className="small">{more}</p>}
      <ul>
        {newest.map((change) => (
          <Change key={change._id} change={change} />
        ))}
      </ul>
      {count > newest.length && <p>{words.andMore(count - newest.length)}</p>}
    </section>
  )
}

function Change({ change: { _id, name, email, coffee, at, reason } }: { change: JoinedSubscription }) {
  return (
    <li>
      <PageLink to={pages.subscription(_id)} className="link font-medium">
        {name}
      </PageLink>
      <span className="small block">
        {email !== '' && <span className="block">{email}</span>}
        {coffee}
        {at !== null && (
          <>
            {' · '}
            <span className="inline-block">
              <Moment at={at} />
            </span>
          </>
        )}
      </span>
      {reason !== null && <span className="block">“{reason}”</span>}
    </li>
  )
}
