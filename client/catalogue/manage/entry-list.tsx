import type { MOST_LISTED } from '#contract/values/limits.ts'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { DeleteQuestion } from '../entries/delete-question.tsx'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import { useDeleteQuestion } from '../entries/use-delete-question.ts'
import { useDeleteEntry, useDeletingIds } from '../entries/use-delete-entry.ts'
import { editLinkId, EntryCard } from './entry-card.tsx'
import { EntrySearch, matches } from './entry-search.tsx'
import { words } from './texts.ts'
import { listAddress, useEveryone } from './use-whose.ts'

/** From how many entries on a search is worth its room. */
const MANY = 7

/** A list with this many entries is cut: the server left out the oldest. */
const CUT: typeof MOST_LISTED = 1000

type EntryListProps<Sent> = {
  kind: EntryKind<Sent>
  all: Entry<Sent>[]
  /** The id of the entry whose form was open until now. */
  lastEditedRef: RefObject<string | null>
}

/** Entries as cards, three in a row on large screens. */
export function EntryList<Sent>({ kind, all, lastEditedRef }: EntryListProps<Sent>) {
  const [text, setText] = useState('')
  const deleting = useDeletingIds(kind)
  const entries = all.filter(({ _id }) => !deleting.includes(_id))
  const shown = entries.filter((entry) => matches(kind.facts(entry), text))
  const rememberCard = useRowFocus(shown)
  const deleteEntry = useDeleteEntry(kind, rememberCard)
  const { counting, askFirst, question } = useDeleteQuestion(kind, (entry) => {
    rememberCard(entry)
    deleteEntry(entry)
  })
  const everyone = useEveryone()
  useReturnFocus(lastEditedRef)
  if (entries.length === 0) return <NoEntries kind={kind} />
  return (
    <>
      <div className="manage-above">
        {entries.length >= MANY && (
          <EntrySearch label={words.search(kind.noun, everyone)} text={text} onText={setText} />
        )}
        <p role="status">{words.counted(shown.length, kind.noun)}</p>
        {all.length >= CUT && <p>{words.cut(CUT, kind.noun)}</p>}
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
            counting={counting === entry._id}
            onDelete={() => void askFirst(entry)}
          />
        ))}
      </ul>
      {question && <DeleteQuestion {...question} />}
    </>
  )
}

function NoEntries<Sent>({ kind: { noun, next, page, addPage } }: { kind: EntryKind<Sent> }) {
  const everyone = useEveryone()
  return (
    <EmptyState title={words.none(noun, everyone)}>
      <p>{next}</p>
      <ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>
      {!everyone && (
        <PageLink to={listAddress(page, true)} className="link">
          {words.seeEveryones(noun)}
        </PageLink>
      )}
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
