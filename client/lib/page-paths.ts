import { matchPath } from 'react-router'

/** The addresses of all pages, as patterns. */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/contact',
  '/myCart',
  '/coffeeDetails/:id',
  '/bagDetails/:id',
] as const

export type PagePath = (typeof pagePaths)[number]

/** The pattern of the page at this path (without query), or null when there is none. */
export function findPagePath(path: string): PagePath | null {
  return pagePaths.find((pattern) => matchPath({ path: pattern, caseSensitive: true }, path) !== null) ?? null
}
