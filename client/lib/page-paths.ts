import { matchPath } from 'react-router'

/** The addresses of all pages, as patterns; where two fit, the first is meant. */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/contact',
  '/myCart',
  '/coffeeDetails/:id',
  '/bagDetails/:id',
  '/menu',
  '/menu/coffee',
  '/menu/packet',
  '/menu/deleted',
  '/dashboard',
  '/dashboard/fullItem',
  '/dashboard/allUsers',
  '/dashboard/addProduct',
  '/dashboard/addProduct/coffeeName',
  '/dashboard/addProduct/coffeePacket',
  '/dashboard/messages',
  '/dashboard/messages/outbox',
  '/dashboard/messages/audit',
  '/dashboard/:id',
] as const

export type PagePath = (typeof pagePaths)[number]

/** The pattern of the page at this path (without query), or null when there is none. */
export function findPagePath(path: string): PagePath | null {
  return pagePaths.find((pattern) => matchPath({ path: pattern, caseSensitive: true }, path) !== null) ?? null
}

/** What a rendered page carries to say which it is: the same for addresses that are rendered alike. */
export function pageMark(path: string): string {
  return findPagePath(path) ?? 'unknown'
}
