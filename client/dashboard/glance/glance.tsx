import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { Glance as Figures } from '#contract/dashboard.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Price } from '#client/ui/price.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useLive } from '../live/live.ts'
import './glance.css'
import { BestSellers } from './best-sellers.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { words } from './texts.ts'

const TOPICS: readonly LiveTopic[] = ['orders']

/** Today at a glance, and the last 30 days. */
export function Glance() {
  const title = useId()
  const { data, isPending, refetch } = useQuery(callQuery('GET /glance'))
  useLive(TOPICS, () => void refetch())
  return (
    <section className="glance" aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        {words.title}
      </h2>
      {data && <Shown figures={data} />}
      {!data && (isPending ? <Loading /> : <Failed onRetry={() => void refetch()} />)}
    </section>
  )
}

function Shown({ figures: { today, days, bestSellers } }: { figures: Figures }) {
  return (
    <>
      <dl className="figures" title={words.since}>
        <Figure name={words.orders}>{COUNT.format(today.orders)}</Figure>
        <Figure name={words.revenue}>
          <Price price={today.revenue} />
        </Figure>
        <Figure name={words.accepted}>
          {today.accepted === null ? words.noShare : SHARE.format(today.accepted)}
        </Figure>
      </dl>
      <RevenueChart days={days} />
      <BestSellers products={bestSellers} />
    </>
  )
}

const COUNT = new Intl.NumberFormat('en')
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Loading() {
  return (
    <div className="glance-loading" role="status" aria-label={words.loading}>
      <Skeleton className="figure" />
      <Skeleton className="figure" />
      <Skeleton className="figure" />
    </div>
  )
}

/** The table below does not depend on the figures, so that their absence is told quietly. */
function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="glance-failed">
      {words.failed}{' '}
      <Button tone="quiet" onClick={onRetry}>
        {words.retry}
      </Button>
    </p>
  )
}
