import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import type { Toast } from 'react-hot-toast/headless'

/** How long toasts stay, in ms (specification section 4). */
export const DURATION = { success: 2000, error: 4000, info: 4000 }

export function showSuccess(text: string): void {
  toast.success(text, { duration: DURATION.success })
}

/** What went wrong, in words for a person. */
export function showError(text: string): void {
  toast.error(text, { duration: DURATION.error })
}

export function showInfo(text: string): void {
  toast(text, { duration: DURATION.info })
}

/**
 * Where toasts appear, away from the control that was used last, read out politely; they wait while pointed at or
 * focused.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  return (
    <div
      ref={watchUse}
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

/** What is further down than this part of the window might come under toasts at its foot. */
const LOW = 0.6

/** Whether the control that was used last is that low. */
let usedLow = false

/** A click comes from the keyboard, too, and when Enter in a field sends a form. */
function watchUse(region: HTMLDivElement): () => void {
  function note({ target }: MouseEvent) {
    if (!(target instanceof Element) || region.contains(target)) return
    usedLow = target.getBoundingClientRect().bottom > innerHeight * LOW
  }
  addEventListener('click', note, true)
  return () => removeEventListener('click', note, true)
}

/** Each new toast takes those that are still there to its own place. */
function place(card: HTMLDivElement | null): void {
  card?.parentElement?.toggleAttribute('data-high', usedLow)
}

function ToastCard({ shown }: { shown: Toast }) {
  return (
    <div ref={place} className="toast-card" data-type={shown.type} data-leaving={shown.visible ? undefined : ''}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={MARKS[shown.type] ?? MARKS.blank} />
      </svg>
      <div>{resolveValue(shown.message, shown)}</div>
    </div>
  )
}

const MARKS: Record<string, string> = {
  success: 'M4 10.5l4 4 8-9',
  error: 'M10 4v7m0 4v.5',
  blank: 'M10 9v7m0-11v.5',
}
