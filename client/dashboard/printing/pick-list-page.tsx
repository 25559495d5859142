import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { OpenOrder, PickList } from '#contract/orders/pick-list.ts'
import { pages } from '#contract/pages.ts'
import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { orderMarkNames, orderStateNames } from '#contract/values/states.ts'
import type { OrderMark } from '#contract/values/states.ts'
import { grams } from '#contract/values/orders/grams.ts'
import { callQuery } from '#client/lib/query.ts'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { SheetHead } from '#client/orders/receipt-sheet.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { Price } from '#client/ui/price.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { Mark, Moment } from '../marks/marks.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/picklist`: what has to be packed and roasted, and the orders that are not delivered yet. */
export function PickListPage() {
  const list = useQuery(callQuery('GET /pickList'))
  return (
    <PrintedPage title={words.pickList} heading={() => words.pickHeading} query={list} back={null}>
      {(data) => (
        <>
          <div className="not-printed cluster mb-4">
            <p>{words.pickLead}</p>
            {data.lines.length > 0 && (
              <PageLink to={pages.packingSlips} className="link">
                {words.printSlips}
              </PageLink>
            )}
            {(data.lines.length > 0 || data.onTheWay.some(({ state }) => state === 'packed')) && (
              <PageLink to={pages.addressLabels} className="link">
                {words.printLabels}
              </PageLink>
            )}
          </div>
          <Lists list={data} />
          <OpenOrders title={words.waiting} orders={data.waiting} />
          <OpenOrders title={words.onTheWay} orders={data.onTheWay} />
        </>
      )}
    </PrintedPage>
  )
}

function Lists({ list: { lines, roasts } }: { list: Pick<PickList, 'lines' | 'roasts'> }) {
  if (lines.length === 0) return <EmptyState title={words.nothing} more={words.nothingMore} />
  return (
    <section className="sheet">
      <PickTable lines={lines} />
      {roasts.length > 0 && (
        <>
          <h2>{words.roastHeading}</h2>
          <RoastTable roasts={roasts} />
        </>
      )}
    </section>
  )
}

function PickTable({ lines }: { lines: PickList['lines'] }) {
  return (
    <table className="sheet-table sheet-rows" aria-label={words.pickHeading}>
      <SheetHead columns={[words.count, words.product, words.grind, words.orders]} />
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
      <SheetHead columns={[words.roastDay, words.coffee]} amount={words.weight} />
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

/** An order that is not delivered yet. Packers do not get its total. */
type Open = Omit<OpenOrder, 'total'> & Partial<Pick<OpenOrder, 'total'>>

/** A table of orders with links to their pages. It is not printed. Without orders there is nothing. */
function OpenOrders({ title, orders }: { title: string; orders: Open[] }) {
  const id = useId()
  if (orders.length === 0) return null
  const hasTotals = orders.some(({ total }) => total !== undefined)
  return (
    <section className="sheet not-printed mt-6">
      <h2 id={id}>{title}</h2>
      <table className="sheet-table sheet-rows" aria-labelledby={id}>
        <SheetHead
          columns={[words.orderNumber, words.customer, words.state]}
          {...(hasTotals && { amount: words.total })}
        />
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order._id} order={order} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function OrderRow({ order }: { order: Open }) {
  const { _id, number, marks, customer, state, total, orderedAt } = order
  return (
    <tr>
      <td>
        <PageLink to={pages.fullOrder(_id)} className="link inline-block min-h-6 min-w-6">
          {number}
        </PageLink>
      </td>
      <td className="wrap-anywhere">
        {customer}
        <span className="line small">
          <Moment at={orderedAt} />
        </span>
      </td>
      <td>
        {orderStateNames[state]}
        <OrderMarks marks={marks} />
      </td>
      {total !== undefined && (
        <td className="amount">
          <Price price={total} />
        </td>
      )}
    </tr>
  )
}

/** Labels for what an admin must know before packing an order, such as that its customer has withdrawn. */
function OrderMarks({ marks }: { marks?: OrderMark[] | undefined }) {
  return marks?.map((mark) => (
    <span key={mark}>
      {' '}
      <Mark good={false}>{orderMarkNames[mark]}</Mark>
    </span>
  ))
}
