import { useLocation } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'
import { pages } from '#contract/pages.ts'
import type { EntryFields } from './entry-kind.ts'

/** The fields of an add form that the query of its address can fill in. */
const FILLABLE = ['brand', 'name'] as const

/** Returns the address of the form for a new coffee of this brand. */
export function addCoffeeOf(brand: string): string {
  return `${pages.addCoffee}?${new URLSearchParams({ brand })}`
}

/** Returns the address of the form for a new packet of this coffee. */
export function addPacketOf(name: string): string {
  return `${pages.addPacket}?${new URLSearchParams({ name })}`
}

/** Returns the fields of an add form that the query of its address fills in. */
export function fieldsInQuery(query: string): Partial<Pick<EntryFields, (typeof FILLABLE)[number]>> {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    FILLABLE.flatMap((field) => (parameters.get(field) ? [[field, parameters.get(field)]] : [])),
  )
}

/** Returns the address of a list of the admin's own entries, or of everyone's. */
export function listAddress(page: string, everyone: boolean): string {
  return everyone ? `${page}?whose=everyone` : page
}

/** Returns whether the address asks for everyone's entries instead of the admin's own. */
export function useEveryone(): boolean {
  return new URLSearchParams(useLocation().search).get('whose') === 'everyone'
}

/** Returns the address of the list that is shown now. */
export function useListAddress(page: string): string {
  return listAddress(page, useEveryone())
}

/** Returns the query of the request for the list that is shown now. */
export function useListQuery(): { email: string; whose?: 'everyone' } {
  const email = useSession().user?.email ?? ''
  return useEveryone() ? { email, whose: 'everyone' } : { email }
}

/** The parameter in the address of a list that holds the id of the entry being edited. */
const EDITED = 'edit'

/** Returns the address of the form that edits an entry. `list` is the address of its list, with or without a query. */
export function editAddress(list: string, id: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ [EDITED]: id })}`
}

/** Returns the id of the entry being edited, or null if the address is that of a list. */
export function useEditedId(): string | null {
  return new URLSearchParams(useLocation().search).get(EDITED)
}
