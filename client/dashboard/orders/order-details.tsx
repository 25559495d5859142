import type { OrderDetails as Order } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderSteps } from './order-steps.tsx'
import { ReadyNotice } from './ready-notice.tsx'
import { words } from './texts.ts'
import './order.css'

/** Shows everything about an order. The admin can change its state, refund it and write notes about it. */
export function OrderDetails({ order }: { order: Order }) {
  return (
    <>
      <OrderFacts order={order} />
      <ReadyNotice order={order} />
      <OrderSteps order={order} />
      <div className="cluster order-prints">
        <ButtonLink tone="quiet" to={pages.packingSlip(order._id)}>
          {words.slip}
        </ButtonLink>
        <ButtonLink tone="quiet" to={pages.orderReceipt(order._id)}>
          {words.receipt}
        </ButtonLink>
      </div>
      <OrderItems items={order.items} />
      <div className="order-panels">
        <OrderDelivery order={order} />
        <OrderPayment order={order} />
        <OrderNotes order={order} />
      </div>
    </>
  )
}
