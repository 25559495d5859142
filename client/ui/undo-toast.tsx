import type { MouseEvent } from 'react'
import { toast } from 'react-hot-toast/headless'

/** How long an offer to undo stays, in ms: it needs more time than good news alone. */
export const UNDO_DURATION = 10_000

/** `more` is shown in small print. A later offer with the same `id`, the id of what `undo` restores, replaces this one. */
type Offer = { undo: () => void; more?: string | undefined; id?: string }

/** The ids of the toasts that are shown, by the id of what they restore. */
const shownFor = new Map<string, string>()

/** Shows a message with an Undo button. In a file of its own, because the home page does not need it. */
export function showUndo(text: string, { id, ...offer }: Offer): void {
  const toastId = toast.success((shown) => <WithUndo {...offer} text={text} id={shown.id} />, {
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

function WithUndo({ text, more, id, undo }: Offer & { text: string; id: string }) {
  function dismiss({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // A button that goes away with the focus tells nobody, and the toasts would wait for ever.
    currentTarget.blur()
    // Its toast takes a moment to leave, and a double click must not undo twice.
    currentTarget.disabled = true
    toast.dismiss(id)
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
        {more && <small className="block text-sm">{more}</small>}
      </div>
      <button type="button" className="-mr-2 shrink-0 p-1" aria-label="Dismiss" onClick={dismiss}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5 5l10 10M15 5L5 15" />
        </svg>
      </button>
    </div>
  )
}
