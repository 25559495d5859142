import { Fragment, useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { DeletedEntry } from '#contract/shop-management.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { EmptyState } from '#client/ui/states.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { useShowMore } from '#client/ui/lists/use-show-more.tsx'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { useDeleteEntry, useDeletingIds } from './delete-entry.ts'
import type { Deletion } from './delete-entry.ts'
import { listAddress, useEveryone } from './entry-addresses.ts'
import { editLinkId } from './entry-card.tsx'
import { words } from './texts.ts'
import type { Noun } from './texts.ts'

/** A list with at least this many entries has a search field. */
const SEARCH_FROM = 7

/** The number of cards that are shown at first, and that the button Show more adds. It is a multiple of three. */
const CARDS = 60

/** What the card of an entry needs from its list. */
type InList = { eager: boolean; deleteEntry: (deletion: Deletion) => void }

type EntryListProps<E> = {
  kind: DeletedEntry['kind']
  noun: Noun
  all: E[]
  /** Returns the text in which the search looks for words. */
  textOf: (entry: E) => string
  /** Shown if there are no entries. */
  none: ReactNode
  /** The id of the entry whose form was open before the list was shown, or null. */
  lastEditedRef: RefObject<string | null>
  /** Renders the card of an entry. */
  children: (entry: E, list: InList) => ReactNode
}

/** A list of brands, coffees or packets as cards. A long list has a search field. */
export function EntryList<E extends { _id: string }>(props: EntryListProps<E>) {
  const { kind, noun, all, textOf, none, lastEditedRef, children } = props
  const [text, setText] = useState('')
  const deleting = useDeletingIds(kind)
  const entries = all.filter(({ _id }) => !deleting.includes(_id))
  const found = entries.filter((entry) => matches(textOf(entry), text))
  const { list, shown, more, showAll } = useShowMore(found, CARDS)
  const rememberCard = useRowFocus(shown)
  const sendDeletion = useDeleteEntry(kind, rememberCard)
  const deleteEntry = (deletion: Deletion) => {
    rememberCard(deletion)
    sendDeletion(deletion)
  }
  const everyone = useEveryone()
  useReturnFocus(lastEditedRef, more === null ? null : showAll)
  if (entries.length === 0) return none
  return (
    <>
      <div className="spread mb-5 items-end gap-x-8 gap-y-3">
        {entries.length >= SEARCH_FROM && (
          <search className="basis-96">
            <TextField
              label={words.search(noun, everyone)}
              type="search"
              autoComplete="off"
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </search>
        )}
        <p role="status" className="small">
          {words.counted(found.length, noun)}
        </p>
        {all.length >= MAX_LISTED && <p className="small">{words.cut(MAX_LISTED, noun)}</p>}
      </div>
      {found.length === 0 && (
        <EmptyState title={words.noMatch(text)}>
          <p>{words.noMatchNext}</p>
        </EmptyState>
      )}
      <ul ref={list} className="card-grid">
        {shown.map((entry, index) => (
          <Fragment key={entry._id}>{children(entry, { eager: index < 3, deleteEntry })}</Fragment>
        ))}
      </ul>
      {more}
    </>
  )
}

/** Returns true if every word of the search text `searched` occurs in `text`. */
export function matches(text: string, searched: string): boolean {
  const lower = text.toLowerCase()
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
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

/** `next` is the advice that is shown when a list has no entries. */
type NoEntriesProps = { noun: Noun; next: string; page: string; addPage: string }

export function NoEntries({ noun, next, page, addPage }: NoEntriesProps) {
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
