import { useLocation } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'
import { pages } from '#contract/pages.ts'
import type { EntryFields } from '../forms/entry-fields.ts'

/** The form fields that the query string of the URL can fill in when a coffee or a packet is added. */
const FILLABLE = ['brand', 'name'] as const

/** Returns the URL of the form that adds a coffee, with this brand filled in. */
export function addCoffeeOf(brand: string): string {
  return `${pages.addCoffee}?${new URLSearchParams({ brand })}`
}

/** Returns the URL of the form that adds a packet, with the name of this coffee filled in. */
export function addPacketOf(name: string): string {
  return `${pages.addPacket}?${new URLSearchParams({ name })}`
}

/** Returns the values of form fields that the query string of a URL contains. */
export function fieldsInQuery(query: string): Partial<Pick<EntryFields, (typeof FILLABLE)[number]>> {
  const parameters = new URLSearchParams(query)
  return Object.fromEntries(
    FILLABLE.flatMap((field) => (parameters.get(field) ? [[field, parameters.get(field)]] : [])),
  )
}

/**
 * Returns the URL of a list in shop management. The list shows the entries of all admins if `everyone` is true,
 * otherwise the admin's own entries and those whose owner is no longer an admin.
 */
export function listAddress(page: string, everyone: boolean): string {
  return everyone ? `${page}?whose=everyone` : page
}

/** Returns true if the URL of the open page asks for the entries of all admins instead of the admin's own. */
export function useEveryone(): boolean {
  return new URLSearchParams(useLocation().search).get('whose') === 'everyone'
}

/**
 * Returns the URL of the list on a page of shop management. The URL of the open page decides whether the list shows
 * the admin's own entries or those of all admins.
 */
export function useListAddress(page: string): string {
  return listAddress(page, useEveryone())
}

/**
 * Returns the query parameters of the API call that fetches the list on the open page. They ask for the entries of all
 * admins if the URL of the page does, otherwise for the admin's own.
 */
export function useListQuery(): { email: string; whose?: 'everyone' } {
  const email = useSession().user?.email ?? ''
  return useEveryone() ? { email, whose: 'everyone' } : { email }
}

/** The query parameter of a URL that holds the id of the catalogue entry to be edited. */
const EDITED = 'edit'

/**
 * Returns the URL of the form that edits a catalogue entry. `list` is the URL of the list from which the form is
 * opened, with or without a query string.
 */
export function editAddress(list: string, id: string): string {
  return `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ [EDITED]: id })}`
}

/**
 * Returns the id of the catalogue entry that is being edited, or null if the open page shows a list instead of a
 * form.
 */
export function useEditedId(): string | null {
  return new URLSearchParams(useLocation().search).get(EDITED)
}
