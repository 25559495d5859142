import { useId } from 'react'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { pages } from '#contract/pages.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { orderStateText } from '#contract/values/states.ts'
import { nameWithWeight } from '#contract/values/orders/grams.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Price } from '#client/ui/price.tsx'
import { OrderActions } from './order-actions.tsx'
import { words } from './texts.ts'

/**
 * One of the customer's orders: its state, what was bought, and what the customer can do with it. An order that is not
 * paid is cancelled at once, also by a customer who withdraws from it.
 */
export function OwnOrderCard({ order }: { order: OwnOrder }) {
  const { _id, number, state, kind, total, orderedAt, products, trackingUrl, promise, withdrawnAt } = order
  const heading = useId()
  const isPromised = ['paid', 'packed', 'sent', 'ready'].includes(state)
  return (
    <article className="panel own-order" aria-labelledby={heading}>
      <div className="spread">
        <h2 id={heading} className="text-xl">
          {words.order(number)}
        </h2>
        <span className="font-medium">{orderStateText(order)}</span>
      </div>
      <p>{products.map(productText).join(' · ')}</p>
      {promise && isPromised && <p>{promiseText({ kind, promise })}</p>}
      {order.payLaterNote !== undefined && <HowToPay note={order.payLaterNote} />}
      {withdrawnAt !== undefined && <p>{words.withdrawnOn(dayText(withdrawnAt))}</p>}
      <div className="spread">
        <p>
          <Price price={total} /> <span className="small inline-block">{dayText(orderedAt)}</span>
        </p>
        <div className="cluster">
          {trackingUrl !== undefined && (
            <a href={trackingUrl} className="link icon-text" rel="noreferrer">
              {words.track}
            </a>
          )}
          <PageLink
            to={pages.ownReceipt(_id)}
            className="link icon-text"
            aria-label={words.receiptOf(number)}
          >
            {words.receipt}
          </PageLink>
          <OrderActions order={order} />
        </div>
      </div>
    </article>
  )
}

/** Returns how often which product was bought, such as `2 × Lungo, 250 g`. */
function productText({ name, weight, count }: OwnOrder['products'][number]): string {
  const product = nameWithWeight(name, weight)
  return count > 1 ? `${count} × ${product}` : product
}

function HowToPay({ note }: { note: string }) {
  return (
    <div>
      <h3>{words.howToPay}</h3>
      <p className="whitespace-pre-wrap">{note}</p>
    </div>
  )
}
