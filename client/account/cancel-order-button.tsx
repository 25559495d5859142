import { useState } from 'react'
import type { OwnOrder } from '#contract/orders/account.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { words } from './texts.ts'
import { useOrderCall } from './use-order-call.ts'

/**
 * The button with which a customer cancels an order that waits for its payment. It asks first. If a consumer in the EU
 * can withdraw from the order, cancelling it is how they do so, and the button has the label that Directive (EU)
 * 2023/2673 requires.
 */
export function CancelOrderButton({ order: { _id: id, number, canWithdraw } }: { order: OwnOrder }) {
  const { sendsMail } = usePageState().settings
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useOrderCall('DELETE /myOrder/{id}', { id, done: words.cancelled(number) })
  const labels = canWithdraw ? withdrawing(number, sendsMail) : cancelling(number)
  return (
    <>
      <Button tone="quiet" busy={isPending} busyText={words.cancelling} onClick={() => setAsking(true)}>
        {labels.button}
      </Button>
      {asking && (
        <ConfirmDialog
          title={labels.title}
          more={labels.more}
          confirm={labels.confirm}
          cancel={words.keepOrder}
          onConfirm={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

type Labels = { button: string; title: string; more: string; confirm: string }

function cancelling(number: number): Labels {
  return {
    button: words.cancelOrder,
    title: words.cancelTitle(number),
    more: words.cancelMore,
    confirm: words.cancelOrder,
  }
}

function withdrawing(number: number, sendsMail: boolean): Labels {
  return {
    button: words.withdraw,
    title: words.withdrawTitle(number),
    more: words.withdrawUnpaidMore(sendsMail),
    confirm: words.confirmWithdrawal,
  }
}
