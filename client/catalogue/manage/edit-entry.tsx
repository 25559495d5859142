import { useLayoutEffect } from 'react'
import type { ComponentType } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { PageState } from '#client/ui/states.tsx'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import type { EntryFormProps } from '../entries/use-entry-form.ts'
import { words } from './texts.ts'
import { useLeaveForm } from './use-editing.ts'
import { useListAddress } from './use-whose.ts'

type EditEntryProps<Sent> = {
  kind: EntryKind<Sent>
  entry: Entry<Sent> | undefined
  EditForm: ComponentType<EntryFormProps<Sent>>
}

/** The form of one entry, filled in, in the place of the list. Escape, Cancel and saving lead back to it. */
export function EditEntry<Sent>({ kind, entry, EditForm }: EditEntryProps<Sent>) {
  const list = useListAddress(kind.page)
  const { leave, back } = useLeaveForm(list)
  // Its address differs from the list's by a query only, which by itself moves nothing.
  useLayoutEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  if (!entry) return <Gone list={list} />
  return (
    <div className="page">
      <button type="button" ref={back} className="link manage-back" onClick={leave} data-leaves>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M12 4l-6 6 6 6" />
        </svg>
        {words.toList}
      </button>
      <PageTitle title={words.editing(kind.facts(entry).name)} />
      <EditForm key={entry._id} entry={entry} onDone={leave} />
    </div>
  )
}

function Gone({ list }: { list: string }) {
  return (
    <div className="page">
      <PageState title={words.gone}>
        <p>{words.goneNext}</p>
        <ButtonLink to={list}>{words.toList}</ButtonLink>
      </PageState>
    </div>
  )
}
