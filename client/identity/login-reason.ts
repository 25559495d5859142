import { tryStorage } from '#client/lib/try-storage.ts'

/**
 * The key in the local storage. All tabs share it, because the link in a mail that confirms an address opens a new
 * tab. In the session storage, it marks the tab in which the visitor logs in.
 */
const KEY = 'login-reason'

type Kept = { reason: string; until: number }

/** Remembers why a visitor was asked to log in, until the time `until` in milliseconds. */
export function keepLoginReason(kept: Kept): void {
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(kept)))
}

/** Forgets why the visitor was asked to log in, and which tab it was. */
export function forgetLogin(): void {
  tryStorage(() => localStorage.removeItem(KEY))
  tryStorage(() => sessionStorage.removeItem(KEY))
}

/** Remembers that a visitor has opened a page to log in or to sign up in this tab. */
export function rememberLoginTab(): void {
  tryStorage(() => sessionStorage.setItem(KEY, 'here'))
}

/** Returns whether the visitor has logged in in this tab, and not in another one, or by a link in a mail. */
export function isLoginTab(): boolean {
  return tryStorage(() => sessionStorage.getItem(KEY)) !== null
}

/**
 * Returns why a visitor was asked to log in, or null. The login and sign-up pages say it also if they are opened by
 * their addresses.
 */
export function keptLoginReason(): string | null {
  // The cast is safe because only `keepLoginReason` writes this value.
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null)
  return kept && kept.until > Date.now() ? kept.reason : null
}
