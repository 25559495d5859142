import { useCurrency } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import type { DueDay, SubscriptionsOverview } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { formatMoney } from '#contract/values/money.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { words } from './texts.ts'

export function DueDays({ overview }: { overview: SubscriptionsOverview }) {
  const { due, undeliverable } = overview
  return (
    <section aria-labelledby="due">
      <h2 id="due" className="text-xl">
        {words.due}
      </h2>
      <p className="mt-1 mb-4">
        {words.dueMore}{' '}
        <PageLink to={pages.selling} className="link">
          {words.closedDays}
        </PageLink>
        .
      </p>
      {undeliverable > 0 && <p className="mb-4">{words.undeliverableMore(undeliverable)}</p>}
      {due.length === 0 && <p>{words.noneDue}</p>}
      <ul className="subscription-cards">
        {due.map((day) => (
          <li key={day.day}>
            <Day due={day} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Day({ due: { day, coffees, deliveries, orders, unpaid, income } }: { due: DueDay }) {
  const currency = useCurrency()
  return (
    <article className="panel subscription-card">
      <h3 className="text-lg">{weekdayText(day)}</h3>
      <p className="font-semibold">{[weightText(coffees), words.deliveries(deliveries)].join(' · ')}</p>
      <ul>
        {coffees.map((coffee) => (
          <li key={coffee.name} className="spread">
            <span>{coffee.name}</span>
            <span>{weightText([coffee])}</span>
          </li>
        ))}
      </ul>
      <p className="small">
        {/* The deliveries of gifts are paid, and bring no income. */}
        {[
          words.orders(orders, unpaid),
          ...(income > 0 ? [words.income(formatMoney(income, currency))] : []),
        ].join(' · ')}
      </p>
    </article>
  )
}

/** Returns how many bags there are, and what they weigh if that is known of all. */
function weightText(coffees: DueDay['coffees']): string {
  const bags = words.bags(coffees.reduce((sum, coffee) => sum + coffee.bags, 0))
  if (coffees.some((coffee) => coffee.grams === null)) return bags
  return `${bags}, ${grams(coffees.reduce((sum, coffee) => sum + (coffee.grams ?? 0), 0))}`
}
