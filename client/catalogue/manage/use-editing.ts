import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The name in the address under which the id of the entry being edited stands. */
export const EDITED = 'edit'

/** The address of an entry's form, on the page of its list. */
export function editAddress(page: string, id: string): string {
  return `${page}?${new URLSearchParams({ [EDITED]: id })}`
}

/** What a link to a form hands on, so that leaving the form goes back to the list as it was. */
export const FROM_LIST = { fromList: true }

/** Leaves the form for its list, where it was left if somebody came from there; Escape does the same. */
export function useLeaveForm(page: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const fromList = typeof state === 'object' && state !== null && 'fromList' in state
  function leave() {
    if (fromList) void navigate(-1)
    else void navigate(page, { replace: true })
  }
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })
  return leave
}
