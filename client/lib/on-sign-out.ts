import { tryStorage } from './try-storage.ts'

const listeners = new Set<() => void>()

/** Calls `listener` at every sign-out until the document is closed. An expired session does not count as a sign-out. */
export function onSignOut(listener: () => void): void {
  listeners.add(listener)
}

/**
 * Keys of the session storage that begin with this are removed at every sign-out, also if the code that has written them is
 * not loaded any more.
 */
export const PERSONAL = 'personal '

export function publishSignOut(): void {
  tryStorage(() => {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PERSONAL))
    for (const key of keys) sessionStorage.removeItem(key)
  })
  for (const listener of listeners) listener()
}
