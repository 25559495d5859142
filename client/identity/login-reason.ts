import { tryStorage } from '#client/lib/try-storage.ts'

/**
 * The key in the local storage. All tabs share it, because the link in a mail that confirms an address opens a new
 * tab.
 */
const KEY = 'login-reason'

type Kept = { reason: string; until: number }

/** Remembers why a visitor was asked to log in, until the time `until` in milliseconds. */
export function keepLoginReason(kept: Kept): void {
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(kept)))
}

export function forgetLoginReason(): void {
  tryStorage(() => localStorage.removeItem(KEY))
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
