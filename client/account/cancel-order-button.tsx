import { useState } from 'react'
import type { OwnOrder } from '#contract/orders/account.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/** The button with which a customer cancels an order that waits for its payment. It asks first. */
export function CancelOrderButton({ order: { _id: id, number } }: { order: OwnOrder }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useOrderCall('DELETE /myOrder/{id}', { id, done: words.cancelled(number) })
  return (
    <>
      <Button tone="quiet" busy={isPending} busyText={words.cancelling} onClick={() => setAsking(true)}>
        {words.cancelOrder}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.cancelTitle(number)}
          more={words.cancelMore}
          confirm={words.cancelOrder}
          cancel={words.keepOrder}
          onConfirm={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
