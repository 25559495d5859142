import { formatMoney } from '#contract/values/money.ts'
import { useId } from 'react'
import { Price } from '#client/ui/price.tsx'
import { barsOf, bestOf, centsOf, dayName, totalOf } from './days.ts'
import type { Day } from './days.ts'
import { words } from './texts.ts'

/** The revenue of the last 30 days as a bar chart in SVG. The same numbers are in a table that the user can expand. */
export function RevenueChart({ days }: { days: Day[] }) {
  const title = useId()
  const top = Math.max(0, ...days.map(centsOf))
  const best = bestOf(days)
  const named = best && { day: dayName(best.day), revenue: best.revenue }
  return (
    <figure className="chart">
      <figcaption id={title}>{words.chart}</figcaption>
      <div className="plot">
        <span className="scale" aria-hidden="true">
          {top > 0 && formatMoney(top)}
        </span>
        <svg
          viewBox={`0 0 ${days.length} 1`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words.summary(totalOf(days), named)}
        >
          <line x1="0" x2={days.length} y1="0" y2="0" />
          <line x1="0" x2={days.length} y1="0.5" y2="0.5" />
          <Bars days={days} />
          <line className="ground" x1="0" x2={days.length} y1="1" y2="1" />
        </svg>
        <p className="ends" aria-hidden="true">
          <span>{dayName(days[0]?.day ?? '')}</span> <span>{words.today}</span>
        </p>
      </div>
      <DaysTable days={days} />
    </figure>
  )
}

function Bars({ days }: { days: Day[] }) {
  return barsOf(days.map(centsOf)).map((bar, index) => (
    <g key={days[index]?.day}>
      <title>{words.bar(dayName(days[index]?.day ?? ''), days[index]?.revenue ?? '')}</title>
      <rect className="column" x={index} y="0" width="1" height="1" />
      <rect className="bar" {...bar} data-today={index === days.length - 1 ? '' : undefined} />
    </g>
  ))
}

function DaysTable({ days }: { days: Day[] }) {
  return (
    <details>
      <summary>{words.asTable}</summary>
      {/* The section with the table is focusable, so that the user can scroll it with the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="days" tabIndex={0} aria-label={words.byDay}>
        <table>
          <thead className="font-semibold">
            <tr>
              <th scope="col">{words.day}</th>
              <th scope="col">{words.sold}</th>
              <th scope="col">{words.dayRevenue}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, sold, revenue }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{dayName(day)}</time>
                </th>
                <td>{sold}</td>
                <td>
                  <Price price={revenue} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
