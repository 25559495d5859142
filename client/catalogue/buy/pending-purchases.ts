import { forgetLoginReason } from '#client/identity/login-reason.ts'
import { onSignOut } from '#client/lib/on-sign-out.ts'
import { newRequestId } from '#client/lib/request-id.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import type { Choice, Offered } from './purchase.ts'

/** What a visitor wanted to buy before signing in. It is forgotten at the time `until`, in milliseconds. */
export type PendingPurchase = { product: Offered; choice: Choice; until: number; requestId: string }

/**
 * The key in the local storage. All tabs share it, because the link in a mail that confirms an address opens a new tab.
 */
const KEY = 'pending-purchases'

/** How long a purchase is remembered. It is long enough for a sign-up whose mail takes a while. */
const GOOD_FOR_MS = 60 * 60_000

/** Returns until when a purchase of now is remembered, in milliseconds. */
export function keptUntil(): number {
  return Date.now() + GOOD_FOR_MS
}

/**
 * Remembers what a visitor wants to buy, beside what was remembered before, and returns all of it. If the same product
 * was chosen before with the same grind, the new choice replaces it: the visitor has come back from the login to press
 * the button again.
 */
export function keepPurchase({
  product,
  choice,
}: Omit<PendingPurchase, 'until' | 'requestId'>): PendingPurchase[] {
  const { _id, name, img, price, ratting } = product
  const isOther = (kept: PendingPurchase) => kept.product._id !== _id || kept.choice.grind !== choice.grind
  const purchase = {
    product: { _id, name, img, price, ratting },
    choice,
    until: keptUntil(),
    requestId: newRequestId(),
  }
  const all = [...readPurchases().filter(isOther), purchase]
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(all)))
  tryStorage(() => sessionStorage.setItem(KEY, 'kept here'))
  return all
}

export function isPurchasePending(): boolean {
  return readPurchases().length > 0
}

/** Returns whether a purchase was kept in this tab. Its user then expects to read here that it was made. */
export function isKeptHere(): boolean {
  return tryStorage(() => sessionStorage.getItem(KEY)) !== null
}

/**
 * Returns the remembered purchases and forgets them, so that each is made at most once. With a lock, only one of several
 * tabs gets them. Browsers have locks only on `https` and `localhost`.
 */
export async function takePurchases(): Promise<PendingPurchase[]> {
  const take = () => {
    const purchases = readPurchases()
    forgetPurchases()
    return purchases
  }
  return 'locks' in navigator ? navigator.locks.request(KEY, take) : take()
}

function readPurchases(): PendingPurchase[] {
  // The cast is safe because only `keepPurchase` writes this value.
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '[]') as PendingPurchase[])
  return kept?.filter(({ until }) => until > Date.now()) ?? []
}

function forgetPurchases(): void {
  tryStorage(() => localStorage.removeItem(KEY))
  tryStorage(() => sessionStorage.removeItem(KEY))
  forgetLoginReason()
}

onSignOut(forgetPurchases)
