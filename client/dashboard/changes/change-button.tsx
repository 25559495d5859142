import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { formWords } from '#client/ui/settings-form/texts.ts'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { isFocusLost, watchFocus } from '#client/ui/use-row-focus.ts'
import { reasonOf } from '../delivery/move-items.ts'
import { refreshTopic } from '../events/admin-events.ts'

type Change<V, R> = {
  /** The topic, or the API call, whose data is loaded again after the change. */
  of: Parameters<typeof refreshTopic>[1]
  send: (value: V) => Promise<R>
  /** The text of the toast after the request succeeded. An empty text shows none. */
  done: string | ((result: R, value: V) => string)
  onDone?: () => void
  /** Shows why the request failed, instead of a toast. */
  onFailed?: (error: Error) => void
}

/**
 * Returns a mutation that calls `send` to change what the page shows, and then loads its data again. A toast says whether
 * it succeeded. `send` and `done` get the argument of `mutate` as `value`.
 */
export function useChange<V = void, R = unknown>({ of, send, done, onDone, onFailed }: Change<V, R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: watchFocus,
    onSuccess: (result, value) => {
      const text = typeof done === 'string' ? done : done(result, value)
      if (text !== '') showSuccess(text)
      onDone?.()
    },
    onError: onFailed ?? ((error) => showError(reasonOf(error))),
    onSettled: async (...[, , , hasLeft]) => {
      await refreshTopic(client, of)
      setTimeout(() => hasLeft?.() || restoreFocus())
    },
  })
}

/** If no element has the focus, moves it to the first button that changes the state of the order, or to the heading. */
function restoreFocus(): void {
  if (!isFocusLost()) return
  const next = document.querySelector<HTMLElement>('.order-steps button') ?? document.querySelector('h1')
  next?.focus({ preventScroll: true })
}

type ChangeButtonProps<R> = Omit<Change<void, R>, 'onFailed'> &
  Omit<ComponentProps<typeof ConfirmButton>, 'busy' | 'question' | 'onConfirm'> &
  Partial<Pick<ComponentProps<typeof ConfirmButton>, 'question'>>

/** A button that changes what the page shows, after a question if there is one. */
export function ChangeButton<R>(props: ChangeButtonProps<R>) {
  const { of, send, done, onDone, question = null, ...button } = props
  const { mutate, isPending } = useChange({ of, send, done, ...(onDone && { onDone }) })
  return (
    <ConfirmButton
      tone="quiet"
      busyText={formWords.saving}
      {...button}
      busy={isPending}
      question={question}
      onConfirm={mutate}
    />
  )
}
