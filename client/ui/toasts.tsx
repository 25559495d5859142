import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import type { Toast } from 'react-hot-toast/headless'
import { Icon } from './picture.tsx'

/** Shows a success for 2 s. The times are the library's defaults and those of specification section 4. */
export function showSuccess(text: string): void {
  toast.success(text)
}

/** Shows an error for 4 s. `text` is for a person. */
export function showError(text: string): void {
  toast.error(text)
}

/** Shows any other message for 4 s. */
export function showInfo(text: string): void {
  toast(text)
}

/**
 * The toasts, at the foot of the window, but never over the control that was used last. Screen readers read them. While
 * the pointer or the focus is on them, they stay.
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

/** The position of the control used last, in the window. A scroll makes it undefined. */
let used: DOMRect | undefined

/** Remembers where the last click was. The browser also sends a click for the keyboard, and when Enter submits a form. */
function watchUse(region: HTMLDivElement): () => void {
  function note(event: MouseEvent) {
    // The target of a click is always an element. The type does not say so.
    const control = (event.target as Element).closest('a,button,input,select,textarea,label,summary')
    if (control && !region.contains(control)) used = control.getBoundingClientRect()
  }
  function forget() {
    used = undefined
  }
  addEventListener('click', note, true)
  addEventListener('scroll', forget, true)
  return () => {
    removeEventListener('click', note, true)
    removeEventListener('scroll', forget, true)
  }
}

/** Puts the toasts at the foot of the window, or above the control used last if they would cover it there. */
function place(card: HTMLDivElement | null): void {
  const region = card?.parentElement
  if (!region) return
  region.style.bottom = ''
  const box = region.getBoundingClientRect()
  if (
    used &&
    used.bottom > box.top &&
    used.top < box.bottom &&
    used.top > box.height &&
    used.right > box.left &&
    used.left < box.right
  )
    region.style.bottom = `${innerHeight - used.top}px`
}

function ToastCard({ shown }: { shown: Toast }) {
  return (
    <div ref={place} className="toast-card" data-leaving={shown.visible ? undefined : ''}>
      <Icon
        path={MARKS[shown.type] ?? MARKS.blank}
        viewBox="0 0 20 20"
        strokeWidth={2.5}
        className="w-5 flex-none"
      />
      <div>{resolveValue(shown.message, shown)}</div>
    </div>
  )
}

const MARKS: Record<string, string> = {
  success: 'M4 10.5l4 4 8-9',
  error: 'M10 4v7m0 4v.5',
  blank: 'M10 9v7m0-11v.5',
}
