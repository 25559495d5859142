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
import { words } from './texts.ts'

type EditEntryProps<Sent> = { kind: EntryKind<Sent>; entry: Entry<Sent> | undefined }

/** The form that edits an entry, in the place of its list. Escape, Cancel and saving lead back to the list. */
export function EditEntry<Sent>({ kind, entry }: EditEntryProps<Sent>) {
  const list = useListAddress(kind.page)
  const leave = useReturnToList(list)
  const back = useClickOnEscape()
  // The address differs from that of the list by its query only, so the router keeps the scroll position.
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
    </div>
  )
}

/** The history state of a form that was opened from its list. Leaving the form then goes back in the history. */
export const FROM_LIST = { fromList: true }

/** Returns the function that leaves the form for its list. After going back, the list has its old scroll position. */
function useReturnToList(list: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const fromList = typeof state === 'object' && state !== null && 'fromList' in state
  return () => {
    if (fromList) navigate(-1)
    else navigate(list, { replace: true })
  }
}

/** Clicks a button when Escape is pressed. The leave guard, which listens to clicks, then asks about unsaved changes. */
function useClickOnEscape(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // With an open dialog or menu, Escape closes only that.
      const isForOverlay = document.querySelector('dialog[open], :popover-open') !== null
      if (event.key !== 'Escape' || event.defaultPrevented || isForOverlay) return
      // Without this the same key press would close the dialog that the click may open.
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
