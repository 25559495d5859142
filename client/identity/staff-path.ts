import type { Calls } from '#contract/api.ts'
import type { Answer } from '#contract/call.ts'
import { findPage, pages } from '#contract/pages.ts'
import { useIsAdmin } from './session.tsx'

type StaffRole = Answer<Calls['GET /user/admin/{email}']>

/**
 * Returns where a link to a page of the staff leads this user: to the page, to the orders to pack in place of the start of
 * the dashboard, or null if the user may not see the page. `path` may have a query.
 */
export function staffPath(path: string, { isAdmin, isPacker }: StaffRole): string | null {
  if (isAdmin) return path
  const page = isPacker ? findPage(path.replace(/[?#].*/, '')) : null
  if (page?.name === 'dashboard') return pages.pickList
  return page?.access === 'staff' ? path : null
}

/** Returns a function that says whether the user may see the page of the staff at a path. */
export function useMayOpen(): (path: string) => boolean {
  const { data } = useIsAdmin()
  return (path) => data !== undefined && staffPath(path, data) === path
}
