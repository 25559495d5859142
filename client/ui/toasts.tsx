import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import type { Toast } from 'react-hot-toast/headless'
import { Icon } from './picture.tsx'
import './overlays.css'

/**
 * Shows a success message for 2 seconds. The durations of success, error and other messages are the defaults of
 * react-hot-toast, and the specification (section 4) requires the same durations.
 */
export function showSuccess(text: string): void {
  toast.success(text)
}

/** Shows an error message for 4 seconds. `text` must be understandable to users. */
export function showError(text: string): void {
  toast.error(text)
}

/** Shows any other message for 4 seconds. */
export function showInfo(text: string): void {
  toast(text)
}

/** The toasts at the bottom of the window. They stay visible while the mouse pointer or the focus is on them. */
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
    <div className="toast-card" data-leaving={shown.visible ? undefined : ''}>
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
