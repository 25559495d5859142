import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callQuery } from '#client/lib/query.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { CardListStates } from '#client/ui/states.tsx'
import { brandKind } from '../entries/brand-kind.tsx'
import { coffeeKind } from '../entries/coffee-kind.tsx'
import { useEditedId, useEveryone, useListQuery } from '../entries/entry-addresses.ts'
import type { Entry, EntryKind } from '../entries/entry-kind.ts'
import { packetKind } from '../entries/packet-kind.tsx'
import { EditEntry } from './edit-entry.tsx'
import { EntryList } from './entry-list.tsx'
import { ListLinks, ShopFrame } from './manage-frame.tsx'
import { texts, words } from './texts.ts'

/** The page `/menu` with the brands of the admin, or of all admins (specification section 2, Shop management). */
export function BrandsPage() {
  const list = useQuery(callQuery('GET /personCoffee', { query: useListQuery() }))
  return <EntriesPage kind={brandKind} list={list} />
}

/**
 * The page `/menu/coffee` with the coffees of the admin, or of all admins (specification section 2, Shop management).
 */
export function CoffeesPage() {
  const list = useQuery(callQuery('GET /packetName', { query: useListQuery() }))
  return <EntriesPage kind={coffeeKind} list={list} />
}

/**
 * The page `/menu/packet` with the packets of the admin, or of all admins (specification section 2, Shop management).
 */
export function PacketsPage() {
  const list = useQuery(callQuery('GET /personPacket', { query: useListQuery() }))
  return <EntriesPage kind={packetKind} list={list} />
}

type EntriesPageProps<Sent> = { kind: EntryKind<Sent>; list: UseQueryResult<Entry<Sent>[]> }

/**
 * A page with the list of one kind of entry: brands, coffees or packets. If the URL contains the id of an entry, the
 * form that edits the entry is shown in place of the list.
 */
function EntriesPage<Sent>({ kind, list }: EntriesPageProps<Sent>) {
  const { noun, page, addPage } = kind
  const edited = useEditedId()
  const everyone = useEveryone()
  const lastEditedRef = useRef<string>(null)
  useEffect(() => {
    lastEditedRef.current = edited ?? lastEditedRef.current
  }, [edited])
  if (list.data && edited !== null)
    return <EditEntry kind={kind} entry={list.data.find(({ _id }) => _id === edited)} />
  return (
    <ShopFrame
      title={`${texts.shop}: ${noun.many}`}
      action={<ButtonLink to={addPage}>{words.add(noun)}</ButtonLink>}
    >
      <ListLinks page={page} everyone={everyone} />
      <CardListStates
        list={list}
        grid="card-grid"
        cards={3}
        loading={words.loading}
        failed={words.failed(noun, everyone)}
      >
        {(all) => <EntryList kind={kind} all={all} lastEditedRef={lastEditedRef} />}
      </CardListStates>
    </ShopFrame>
  )
}
