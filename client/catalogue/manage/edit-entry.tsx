import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useListAddress } from '../entries/entry-addresses.ts'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import { EntryForm } from '../forms/entry-form.tsx'
import { BackArrow } from '../go-back.tsx'
import { StockPanel } from '../stock/stock-panel.tsx'
import { words } from './texts.ts'

type EditEntryProps<Sent> = { kind: EntryKind<Sent>; entry: Entry<Sent> | undefined }

/**
 * The form that edits a catalogue entry. It is shown in place of the list. Saving, Cancel and Escape lead back to the
 * list.
 */
export function EditEntry<Sent>({ kind, entry }: EditEntryProps<Sent>) {
  const list = useListAddress(kind.page)
  const leave = useReturnToList(list)
  const back = useClickOnEscape()
  // Scrolls to the top. The router keeps the scroll position, because the URL of the form differs from the URL of the
  // list only in the query string.
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  if (!entry) return <EntryGone list={list} />
  return (
    <div className="page">
      <button type="button" ref={back} className="link icon-text mb-2" onClick={leave} data-leaves>
        <BackArrow />
        {words.toList}
      </button>
      <PageTitle title={words.editing(kind.facts(entry).name)} />
      <div className="mt-7">
        <EntryForm key={entry._id} kind={kind} entry={entry} onDone={leave} />
      </div>
      {kind.hasStock && <StockPanel id={entry._id} hasWeight={kind.facts(entry).weight !== undefined} />}
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
      <EmptyState whole title={words.gone}>
        <p>{words.goneNext}</p>
        <ButtonLink to={list}>{words.toList}</ButtonLink>
      </EmptyState>
    </div>
  )
}
