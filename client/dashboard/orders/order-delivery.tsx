import type { OrderDetails } from '#contract/orders/order-details.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { OrderPanel } from './order-panel.tsx'
import { words } from './texts.ts'

/**
 * How, where and when an order is delivered, as the customer was promised, with the customer's note and the tracking
 * link. Shows nothing for an order with neither a checkout nor a tracking link.
 */
export function OrderDelivery({ order: { checkout, trackingUrl } }: { order: OrderDetails }) {
  if (!checkout && trackingUrl === undefined) return null
  return (
    <OrderPanel title={words.delivery}>
      {checkout && <Agreed checkout={checkout} />}
      {trackingUrl !== undefined && (
        <p>
          <a href={trackingUrl} className="link" rel="noreferrer">
            {words.follow}
          </a>
        </p>
      )}
    </OrderPanel>
  )
}

type Checkout = NonNullable<OrderDetails['checkout']>

function Agreed({ checkout: { method, address, addressLines, note, promise } }: { checkout: Checkout }) {
  return (
    <>
      <p className="font-semibold">{method.name}</p>
      {promise && <p>{promiseText({ kind: method.kind, promise })}</p>}
      {address && (
        <address className="order-address">
          {[...addressLines, address.phone].filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      {note !== '' && (
        <blockquote className="order-note">
          <p className="small">{words.customerNote}</p>
          <p>{note}</p>
        </blockquote>
      )}
    </>
  )
}
