import type { MouseEvent } from 'react'
import { toast } from 'react-hot-toast/headless'

/** How long an offer to undo stays, in ms: it needs more time than good news alone. */
export const UNDO_DURATION = 10_000

/** `more` is what there is to know besides. */
type Offer = { undo: () => void; more?: string | undefined }

/**
 * Shows a success toast with an Undo button, and returns its id. It is apart from the other toasts, because the home
 * page does not need it.
 */
export function showUndo(text: string, offer: Offer): string {
  return toast.success((shown) => <WithUndo {...offer} text={text} id={shown.id} />, {
    duration: UNDO_DURATION,
  })
}

/** Removes an Undo toast when there is nothing left to undo. */
export function dismissUndo(id: string): void {
  toast.dismiss(id)
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
