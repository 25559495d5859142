import { useId } from 'react'
import type { ReactNode } from 'react'
import type { OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { trackingText } from '#contract/values/orders/carriers.ts'
import { correctableStates } from '#contract/values/states.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { CorrectAddress } from './correct-address.tsx'
import { words } from './texts.ts'
import { TrackingForm } from './tracking.tsx'

export function OrderPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel order-panel" aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/**
 * How, where and when an order is delivered, as the customer was promised, with the customer's note and the tracking
 * link. Shows nothing for an order without a checkout that is over.
 */
export function OrderDelivery({ order }: { order: OrderDetails | PackedOrder }) {
  const { checkout, trackingUrl, state } = order
  const canCorrect = isCorrectable(order)
  if (!checkout && trackingUrl === undefined && state !== 'sent' && !canCorrect) return null
  return (
    <OrderPanel title={words.delivery}>
      {checkout && <Agreed checkout={checkout} />}
      {trackingUrl !== undefined && (
        <p>
          <a href={trackingUrl} className="link" rel="noreferrer">
            {words.follow}
          </a>{' '}
          <span className="small">{trackingText(order)}</span>
        </p>
      )}
      {canCorrect && <CorrectAddress order={order} />}
      {state === 'sent' && <TrackingForm key={trackingUrl} order={order} />}
    </OrderPanel>
  )
}

/**
 * Returns whether an address of an order can be corrected. Packers do not see the email address, which is all that a pickup
 * and a gift have.
 */
function isCorrectable(order: OrderDetails | PackedOrder): boolean {
  if (!('total' in order) && !order.checkout?.address) return false
  return correctableStates.includes(order.state) || ('total' in order && order.gift === 'unused')
}

type Checkout = NonNullable<PackedOrder['checkout']>

function Agreed({ checkout: { method, address, addressLines, note, promise } }: { checkout: Checkout }) {
  return (
    <>
      <p className="font-medium">{method.name}</p>
      {promise && <p>{promiseText({ kind: method.kind, promise })}</p>}
      {address && (
        <address className="whitespace-pre-line not-italic">
          {[...addressLines, address.phone].filter(Boolean).join('\n')}
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
