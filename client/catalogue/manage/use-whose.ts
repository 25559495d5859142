import { useLocation } from '#client/lib/router.tsx'
import { useSession } from '#client/identity/session.tsx'

/** Whether the address asks for the entries of all admins instead of one's own. */
export function useEveryone(): boolean {
  return new URLSearchParams(useLocation().search).get('whose') === 'everyone'
}

/** The address of a list. */
export function listAddress(page: string, everyone: boolean): string {
  return everyone ? `${page}?whose=everyone` : page
}

/** The address of a list, of those entries that are shown now. */
export function useListAddress(page: string): string {
  return listAddress(page, useEveryone())
}

/** What a list is asked with. */
export function useListQuery(): { email: string; whose?: 'everyone' } {
  const email = useSession().user?.email ?? ''
  return useEveryone() ? { email, whose: 'everyone' } : { email }
}
