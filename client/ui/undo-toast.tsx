import type { MouseEvent } from 'react'
import { toast } from 'react-hot-toast/headless'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { Icon } from './picture.tsx'

/** How long an offer to undo is shown, in ms. It needs more time than a message alone. */
export const UNDO_DURATION = 10_000

type Offer = {
  undo: () => void
  /** Shown in small print under the text. */
  details?: string | undefined
  /** The id of the thing that `undo` restores. A later offer for the same id replaces this one. */
  id?: string
}

/** The ids of the toasts that are shown, by the id of what they restore. */
const shownFor = new Map<string, string>()

/** Shows a message with an Undo button. In a file of its own, because the home page does not need it. */
export function showUndo(text: string, { id, ...offer }: Offer): void {
  const toastId = toast.success((shown) => <WithUndo {...offer} text={text} toastId={shown.id} />, {
    duration: UNDO_DURATION,
  })
  if (id === undefined) return
  withdrawUndo(id)
  shownFor.set(id, toastId)
}

/** Removes the offer for this id, if one is shown: the thing has been restored in another way. */
export function withdrawUndo(id: string): void {
  const toastId = shownFor.get(id)
  if (toastId === undefined) return
  shownFor.delete(id)
  toast.dismiss(toastId)
}

onSignOut(() => {
  for (const id of shownFor.keys()) withdrawUndo(id)
})

type WithUndoProps = Omit<Offer, 'id'> & { text: string; toastId: string }

function WithUndo({ text, details, toastId, undo }: WithUndoProps) {
  function dismiss({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // A focused button that is removed sends no blur event, and the toasts would stay paused.
    currentTarget.blur()
    // The toast fades out for a moment, and a double click must not undo twice.
    currentTarget.disabled = true
    toast.dismiss(toastId)
  }
  function takeBack(event: MouseEvent<HTMLButtonElement>) {
    dismiss(event)
    undo()
  }
  return (
    <div className="flex items-center">
      <div>
        {text}{' '}
        <button type="button" className="link" onClick={takeBack}>
          Undo
        </button>
        {details && <small className="block text-sm">{details}</small>}
      </div>
      <button type="button" className="-me-2 flex-none p-1" aria-label="Dismiss" onClick={dismiss}>
        <Icon path="M5 5l10 10M15 5L5 15" viewBox="0 0 20 20" strokeWidth={2.5} className="w-5 flex-none" />
      </button>
    </div>
  )
}
