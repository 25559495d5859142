import { useCurrency } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import type { ListedSubscription } from '#contract/orders/subscriptions-desk.ts'
import { pages } from '#contract/pages.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { formatMoney } from '#contract/values/money.ts'
import { EmailText, Mark } from '../marks/marks.tsx'
import { DataTable } from '../table/data-table.tsx'
import { useTable } from '../table/use-table.ts'
import type { Column, TableSource } from '../table/use-table.ts'
import { words as menuWords } from '../texts.ts'
import { ordersOf } from './subscription-page.tsx'
import { words } from './texts.ts'

const SOURCE: TableSource<'GET /allSubscriptions'> = {
  call: 'GET /allSubscriptions',
  sorts: ['newest'],
  filters: ['email', 'name', 'state'],
  states: words.states,
}

const COLUMNS: readonly Column<ListedSubscription>[] = [
  {
    name: 'name',
    header: words.person,
    rowHeader: true,
    cell: ({ _id, name }) => (
      <PageLink to={pages.subscription(_id)} className="link">
        {name}
      </PageLink>
    ),
  },
  {
    name: 'email',
    header: menuWords.email,
    cell: ({ email, name }) =>
      email !== '' && (
        <PageLink to={ordersOf(email)} className="link" title={words.ordersOf(name)}>
          <EmailText email={email} />
        </PageLink>
      ),
  },
  { name: 'text', header: words.coffee, cell: ({ quantity, coffee }) => `${quantity} × ${coffee}` },
  {
    name: 'way',
    header: words.rhythm,
    width: '8.5rem',
    narrow: '7.5rem',
    cell: ({ everyWeeks }) => words.every(everyWeeks),
  },
  {
    name: 'time',
    header: words.next,
    width: '9.5rem',
    narrow: '7rem',
    cell: ({ nextDay, state }) =>
      state === 'active' && (nextDay === null ? words.undeliverable : weekdayText(nextDay)),
  },
  {
    name: 'status',
    header: words.state,
    width: '6rem',
    cell: ({ state }) => <Mark good={state === 'active'}>{words.states[state]}</Mark>,
  },
  {
    name: 'price-cell',
    header: words.price,
    width: '6.5rem',
    cell: ({ income, gift }) => (gift ? words.gift(gift) : <Money cents={income} />),
  },
]

export function AllSubscriptions() {
  return (
    <section aria-labelledby="all-subscriptions">
      <h2 id="all-subscriptions" className="text-xl mb-4">
        {words.all}
      </h2>
      <DataTable
        label={words.all}
        name="subscribers"
        nameLabel={words.person}
        columns={COLUMNS}
        table={useTable(SOURCE)}
        none={words.none}
      />
    </section>
  )
}

function Money({ cents }: { cents: number }) {
  return <span className="price">{formatMoney(cents, useCurrency())}</span>
}
