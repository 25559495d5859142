import { findPage, pages } from '#contract/pages.ts'

/**
 * Returns the address to continue at after a login: the page that the person came from if it is a page of the shop, else
 * the home page. Any other address (`//evil`, `/\evil`, `https:`, `javascript:`) is ignored.
 */
export function returnPath(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return pages.home
  const address = URL.parse(from, OWN)
  if (address?.origin !== OWN || ENTRANCES.has(address.pathname)) return pages.home
  return findPage(address.pathname) ? address.pathname + address.search : pages.home
}

/**
 * Returns the address to continue at after a sign-up. A new account is no administrator, so pages for administrators are
 * replaced by the home page.
 */
export function newcomerPath(from: unknown): string {
  const path = returnPath(from)
  return path.startsWith(pages.shop) || path.startsWith(pages.dashboard) ? pages.home : path
}

const OWN = 'http://shop.invalid'
const ENTRANCES = new Set<string>([pages.login, pages.register])
