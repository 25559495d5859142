import type { OrderDetails as Order, PackedOrder } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import { packedAs } from '#client/lib/packed-as.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Price } from '#client/ui/price.tsx'
import { rowFocusId } from '#client/ui/use-row-focus.ts'
import { DeliveryButton } from '../delivery/delivery-button.tsx'
import { Moment, OrderTotal, PaymentMark, StateMarks } from '../marks/marks.tsx'
import { LotsOfOneLine } from '../lots/lots-of-line.tsx'
import { OrderMails } from './order-mails.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderDelivery } from './order-panels.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderAlerts, OrderSteps, ReadyNotice } from './order-steps.tsx'
import { words } from './texts.ts'
import './order.css'

/**
 * Shows everything about an order. The admin can change its state, refund it and write notes about it. A packer gets an
 * order without amounts, and can neither see nor change its payment.
 */
export function OrderDetails({ order }: { order: Order | PackedOrder }) {
  return (
    <>
      <p className="cluster order-facts">
        <StateMarks order={order} />
        {'total' in order && (
          <>
            <OrderTotal total={order.total} />
            <PaymentMark payment={order.payment} />
          </>
        )}
        <Moment at={order.orderedAt} />
      </p>
      <OrderAlerts order={order} />
      <ReadyNotice order={order} />
      <OrderSteps order={order} />
      <div className="cluster order-prints">
        <ButtonLink tone="quiet" to={pages.packingSlip(order._id)}>
          {words.slip}
        </ButtonLink>
        {'total' in order && (
          <ButtonLink tone="quiet" to={pages.orderReceipt(order._id)}>
            {words.receipt}
          </ButtonLink>
        )}
      </div>
      <OrderItems order={order} />
      <div className="order-panels">
        <OrderDelivery order={order} />
        {'total' in order && <OrderPayment order={order} />}
        <OrderNotes order={order} />
        {'mails' in order && <OrderMails order={order} />}
      </div>
    </>
  )
}

/** The items of an order. Admins also see their prices and their delivery states. */
function OrderItems({ order }: { order: Order | PackedOrder }) {
  const { items, checkout } = order
  return (
    <ul className="order-items">
      {items.map((item) => (
        <li key={item._id}>
          <article className="card">
            <Picture
              src={item.img}
              alt=""
              sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 45vw, 90vw"
              wide
            />
            <div className="card-body">
              <h2 id={rowFocusId(item._id)} className="card-title text-lg leading-tight">
                {item.productName}
              </h2>
              {packedAs(item) !== null && <p>{packedAs(item)}</p>}
              <LotsOfOneLine order={order} item={item} />
              {'price' in item && (
                <>
                  <p>
                    <Price price={item.price} />
                  </p>
                  <DeliveryButton item={item} isPickup={checkout?.method.kind === 'pickup'} />
                </>
              )}
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}
