import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnOrder } from '#contract/orders/own-orders.ts'
import { api, errorText, request } from '#client/lib/api.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { restoreFocusToHeading } from '#client/ui/use-row-focus.ts'
import { words } from './texts.ts'

type Order = Pick<OwnOrder, '_id' | 'number' | 'state'> & {
  canWithdraw?: OwnOrder['canWithdraw'] | undefined
}

type OrderActionsProps = {
  order: Order
  /** The `Authorization` header of a person without an account who has opened the link of a mail. */
  authorization?: string | undefined
}

/**
 * The button with which a customer cancels an order that waits for its payment, or with which a consumer in the EU withdraws
 * from the contract of an order. Directive (EU) 2023/2673 requires two steps: a button that is clearly labelled as
 * withdrawing from the contract, and a second button that confirms. Consumers withdraw from an unpaid order by cancelling it.
 */
export function OrderActions({ order, authorization }: OrderActionsProps) {
  const { sendsMail } = usePageState().settings
  const { _id: id, number, state, canWithdraw } = order
  const input = { params: { id } }
  const send = (name: 'DELETE /myOrder/{id}' | 'PUT /myOrder/{id}/withdrawal') =>
    authorization ? request(name, input, { authorization }) : api(name, input)
  const cancelling = {
    call: () => send('DELETE /myOrder/{id}'),
    done: words.cancelled(number),
    busyText: words.cancelling,
  }
  const withdrawing = {
    button: words.withdraw,
    title: words.withdrawTitle(number),
    confirm: words.confirmWithdrawal,
  }
  if (state === 'waiting' && canWithdraw)
    return <OrderAction {...cancelling} {...withdrawing} more={words.withdrawUnpaidMore(sendsMail)} />
  if (state === 'waiting')
    return (
      <OrderAction
        {...cancelling}
        button={words.cancelOrder}
        title={words.cancelTitle(number)}
        more={words.cancelMore}
        confirm={words.cancelOrder}
      />
    )
  if (!canWithdraw) return null
  return (
    <OrderAction
      {...withdrawing}
      call={() => send('PUT /myOrder/{id}/withdrawal')}
      done={words.withdrawn}
      busyText={words.sending}
      more={words.withdrawMore(sendsMail)}
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
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: () => showSuccess(done),
    onError: (error) => showError(errorText(error)),
    onSettled: async () => {
      await Promise.all(
        ['GET /myOrders', 'GET /myOrder/{id}'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      )
      setTimeout(restoreFocusToHeading)
    },
  })
  return (
    <ConfirmButton
      tone="quiet"
      busy={isPending}
      busyText={busyText}
      question={{ title, more, confirm, cancel: words.keepOrder }}
      onConfirm={mutate}
    >
      {button}
    </ConfirmButton>
  )
}
