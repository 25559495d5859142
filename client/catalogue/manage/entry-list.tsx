import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import { useDeleteEntry, useDeletingIds } from '../entries/use-delete-entry.ts'
import { editLinkId, EntryCard } from './entry-card.tsx'
import { EntrySearch, matches } from './entry-search.tsx'
import { words } from './texts.ts'

/** From how many entries on a search is worth its room. */
const MANY = 7

type EntryListProps<Sent> = {
  kind: EntryKind<Sent>
  all: Entry<Sent>[]
  /** The id of the entry whose form was open until now. */
  lastEditedRef: RefObject<string | null>
}

/** Somebody's own entries as cards, three in a row on large screens. */
export function EntryList<Sent>({ kind, all, lastEditedRef }: EntryListProps<Sent>) {
  const [text, setText] = useState('')
  const deleting = useDeletingIds(kind)
  const entries = all.filter(({ _id }) => !deleting.includes(_id))
  const shown = entries.filter((entry) => matches(kind.facts(entry), text))
  const rememberCard = useRowFocus(shown)
  const deleteEntry = useDeleteEntry(kind, rememberCard)
  useReturnFocus(lastEditedRef)
  if (entries.length === 0) return <NoEntries kind={kind} />
  return (
    <>
      <div className="manage-above">
        {entries.length >= MANY && <EntrySearch noun={kind.noun} text={text} onText={setText} />}
        <p role="status">{words.counted(shown.length, kind.noun)}</p>
      </div>
      {shown.length === 0 && (
        <EmptyState title={words.noMatch(text)}>
          <p>{words.noMatchNext}</p>
        </EmptyState>
      )}
      <ul className="manage-grid">
        {shown.map((entry, index) => (
          <EntryCard
            key={entry._id}
            kind={kind}
            entry={entry}
            eager={index < 3}
            onDelete={() => {
              rememberCard(entry)
              deleteEntry(entry)
            }}
          />
        ))}
      </ul>
    </>
  )
}

function NoEntries<Sent>({ kind: { noun, next, addPage } }: { kind: EntryKind<Sent> }) {
  return (
    <EmptyState title={words.none(noun)}>
      <p>{next}</p>
      <ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>
    </EmptyState>
  )
}

/** Puts the focus back on the link that led to a form, when the list is there again. */
function useReturnFocus(lastEditedRef: RefObject<string | null>): void {
  useEffect(() => {
    if (lastEditedRef.current === null) return
    document.getElementById(editLinkId(lastEditedRef.current))?.focus({ preventScroll: true })
    lastEditedRef.current = null
  }, [lastEditedRef])
}
