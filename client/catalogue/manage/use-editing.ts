import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation, useNavigate } from '#client/lib/router.tsx'

/** The name in the address under which the id of the entry being edited stands. */
export const EDITED = 'edit'

/** The address of an entry's form, on the page of its list. `list` is the list's address, with or without a query. */
export function editAddress(list: string, id: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ [EDITED]: id })}`
}

/** What a link to a form hands on, so that leaving the form goes back to the list as it was. */
export const FROM_LIST = { fromList: true }

/**
 * Leaves the form for its list, and finds the list where it was left. `back` is for the button that does so. Escape
 * presses that button, so that unsaved changes are asked about in one place.
 */
export function useLeaveForm(list: string): { leave: () => void; back: RefObject<HTMLButtonElement | null> } {
  const navigate = useNavigate()
  const { state } = useLocation()
  const fromList = typeof state === 'object' && state !== null && 'fromList' in state
  function leave() {
    if (fromList) navigate(-1)
    else navigate(list, { replace: true })
  }
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // Escape closes an open dialog or menu only.
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        document.querySelector('dialog[open], :popover-open')
      )
        return
      // The same key press would close the question that the click may open.
      event.preventDefault()
      back.current?.click()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return { leave, back }
}
