import { useSyncExternalStore } from 'react'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { tryStorage } from '#client/lib/try-storage.ts'

/**
 * The key in the local storage of the cart of a person without an account. All tabs share it, because the link in a mail
 * that confirms an address opens a new tab. Every page loads this file, and `guest-cart.ts` only when the cart is needed.
 */
const KEY = 'guest-cart'

/** The cart of a browser that forbids local storage. A reload loses it. */
let unstored: string | null = null

/** `isGivenUp` is true if the script that adds this cart to that of an account could not be loaded. */
export const joining = { isGivenUp: false }

const listeners = new Set<() => void>()

/** Returns the kept cart as JSON, or null if there is none. */
export function readKept(): string | null {
  return tryStorage(() => localStorage.getItem(KEY)) ?? unstored
}

export function writeKept(text: string | null): void {
  const isStored = tryStorage(() => {
    if (text === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
    return true
  })
  unstored = isStored ? null : text
  publish()
}

/** Leaves the cart in this browser until the document is loaded again, although a user is signed in. */
export function giveUpJoining(): void {
  joining.isGivenUp = true
  publish()
}

function publish(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when the kept cart changes, also in another tab, until the returned function is called. */
export function subscribeKept(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Returns whether this browser keeps a cart. */
export function useIsCartKept(): boolean {
  return useSyncExternalStore(
    subscribeKept,
    () => readKept() !== null,
    () => false,
  )
}

onSignOut(() => writeKept(null))
