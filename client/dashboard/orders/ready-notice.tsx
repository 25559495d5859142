import type { OrderDetails } from '#contract/orders/order-details.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/** The button that tells the customer of a pickup that it is ready, although it is not paid. */
export function ReadyNotice({ order: { _id: id, number, canTellReady } }: { order: OrderDetails }) {
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
