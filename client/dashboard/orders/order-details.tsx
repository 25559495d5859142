import type { OrderDetails as Order, PackedOrder } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Moment, OrderTotal, PaymentMark, StateMarks } from '../marks/marks.tsx'
import { OrderItems } from './order-items.tsx'
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
      <div className="cluster mb-6">
        {!order.gift && (
          <ButtonLink tone="quiet" to={pages.packingSlip(order._id)}>
            {words.slip}
          </ButtonLink>
        )}
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
