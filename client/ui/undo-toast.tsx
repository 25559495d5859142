import { useEffect } from 'react'
import type { MouseEvent } from 'react'
import { toast } from 'react-hot-toast/headless'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { Icon } from './picture.tsx'
import { words } from './texts.ts'
import { isFocusLost, rowFocusId } from './use-row-focus.ts'

/**
 * How long a toast with an Undo button is shown, in milliseconds. The user needs more time to decide than to read a
 * message.
 */
export const UNDO_DURATION = 10_000

type Offer = {
  undo: () => void
  /** An additional text in small print under the message. */
  details?: string | undefined
  /** The id of the deleted item that `undo` restores. A new toast with the same id replaces the older toast. */
  id?: string | undefined
}

/** Maps the id of each deleted item to the id of the toast that offers to restore the item. */
const shownFor = new Map<string, string>()

/** The id of the item that Undo is bringing back, until it is shown again. */
let returning: string | undefined

/**
 * Shows a message with an Undo button. The function has its own file, so that the home page, which does not need it,
 * does not load it.
 */
export function showUndo(text: string, { id, ...offer }: Offer): void {
  const toastId = toast.success((shown) => <WithUndo {...offer} id={id} text={text} toastId={shown.id} />, {
    duration: UNDO_DURATION,
  })
  if (id === undefined) return
  withdrawUndo(id)
  shownFor.set(id, toastId)
}

/** Removes the toast that offers to restore the item with this id, if there is one. */
function withdrawUndo(id: string): void {
  const toastId = shownFor.get(id)
  if (toastId === undefined) return
  shownFor.delete(id)
  toast.dismiss(toastId)
}

/**
 * Removes the toasts that offer to restore what is shown, because it is back. It may have been restored in another
 * window. If it is back because of Undo, its row gets the focus that the Undo button had.
 */
export function useUndoWithdrawal(shown: { _id: string }[]): void {
  useEffect(() => {
    for (const { _id } of shown) {
      withdrawUndo(_id)
      if (_id !== returning) continue
      returning = undefined
      if (isFocusLost()) document.getElementById(rowFocusId(_id))?.focus()
    }
  }, [shown])
}

onSignOut(() => {
  for (const id of shownFor.keys()) withdrawUndo(id)
})

function WithUndo({ text, details, id, toastId, undo }: Offer & { text: string; toastId: string }) {
  function dismiss({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // If a focused button is removed from the page, the browser fires no `blur` event. The timers of the toasts would
    // then stay paused, so the focus is removed first.
    currentTarget.blur()
    // The button stays visible while the toast fades out, and a double click must not undo twice.
    currentTarget.disabled = true
    toast.dismiss(toastId)
  }
  function takeBack(event: MouseEvent<HTMLButtonElement>) {
    dismiss(event)
    returning = id
    undo()
  }
  return (
    <div className="flex items-center">
      <div>
        {text}{' '}
        <button type="button" className="link" onClick={takeBack}>
          {words.undo}
        </button>
        {details && <small className="block text-sm">{details}</small>}
      </div>
      <button type="button" className="-me-2 flex-none p-1" aria-label={words.dismiss} onClick={dismiss}>
        <Icon path="M5 5l10 10M15 5L5 15" viewBox="0 0 20 20" strokeWidth={2.5} className="w-5 flex-none" />
      </button>
    </div>
  )
}
