import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnOrder } from '#contract/orders/account.ts'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import { words } from './texts.ts'

/**
 * The button with which a consumer in the EU withdraws from the contract of an order. Directive (EU) 2023/2673 requires
 * two steps: a button that is clearly labelled as withdrawing from the contract, and a second button that confirms.
 */
export function WithdrawButton({ order: { _id: id, number } }: { order: OwnOrder }) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PUT /myOrder/{id}/withdrawal', { params: { id } }),
    onSuccess: () => showSuccess(words.withdrawn),
    onError: (error) => showError(errorText(error)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['GET /myOrders'] })
      setTimeout(focusHeading)
    },
  })
  return (
    <>
      <Button tone="quiet" busy={isPending} busyText={words.withdrawing} onClick={() => setAsking(true)}>
        {words.withdraw}
      </Button>
      {asking && (
        <ConfirmDialog
          title={words.withdrawTitle(number)}
          more={words.withdrawMore}
          confirm={words.confirmWithdrawal}
          cancel={words.withdrawKeep}
          onConfirm={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Moves the focus to the heading of the page, if the button that had the focus has disappeared. */
function focusHeading(): void {
  if (isFocusLost()) document.querySelector('h1')?.focus({ preventScroll: true })
}
