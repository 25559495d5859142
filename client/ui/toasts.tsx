import type { MouseEvent } from 'react'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import type { Toast } from 'react-hot-toast/headless'

/** How long toasts stay, in ms (specification section 4). An undo needs more time than two seconds. */
export const DURATION = { success: 2000, undo: 10_000, error: 4000, info: 4000 }

/** Good news; with `undo` a button that takes it back, and in `more` what there is to know besides. */
export function showSuccess(text: string, { undo, more }: { undo?: () => void; more?: string | undefined } = {}): void {
  if (!undo) {
    toast.success(text, { duration: DURATION.success })
    return
  }
  toast.success((shown) => <WithUndo text={text} more={more} id={shown.id} undo={undo} />, { duration: DURATION.undo })
}

/** What went wrong, in words for a person. */
export function showError(text: string): void {
  toast.error(text, { duration: DURATION.error })
}

export function showInfo(text: string): void {
  toast(text, { duration: DURATION.info })
}

/** The corner where toasts appear, read out politely; they wait while pointed at or focused. */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  return (
    <div
      className="toasts"
      role="status"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((shown) => (
        <ToastCard key={shown.id} shown={shown} />
      ))}
    </div>
  )
}

function ToastCard({ shown }: { shown: Toast }) {
  return (
    <div className="toast-card" data-type={shown.type} data-leaving={shown.visible ? undefined : ''}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={MARKS[shown.type] ?? MARKS.blank} />
      </svg>
      <div>{resolveValue(shown.message, shown)}</div>
    </div>
  )
}

type WithUndoProps = { text: string; more: string | undefined; id: string; undo: () => void }

function WithUndo({ text, more, id, undo }: WithUndoProps) {
  function takeBack({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // A button that goes away with the focus tells nobody, and the toasts would wait for ever.
    currentTarget.blur()
    // Its toast takes a moment to leave, and a double click must not undo twice.
    currentTarget.disabled = true
    toast.dismiss(id)
    undo()
  }
  return (
    <>
      {text}{' '}
      <button type="button" className="link" onClick={takeBack}>
        Undo
      </button>
      {more && <small className="block text-sm">{more}</small>}
    </>
  )
}

const MARKS: Record<string, string> = {
  success: 'M4 10.5l4 4 8-9',
  error: 'M10 4v7m0 4v.5',
  blank: 'M10 9v7m0-11v.5',
}
