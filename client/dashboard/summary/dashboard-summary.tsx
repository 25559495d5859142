import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { DashboardSummary as Figures } from '#contract/dashboard.ts'
import { axisDayText, midnightText } from '#contract/values/dates/date-texts.ts'
import { formatMoney, toTotal, withCommas } from '#contract/values/money.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { Price } from '#client/ui/price.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { words } from './texts.ts'
import './summary.css'

/**
 * The key figures at the top of the dashboard: the orders of today, and the revenue of today and of the last 30 days before
 * and after refunds, with the best sellers.
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
        <Figure name={words.orders}>{withCommas(today.orders)}</Figure>
        <Revenue name={words.revenue} days={[today]} />
        <Revenue name={words.revenueOfDays} days={days} />
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

const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Day = Figures['days'][number]

/** Returns the sum of an amount of some days, in the smallest unit of the currency. */
function sumOf<A extends 'revenue' | 'refunded'>(days: Pick<Day, A>[], amount: A, currency: string): number {
  return days.reduce((sum, day) => sum + (toTotal(day[amount], currency) ?? 0), 0)
}

/** The revenue of some days and, if there were refunds, what is left of it. */
function Revenue({ name, days }: { name: string; days: Pick<Day, 'revenue' | 'refunded'>[] }) {
  const currency = useCurrency()
  const gross = sumOf(days, 'revenue', currency)
  const net = gross - sumOf(days, 'refunded', currency)
  return (
    <Figure name={name}>
      {formatMoney(gross, currency)}
      {net < gross && <span className="net small">{words.afterRefunds(formatMoney(net, currency))}</span>}
    </Figure>
  )
}

/** The share of its column that a bar takes. */
const BAR_WIDTH = 0.72

/**
 * The revenue of the last 30 days as a bar chart in SVG, which is 1 high and has a column of the width 1 for each day. The
 * same numbers are in a table that the user can expand.
 */
export function RevenueChart({ days }: { days: Day[] }) {
  const title = useId()
  const currency = useCurrency()
  const bars = days.map((day) => ({ name: axisDayText(day.day), cents: sumOf([day], 'revenue', currency) }))
  const best = bars.toSorted((a, b) => b.cents - a.cents).find(({ cents }) => cents > 0)
  const money = (cents: number) => formatMoney(cents, currency)
  const total = sumOf(days, 'revenue', currency)
  return (
    <figure className="chart">
      <figcaption id={title}>{words.chart}</figcaption>
      <div className="plot">
        <span className="scale" aria-hidden="true">
          {best && money(best.cents)}
        </span>
        <svg
          viewBox={`0 0 ${days.length} 1`}
          preserveAspectRatio="none"
          role="img"
          aria-label={best ? words.summary(money(total), best.name, money(best.cents)) : words.noRevenue}
        >
          <line x1="0" x2={days.length} y1="0" y2="0" />
          <line x1="0" x2={days.length} y1="0.5" y2="0.5" />
          {bars.map(({ name, cents }, index) => {
            const height = best ? cents / best.cents : 0
            return (
              <g key={name}>
                <title>{words.bar(name, money(cents))}</title>
                <rect className="column" x={index} y="0" width="1" height="1" />
                <rect
                  className="bar"
                  x={index + (1 - BAR_WIDTH) / 2}
                  y={1 - height}
                  width={BAR_WIDTH}
                  height={height}
                  data-today={index === days.length - 1 ? '' : undefined}
                />
              </g>
            )
          })}
          <line className="ground" x1="0" x2={days.length} y1="1" y2="1" />
        </svg>
        <p className="ends" aria-hidden="true">
          <span>{bars[0]?.name}</span> <span>{words.today}</span>
        </p>
      </div>
      <DaysTable days={days} />
    </figure>
  )
}

function DaysTable({ days }: { days: Day[] }) {
  return (
    <details>
      <summary>{words.asTable}</summary>
      {/* The section with the table is focusable, so that the user can scroll it with the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="days" tabIndex={0} aria-label={words.byDay}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.sold}</th>
              <th scope="col">{words.dayRevenue}</th>
              <th scope="col">{words.refunded}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, sold, revenue, refunded }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{axisDayText(day)}</time>
                </th>
                <td>{sold}</td>
                <td>
                  <Price price={revenue} />
                </td>
                <td>
                  <Price price={refunded} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

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
    <div className="summary-loading" role="status" aria-label={words.loading}>
      <Skeleton className="h-31 md:h-36" />
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
