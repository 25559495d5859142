import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { useShowMore } from '#client/ui/lists/use-show-more.tsx'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { useDeleteEntry, useDeletingIds } from '../entries/delete-entry.ts'
import { listAddress, useEveryone } from '../entries/entry-addresses.ts'
import type { Entry, EntryKind, Facts } from '../entries/entry-kind.ts'
import { DeleteQuestion, useDeleteQuestion } from './delete-question.tsx'
import { editLinkId, EntryCard } from './entry-card.tsx'
import { words } from './texts.ts'

/** A list with at least this many entries has a search field. */
const SEARCH_FROM = 7

/** The number of cards that are shown at first, and that the button Show more adds. It is a multiple of three. */
const CARDS = 60

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
  const found = entries.filter((entry) => matches(kind.facts(entry), text))
  const { list, shown, more, showAll } = useShowMore(found, CARDS)
  const rememberCard = useRowFocus(shown)
  const deleteEntry = useDeleteEntry(kind, rememberCard)
  const { counting, askFirst, question } = useDeleteQuestion(kind, (entry) => {
    rememberCard(entry)
    deleteEntry(entry)
  })
  const everyone = useEveryone()
  useReturnFocus(lastEditedRef, more === null ? null : showAll)
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
          {words.counted(found.length, kind.noun)}
        </p>
        {all.length >= MAX_LISTED && <p className="small">{words.cut(MAX_LISTED, kind.noun)}</p>}
      </div>
      {found.length === 0 && (
        <EmptyState title={words.noMatch(text)}>
          <p>{words.noMatchNext}</p>
        </EmptyState>
      )}
      <ul ref={list} className="card-grid">
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
      {more}
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

/**
 * After the form of an entry was closed, moves the focus back to the Edit link of that entry in the list. `showAll` shows
 * the entries that are not shown yet, or is null if all are shown.
 */
function useReturnFocus(lastEditedRef: RefObject<string | null>, showAll: (() => void) | null): void {
  useEffect(() => {
    if (lastEditedRef.current === null) return
    const link = document.getElementById(editLinkId(lastEditedRef.current))
    if (!link && showAll) return showAll()
    link?.focus({ preventScroll: true })
    lastEditedRef.current = null
  }, [lastEditedRef, showAll])
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
