import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { MOST_LISTED } from '#contract/values/limits.ts'
import { useDeleteEntry, useDeletingIds } from '../entries/delete-entry.ts'
import { listAddress, useEveryone } from '../entries/entry-addresses.ts'
import type { Entry, EntryKind, Facts } from '../entries/entry-kind.ts'
import { DeleteQuestion, useDeleteQuestion } from './delete-question.tsx'
import { editLinkId, EntryCard } from './entry-card.tsx'
import { words } from './texts.ts'

/** A list with at least this many entries has a search field. */
const SEARCH_FROM = 7

type EntryListProps<Sent> = {
  kind: EntryKind<Sent>
  all: Entry<Sent>[]
  /** The id of the entry whose form was open before the list was shown, or null. */
  lastEditedRef: RefObject<string | null>
}

/** A list of brands, coffees or packets as cards. A long list has a search field. */
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
  if (entries.length === 0) return <NoEntries kind={kind} everyone={everyone} />
  return (
    <>
      <div className="spread mb-5 items-end gap-x-8 gap-y-3">
        {entries.length >= SEARCH_FROM && (
          <search className="basis-96">
            <TextField
              label={words.search(kind.noun, everyone)}
              type="search"
              autoComplete="off"
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </search>
        )}
        <p role="status" className="small">
          {words.counted(shown.length, kind.noun)}
        </p>
        {all.length >= MOST_LISTED && <p className="small">{words.cut(MOST_LISTED, kind.noun)}</p>}
      </div>
      {shown.length === 0 && (
        <EmptyState title={words.noMatch(text)}>
          <p>{words.noMatchNext}</p>
        </EmptyState>
      )}
      <ul className="card-grid">
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

/**
 * Returns true if every word of the search text occurs in the name of the entry or in its `note`. The note of a coffee
 * is the name of its brand.
 */
export function matches({ name, note = '' }: Facts, text: string): boolean {
  const searched = `${name} ${note}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

/** After the form of an entry was closed, moves the focus back to the Edit link of that entry in the list. */
function useReturnFocus(lastEditedRef: RefObject<string | null>): void {
  useEffect(() => {
    if (lastEditedRef.current === null) return
    document.getElementById(editLinkId(lastEditedRef.current))?.focus({ preventScroll: true })
    lastEditedRef.current = null
  }, [lastEditedRef])
}

function NoEntries<Sent>({ kind, everyone }: { kind: EntryKind<Sent>; everyone: boolean }) {
  const { noun, next, page, addPage } = kind
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
