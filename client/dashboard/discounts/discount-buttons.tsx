import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, errorText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import type { Discount } from '#contract/selling/discounts.ts'
import { words } from './texts.ts'

type ButtonProps = { discount: Discount }

/** Returns a mutation that changes a discount and then loads the list again. */
function useChange(change: () => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => showSuccess(done),
    onError: (error) => showError(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['GET /discounts'] }),
  })
}

/** Ends a discount after a question, because it cannot begin again. */
export function EndDiscount({ discount: { _id: id, name } }: ButtonProps) {
  const { mutate, isPending } = useChange(() => api('PUT /discounts/{id}', { params: { id } }), words.ended)
  return (
    <ConfirmButton
      tone="quiet"
      busy={isPending}
      busyText={words.working}
      aria-label={words.endOf(name)}
      question={{ title: words.endTitle(name), more: words.endMore, cancel: words.keep }}
      onConfirm={mutate}
    >
      {words.end}
    </ConfirmButton>
  )
}

export function DeleteDiscount({ discount: { _id: id, name } }: ButtonProps) {
  const { mutate, isPending } = useChange(
    () => api('DELETE /discounts/{id}', { params: { id } }),
    words.deleted,
  )
  return (
    <Button
      tone="quiet"
      busy={isPending}
      busyText={words.working}
      aria-label={words.deleteOf(name)}
      onClick={() => mutate()}
    >
      {words.delete}
    </Button>
  )
}
