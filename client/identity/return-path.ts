import { findPage, pages } from '#contract/pages.ts'

/**
 * Where to go after logging in: the page somebody came from when it is one of ours, else the home page. Whatever
 * else stands there (`//evil`, `/\evil`, `https:`, `javascript:`) is not followed.
 */
export function returnPath(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return pages.home
  const address = URL.parse(from, OWN)
  if (address?.origin !== OWN || ENTRANCES.has(address.pathname)) return pages.home
  return findPage(address.pathname) ? address.pathname + address.search : pages.home
}

/** The same for somebody new, who is no administrator yet: the home page where only those may go. */
export function newcomerPath(from: unknown): string {
  const path = returnPath(from)
  return path.startsWith(pages.shop) || path.startsWith(pages.dashboard) ? pages.home : path
}

const OWN = 'http://shop.invalid'
const ENTRANCES = new Set<string>([pages.login, pages.register])
