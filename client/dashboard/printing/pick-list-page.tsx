import { useQuery } from '@tanstack/react-query'
import type { PickList } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { callQuery } from '#client/lib/query.ts'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { grams } from '#client/lib/packed-as.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useLive } from '../live/use-live.ts'
import { OpenOrders } from './open-orders.tsx'
import { OrderMarks } from './order-marks.tsx'
import { words } from './texts.ts'

const TOPICS: readonly LiveTopic[] = ['orders']

/** The page `/dashboard/picklist`: what has to be packed and roasted, and the orders that are not delivered yet. */
export function PickListPage() {
  const list = useQuery(callQuery('GET /pickList'))
  useLive(TOPICS, () => void list.refetch())
  return (
    <PrintedPage title={words.pickList} heading={() => words.pickHeading} query={list} back={null}>
      {(data) => (
        <>
          <p className="not-printed mb-4">{words.pickLead}</p>
          {data.lines.length === 0 ? <NothingToPack /> : <Lists list={data} />}
          <OpenOrders title={words.waiting} orders={data.waiting} />
          <OpenOrders title={words.onTheWay} orders={data.onTheWay} />
        </>
      )}
    </PrintedPage>
  )
}

function NothingToPack() {
  return (
    <EmptyState title={words.nothing}>
      <p>{words.nothingMore}</p>
    </EmptyState>
  )
}

function Lists({ list }: { list: PickList }) {
  return (
    <section className="sheet">
      <PickTable lines={list.lines} />
      {list.roasts.length > 0 && (
        <>
          <h2>{words.roastHeading}</h2>
          <RoastTable roasts={list.roasts} />
        </>
      )}
    </section>
  )
}

function PickTable({ lines }: { lines: PickList['lines'] }) {
  return (
    <table className="sheet-table sheet-rows" aria-label={words.pickHeading}>
      <thead>
        <tr>
          <th scope="col">{words.count}</th>
          <th scope="col">{words.product}</th>
          <th scope="col">{words.grind}</th>
          <th scope="col">{words.orders}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ product, soldAs, weight, grind, count, orders }) => (
          <tr key={JSON.stringify([product, soldAs, weight, grind])}>
            <td className="short">{count} ×</td>
            <td>
              {product}
              {weight !== undefined && `, ${grams(weight)}`}
              {soldAs !== undefined && soldAs !== product && <span className="line small">{soldAs}</span>}
            </td>
            <td>{grind}</td>
            <td>
              <ul className="pick-orders">
                {orders.map(({ _id, number, marks }) => (
                  <li key={_id}>
                    <PageLink to={pages.fullOrder(_id)} className="link">
                      {number}
                    </PageLink>
                    <OrderMarks marks={marks} />
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RoastTable({ roasts }: { roasts: PickList['roasts'] }) {
  return (
    <table className="sheet-table sheet-rows" aria-label={words.roastHeading}>
      <thead>
        <tr>
          <th scope="col">{words.roastDay}</th>
          <th scope="col">{words.coffee}</th>
          <th scope="col" className="amount">
            {words.weight}
          </th>
        </tr>
      </thead>
      <tbody>
        {roasts.map(({ roastOn, coffee, grams: weight }) => (
          <tr key={JSON.stringify([roastOn, coffee])}>
            <td className="day">{roastOn === undefined ? words.noDay : weekdayText(roastOn)}</td>
            <td>{coffee}</td>
            <td className="amount">{grams(weight)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
