import { onSignOut } from '#client/lib/on-sign-out.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import type { Choice, Offered } from './purchase.ts'

/**
 * What a visitor wanted to buy before signing in. `page` is the path of the product's page. `until` is the time in
 * milliseconds at which it is forgotten.
 */
export type PendingPurchase = { product: Offered; choice: Choice; page: string; until: number }

/**
 * The key in the local storage. All tabs share it, because the link in a mail that confirms an address opens a new tab.
 */
const KEY = 'pending-purchase'

/** How long a purchase is remembered. It is long enough for a sign-up whose mail takes a while. */
const GOOD_FOR_MS = 60 * 60_000

/** Remembers what a visitor wants to buy. It replaces what was remembered before. */
export function keepPurchase(purchase: Omit<PendingPurchase, 'until'>): void {
  const { _id, name, img, price, ratting } = purchase.product
  const product: Offered = { _id, name, img, price, ratting }
  const kept: PendingPurchase = { ...purchase, product, until: Date.now() + GOOD_FOR_MS }
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(kept)))
  tryStorage(() => sessionStorage.setItem(KEY, 'kept here'))
}

export function isPurchasePending(): boolean {
  return readPurchase() !== null
}

/** Returns whether the purchase was kept in this tab. Its user then expects to read here that it was made. */
export function isKeptHere(): boolean {
  return tryStorage(() => sessionStorage.getItem(KEY)) !== null
}

/**
 * Returns the remembered purchase and forgets it, so that it is made at most once. With a lock, only one of several tabs
 * gets it. Browsers have locks only on `https` and `localhost`.
 */
export async function takePurchase(): Promise<PendingPurchase | null> {
  const take = () => {
    const purchase = readPurchase()
    forgetPurchase()
    return purchase
  }
  return 'locks' in navigator ? navigator.locks.request(KEY, take) : take()
}

function readPurchase(): PendingPurchase | null {
  // The cast is safe because only `keepPurchase` writes this value.
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? 'null') as PendingPurchase | null)
  return kept && kept.until > Date.now() ? kept : null
}

function forgetPurchase(): void {
  tryStorage(() => localStorage.removeItem(KEY))
  tryStorage(() => sessionStorage.removeItem(KEY))
}

onSignOut(forgetPurchase)
