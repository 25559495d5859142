import type { OrderDetails as Order } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import { api } from '#client/lib/api.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderSteps } from './order-steps.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'
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

/** The button that mails the customer of a pickup that it is ready, although it is not paid. */
function ReadyNotice({ order: { _id: id, number, canTellReady } }: { order: Order }) {
  const { mutate, isPending } = useOrderCall({
    send: () => api('PUT /order/{id}/notice', { params: { id } }),
    done: () => words.toldReady(number),
  })
  if (!canTellReady) return null
  return (
    <div className="order-steps">
      <p>{words.payAtPickup}</p>
      <div className="cluster">
        <Button busy={isPending} busyText={words.moving} onClick={() => !isPending && mutate()}>
          {words.tellReady}
        </Button>
      </div>
    </div>
  )
}
