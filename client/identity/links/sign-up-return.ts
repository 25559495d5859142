import { useLocation } from '#client/lib/router.tsx'
import { tryStorage } from '#client/lib/try-storage.ts'
import { arrivalOf } from '../entrance.tsx'

/** The key in the local storage, because a mail's link opens a new tab, which has a session storage of its own. */
const KEY = 'signUpReturn'

/**
 * Returns a function that stores the URL of the page from which the user went to the sign-up, until the link in the mail
 * is opened.
 */
export function useKeepReturn(): () => void {
  const { from } = arrivalOf(useLocation().state)
  return () => {
    tryStorage(() => {
      if (typeof from === 'string') localStorage.setItem(KEY, from)
      else localStorage.removeItem(KEY)
    })
  }
}

/** Returns the stored URL, and removes it. */
export function takeReturn(): string | null {
  return tryStorage(() => {
    const from = localStorage.getItem(KEY)
    localStorage.removeItem(KEY)
    return from
  })
}
