import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { useShowMore } from '#client/ui/lists/use-show-more.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { CardListStates, EmptyState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { pages } from '#contract/pages.ts'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { useDeleteEntry, useDeletingIds } from './delete-entry.ts'
import type { Deletion, EntryKind } from './delete-entry.ts'
import { EditPage, useLastEdited } from './edit-page.tsx'
import { editLinkId, listAddress, useListAddress } from './entry-addresses.ts'
import { ShopFrame } from './manage-frame.tsx'
import { specTexts, words } from './texts.ts'

const KINDS = {
  brand: { noun: words.brand, next: words.brandNext, addPage: pages.addBrand },
  coffee: { noun: words.coffee, next: words.coffeeNext, addPage: pages.addCoffee },
  packet: { noun: words.packet, next: words.packetNext, addPage: pages.addPacket },
}

type InList = { eager: boolean; deleteEntry: (deletion: Deletion) => void }

type EntryListPageProps<E> = {
  kind: EntryKind
  list: UseQueryResult<E[]>
  nameOf: (entry: E) => string
  /** Returns the text in which the search looks for words. */
  textOf?: (entry: E) => string
  card: (entry: E, inList: InList) => ReactNode
  /** Renders the form that edits an entry. `leave` leads back to the list. */
  form: (entry: E, leave: () => void) => ReactNode
}

/**
 * A page of shop management with the brands, coffees or packets of the admin, or of all admins. If its URL has the id
 * of an entry, the form of the entry is shown instead of the list.
 */
export function EntryListPage<E extends { _id: string }>(props: EntryListPageProps<E>) {
  const { kind, list, nameOf, form } = props
  const { editedId, everyone } = useListAddress()
  const lastEditedRef = useLastEdited(editedId)
  if (list.data && editedId !== null) {
    const edited = list.data.find(({ _id }) => _id === editedId)
    return <EditPage name={edited && nameOf(edited)}>{(leave) => edited && form(edited, leave)}</EditPage>
  }
  const { noun, addPage } = KINDS[kind]
  return (
    <ShopFrame
      title={`${specTexts.shop}: ${noun.many}`}
      action={<ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>}
    >
      <ListLinks />
      <CardListStates
        list={list}
        grid="card-grid"
        cards={3}
        loading={words.loading}
        failed={words.failed(noun, everyone)}
      >
        {(entries) => <EntryList {...props} all={entries} lastEditedRef={lastEditedRef} />}
      </CardListStates>
    </ShopFrame>
  )
}

function ListLinks() {
  const { everyone, list } = useListAddress()
  const [page = ''] = list.split('?')
  return (
    <div className="spread mb-6 gap-x-6 gap-y-3">
      <nav aria-label={words.ownerSwitch} className="owner-switch">
        {[false, true].map((of) => (
          <PageLink
            key={String(of)}
            replace
            to={listAddress(page, of)}
            className="icon-text"
            aria-current={of === everyone ? 'true' : undefined}
          >
            {of ? words.everyones : words.mine}
          </PageLink>
        ))}
      </nav>
      <div className="cluster gap-x-6">
        <PageLink to={pages.shopPrices} className="icon-text underline">
          {words.pricesPlace}
        </PageLink>
        <PageLink to={pages.shopOrder} className="icon-text underline">
          {words.orderPlace}
        </PageLink>
      </div>
    </div>
  )
}

/** A list with at least this many entries has a search field. */
const SEARCH_FROM = 7

/** The number of cards that are shown at first, and that the button Show more adds. It is a multiple of three. */
const CARDS = 60

type EntryListProps<E> = Pick<EntryListPageProps<E>, 'kind' | 'nameOf' | 'textOf' | 'card'> & {
  all: E[]
  /** The id of the entry whose form was open before the list was shown, or null. */
  lastEditedRef: RefObject<string | null>
}

function EntryList<E extends { _id: string }>(props: EntryListProps<E>) {
  const { kind, all, nameOf, textOf = nameOf, card, lastEditedRef } = props
  const { noun } = KINDS[kind]
  const { everyone } = useListAddress()
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
  useReturnFocus(lastEditedRef, more === null ? null : showAll)
  if (entries.length === 0) return <NoEntries kind={kind} />
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
      {found.length === 0 && <EmptyState title={words.noMatch(text)} more={words.noMatchNext} />}
      <ul ref={list} className="card-grid">
        {shown.map((entry, index) => (
          <Fragment key={entry._id}>{card(entry, { eager: index < 3, deleteEntry })}</Fragment>
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

function NoEntries({ kind }: { kind: EntryKind }) {
  const { everyone, list } = useListAddress()
  const { noun, next, addPage } = KINDS[kind]
  return (
    <EmptyState title={words.none(noun, everyone)} more={next}>
      <ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>
      {!everyone && (
        <PageLink to={listAddress(list, true)} className="link">
          {words.seeEveryones(noun)}
        </PageLink>
      )}
    </EmptyState>
  )
}
