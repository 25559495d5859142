import { tryStorage } from '#client/lib/try-storage.ts'
import { findPage, pages } from '#contract/pages.ts'
import { words } from './texts.ts'

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

/** Returns why a login is needed for the page at the URL `from`, or null if it is not, or if `from` is no such URL. */
export function guardReason(from: unknown): string | null {
  const page = findPage(returnPath(from).replace(/[?#].*/, ''))
  if (!page || page.access === 'public') return null
  // The cart and the orders of an account are what needs a login on the pages that guests have, too.
  const access = page.access === 'guest' || page.access === 'buyer' ? 'signedIn' : page.access
  return words.neededFor[access](page.title)
}

const OWN = 'http://shop.invalid'
const ENTRANCES = new Set<string>([pages.login, pages.register])

/** The key in the local storage, because a mail's link opens a new tab, which has a session storage of its own. */
const KEY = 'signUpReturn'

/** Stores the URL of the page from which the user went to the sign-up, until the link in the mail is opened. */
export function keepReturn(from: unknown): void {
  tryStorage(() => {
    if (typeof from === 'string') localStorage.setItem(KEY, from)
    else localStorage.removeItem(KEY)
  })
}

/** Returns the URL of `keepReturn`, and removes it. */
export function takeReturn(): string | null {
  return tryStorage(() => {
    const from = localStorage.getItem(KEY)
    localStorage.removeItem(KEY)
    return from
  })
}
