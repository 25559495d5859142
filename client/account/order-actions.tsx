import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { api, errorText } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { words } from './texts.ts'

/**
 * The button with which a customer cancels an order that waits for its payment. If a consumer in the EU can withdraw from
 * the order, cancelling it is how they do so, and the button has the label of `WithdrawButton`.
 */
export function CancelOrderButton({ order: { _id: id, number, canWithdraw } }: { order: OwnOrder }) {
  const { sendsMail } = usePageState().settings
  const cancelling = {
    call: () => api('DELETE /myOrder/{id}', { params: { id } }),
    done: words.cancelled(number),
    busyText: words.cancelling,
  }
  return canWithdraw ? (
    <OrderAction
      {...cancelling}
      button={words.withdraw}
      title={words.withdrawTitle(number)}
      more={words.withdrawUnpaidMore(sendsMail)}
      confirm={words.confirmWithdrawal}
    />
  ) : (
    <OrderAction
      {...cancelling}
      button={words.cancelOrder}
      title={words.cancelTitle(number)}
      more={words.cancelMore}
      confirm={words.cancelOrder}
    />
  )
}

/**
 * The button with which a consumer in the EU withdraws from the contract of an order. Directive (EU) 2023/2673 requires
 * two steps: a button that is clearly labelled as withdrawing from the contract, and a second button that confirms.
 */
export function WithdrawButton({ order: { _id: id, number } }: { order: OwnOrder }) {
  const { sendsMail } = usePageState().settings
  return (
    <OrderAction
      call={() => api('PUT /myOrder/{id}/withdrawal', { params: { id } })}
      done={words.withdrawn}
      busyText={words.sending}
      button={words.withdraw}
      title={words.withdrawTitle(number)}
      more={words.withdrawMore(sendsMail)}
      confirm={words.confirmWithdrawal}
    />
  )
}

type OrderActionProps = {
  call: () => Promise<unknown>
  /** The text that is shown after the call. */
  done: string
  button: string
  busyText: string
  title: string
  more: string
  confirm: string
}

/** A button that asks first, and then makes a call for one of the customer's orders. */
function OrderAction({ call, done, button, busyText, title, more, confirm }: OrderActionProps) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: () => showSuccess(done),
    onError: (error) => showError(errorText(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['GET /myOrders'] })
      setTimeout(restoreFocusToHeading)
    },
  })
  return (
    <>
      <Button tone="quiet" busy={isPending} busyText={busyText} onClick={() => setAsking(true)}>
        {button}
      </Button>
      {asking && (
        <ConfirmDialog
          title={title}
          more={more}
          confirm={confirm}
          cancel={words.keepOrder}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
