import { useEffect, useRef } from 'react'

/** An item that is shown as a row or a card of a list. */
type Row = { _id: string }

/**
 * Returns the HTML id of the element that contains the name of a row. Buttons of the row refer to it with
 * `aria-describedby`. In a list of cards this element also takes the focus.
 */
export function rowFocusId(id: string): string {
  return `row-${id}`
}

/**
 * Keeps the focus in a list when the focused button disappears. The focus moves to the row of the button. If that row
 * is gone, the focus moves to the row in its place, or to the page's heading if the list is empty. The caller must
 * call the returned function with a row when the row gets the focus or its button is pressed. After a click outside
 * of the row the focus is not moved, because the user has left the list on purpose. `elementOf` returns the element
 * of a row that can take the focus.
 */
export function useRowFocus(
  items: Row[],
  elementOf: (id: string) => HTMLElement | null = elementById,
): (item: Row) => void {
  const last = useRef<{ id: string; index: number } | null>(null)
  const latest = useRef(elementOf)
  useEffect(() => {
    latest.current = elementOf
  })
  useEffect(() => {
    if (!last.current || !isFocusLost()) return
    const { id, index } = last.current
    const next = items.find((item) => item._id === id) ?? items[Math.min(index, items.length - 1)]
    last.current = null
    const target = next ? latest.current(next._id) : document.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [items])
  useEffect(() => {
    function forget({ target }: MouseEvent): void {
      const row = last.current && latest.current(last.current.id)
      if (!(target instanceof Node && row?.contains(target))) last.current = null
    }
    addEventListener('click', forget, true)
    return () => removeEventListener('click', forget, true)
  }, [])
  return (item) => {
    last.current = { id: item._id, index: items.findIndex(({ _id }) => _id === item._id) }
  }
}

/**
 * Focuses the element with this id when `view` changes and the focused element has disappeared, such as the button that
 * has opened a form in place of a list. The element needs `tabIndex={-1}`. `view` is undefined until it has loaded.
 */
export function useViewFocus(view: string | undefined, id: string): void {
  const shown = useRef(view)
  useEffect(() => {
    const isChanged = shown.current !== undefined && shown.current !== view
    if (isChanged && isFocusLost()) document.getElementById(id)?.focus()
    shown.current = view
  }, [view, id])
}

/** Returns true if no element has the focus, or if the focused element is disabled. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.matches(':disabled')
}

/**
 * Returns a function that returns whether the user has clicked outside of the element that has the focus now. The focus is lost
 * then, too, but on purpose. The function ends the watch, so it is called once.
 */
export function watchFocus(): () => boolean {
  const focused = document.activeElement
  let hasLeft = false
  function notice({ target }: MouseEvent): void {
    hasLeft ||= !(target instanceof Node && focused?.contains(target))
  }
  addEventListener('click', notice, true)
  return () => {
    removeEventListener('click', notice, true)
    return hasLeft
  }
}

/** Moves the focus to the heading of the page if the focused element has disappeared, or is disabled. */
export function restoreFocusToHeading(): void {
  if (isFocusLost()) document.querySelector('h1')?.focus({ preventScroll: true })
}

function elementById(id: string): HTMLElement | null {
  return document.getElementById(rowFocusId(id))
}
