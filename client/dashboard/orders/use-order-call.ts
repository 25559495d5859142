import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import { reasonOf } from '../delivery/move-items.ts'
import { refreshTopic } from '../events/admin-events.ts'

type OrderCall<V, R> = {
  send: (value: V) => Promise<R>
  /** The text of the toast after the request succeeded. */
  done: (result: R, value: V) => string
  onDone?: () => void
  /** Shows why the request failed, instead of a toast. */
  onFailed?: (error: Error) => void
}

/**
 * Returns a mutation that calls `send` to change the order on the page, and then loads the order again. A toast says
 * whether it succeeded. `send` and `done` get the argument of `mutate` as `value`.
 */
export function useOrderCall<V = void, R = unknown>({ send, done, onDone, onFailed }: OrderCall<V, R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (result, value) => {
      showSuccess(done(result, value))
      onDone?.()
    },
    onError: onFailed ?? ((error) => showError(reasonOf(error))),
    onSettled: async () => {
      await refreshTopic(client, 'orders')
      setTimeout(restoreFocus)
    },
  })
}

/**
 * If the focused button has disappeared, moves the focus to the first button that changes the state of the order, or to
 * the heading.
 */
function restoreFocus(): void {
  if (!isFocusLost()) return
  const next = document.querySelector<HTMLElement>('.order-steps button') ?? document.querySelector('h1')
  next?.focus({ preventScroll: true })
}
