import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { DashboardSummary as Figures } from '#contract/dashboard.ts'
import { midnightText } from '#contract/values/dates/date-texts.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Price } from '#client/ui/price.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { words } from './texts.ts'
import './summary.css'

/**
 * The key figures at the top of the dashboard: the orders and revenue of today, and the revenue and best sellers of
 * the last 30 days.
 */
export function DashboardSummary() {
  const title = useId()
  const { data, isPending, refetch } = useQuery(callQuery('GET /glance'))
  return (
    <section className="panel dashboard-summary" aria-labelledby={title}>
      <h2 id={title} className="sr-only">
        {words.title}
      </h2>
      {data && <Loaded figures={data} />}
      {!data && (isPending ? <Loading /> : <Failed onRetry={() => void refetch()} />)}
    </section>
  )
}

function Loaded({ figures: { today, days, bestSellers } }: { figures: Figures }) {
  return (
    <>
      <dl className="figures" title={words.since(midnightText())}>
        <Figure name={words.orders}>{COUNT.format(today.orders)}</Figure>
        <Figure name={words.revenue}>
          <Price price={today.revenue} />
        </Figure>
        {today.accepted !== undefined && (
          <Figure name={words.accepted}>
            {today.accepted === null ? words.noShare : SHARE.format(today.accepted)}
          </Figure>
        )}
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

/** The products that sold best in the last 30 days. */
function BestSellers({ products }: { products: Figures['bestSellers'] }) {
  const title = useId()
  return (
    <section className="best-sellers" aria-labelledby={title}>
      <h3 id={title}>{words.bestSellers}</h3>
      {products.length === 0 && <p>{words.nothingSold}</p>}
      <ol>
        {products.map(({ productName, sold, revenue }) => (
          <li key={productName}>
            <span className="product">{productName}</span>
            <span>{words.soldOf(sold)}</span>
            <Price price={revenue} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Loading() {
  return (
    <div className="col-span-full grid grid-cols-3 gap-4" role="status" aria-label={words.loading}>
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
  )
}

/**
 * A short message with a Retry button, shown if the key figures could not be loaded. It takes little space, because
 * the rest of the page works without the figures.
 */
function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="col-span-full">
      {words.failed}{' '}
      <Button tone="quiet" onClick={onRetry}>
        {words.retry}
      </Button>
    </p>
  )
}
