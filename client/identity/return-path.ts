import { findPage, pages } from '#contract/pages.ts'

/**
 * Returns the URL of the page to show after a login: `from` if it is the URL of a page of the shop other than the login
 * and sign-up pages, otherwise the home page. A forged URL (`//evil`, `/\evil`, `https:`, `javascript:`) therefore
 * cannot lead to another site.
 */
export function returnPath(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return pages.home
  const address = URL.parse(from, OWN)
  if (address?.origin !== OWN || ENTRANCES.has(address.pathname)) return pages.home
  return findPage(address.pathname) ? address.pathname + address.search + address.hash : pages.home
}

/**
 * Returns the URL of the page to show after a sign-up. A new user is not an administrator, so pages for
 * administrators are replaced by the home page.
 */
export function newcomerPath(from: unknown): string {
  const path = returnPath(from)
  return path.startsWith(pages.shop) || path.startsWith(pages.dashboard) ? pages.home : path
}

const OWN = 'http://shop.invalid'
const ENTRANCES = new Set<string>([pages.login, pages.register])
