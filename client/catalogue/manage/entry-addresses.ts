import { useLocation } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'
import { pages } from '#contract/pages.ts'

/** The form fields that the query string of the URL can fill in when a coffee or a packet is added. */
const FILLABLE = ['brand', 'name', 'coffeeId'] as const

/** Returns the URL of the form that adds a coffee, with this brand filled in. */
export function addCoffeeOf(brand: string): string {
  return `${pages.addCoffee}?${new URLSearchParams({ brand })}`
}

/**
 * Returns the URL of the form that adds a packet, with the name of this coffee filled in. With the id of the coffee, the
 * packet is proposed as another size of it.
 */
export function addPacketOf(name: string, coffeeId?: string): string {
  return `${pages.addPacket}?${new URLSearchParams({ name, ...(coffeeId && { coffeeId }) })}`
}

/** Returns the values of form fields that the query string of a URL contains. */
export function fieldsInQuery(query: string): Partial<Record<(typeof FILLABLE)[number], string>> {
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
 * Returns what the URL of an open page of shop management asks for. `everyone` is true for the entries of all admins
 * instead of the admin's own. `list` is the URL of the list, and `query` are the parameters of the call that fetches it.
 * `editedId` is the id of the entry whose form is open, or null.
 */
export function useListAddress() {
  const { pathname, search } = useLocation()
  const email = useSession().user?.email ?? ''
  const parameters = new URLSearchParams(search)
  const everyone = parameters.get('whose') === 'everyone'
  return {
    everyone,
    list: listAddress(pathname, everyone),
    query: { email, ...(everyone && { whose: 'everyone' as const }) },
    editedId: parameters.get(EDITED),
  }
}

export function editLinkId(id: string): string {
  return `edit-${id}`
}
