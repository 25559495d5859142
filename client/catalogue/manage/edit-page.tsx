import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { BackArrow } from '#client/ui/picture.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useListAddress } from './entry-addresses.ts'
import { words } from './texts.ts'

/** Returns a ref with the id of the entry whose form is open or was open last, or null. */
export function useLastEdited(editedId: string | null): RefObject<string | null> {
  const lastEditedRef = useRef<string>(null)
  useEffect(() => {
    lastEditedRef.current = editedId ?? lastEditedRef.current
  }, [editedId])
  return lastEditedRef
}

type EditPageProps = {
  /** The name of the edited entry, or undefined if it no longer exists. */
  name: string | undefined
  /** Renders the form. `leave` leads back to the list. */
  children: (leave: () => void) => ReactNode
}

/**
 * The form that edits a brand, a coffee or a packet. It is shown in place of the list. Saving, Cancel and Escape lead
 * back to the list.
 */
export function EditPage({ name, children }: EditPageProps) {
  const { list } = useListAddress()
  const leave = useReturnToList(list)
  const back = useClickOnEscape()
  // Scrolls to the top. The router keeps the scroll position, because the URL of the form differs from the URL of the
  // list only in the query string.
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  if (name === undefined) return <EntryGone list={list} />
  return (
    <div className="page">
      <button type="button" ref={back} className="link icon-text mb-2" onClick={leave} data-leaves>
        <BackArrow />
        {words.toList}
      </button>
      <PageTitle title={words.editing(name)} />
      <div className="mt-7">{children(leave)}</div>
    </div>
  )
}

/**
 * The history state of a form that was opened from the list. When this form is left, the browser goes one step back
 * in its history.
 */
export const FROM_LIST = { fromList: true }

/**
 * Returns a function that leaves the form and shows the list. If the form was opened from the list, the function goes
 * back in the history, so that the list has the same scroll position as before.
 */
function useReturnToList(list: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const fromList = typeof state === 'object' && state !== null && 'fromList' in state
  return () => {
    if (fromList) navigate(-1)
    else navigate(list, { replace: true })
  }
}

/**
 * Returns the ref of a button that is clicked when Escape is pressed. `useLeaveGuard` listens to clicks, so it can
 * ask about unsaved changes.
 */
function useClickOnEscape(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // If a dialog or a menu is open, Escape closes only that dialog or menu.
      const isForOverlay = document.querySelector('dialog[open], :popover-open') !== null
      if (event.key !== 'Escape' || event.defaultPrevented || isForOverlay) return
      // This click on the button may open a dialog. Without `preventDefault`, the browser would close the dialog again,
      // because Escape is still being pressed.
      event.preventDefault()
      button.current?.click()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return button
}

function EntryGone({ list }: { list: string }) {
  return (
    <div className="page">
      <EmptyState whole title={words.gone} more={words.goneNext}>
        <ButtonLink to={list}>{words.toList}</ButtonLink>
      </EmptyState>
    </div>
  )
}
