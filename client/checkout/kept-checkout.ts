import { PERSONAL } from '#client/lib/on-sign-out.ts'
import { keepCode } from '#client/lib/kept-code.ts'
import { tryStorage } from '#client/lib/try-storage.ts'
import type { Address } from '#contract/selling/settings.ts'

/** What a person without an account types into the checkout. */
export type GuestFields = Address & { email: string }

/**
 * What a customer has typed in the checkout and not sent yet: the note, and the open address form. `form.id` is the id of
 * the address that is changed, or `new`. `form.typed` is null until something is typed into the form. `guest` is what a
 * person without an account has typed, whose `email` in the functions below is ''. `paymentId` is the payment that was begun
 * with it.
 */
type KeptCheckout = {
  note: string
  form: { id: string; typed: Address | null } | null
  guest?: GuestFields
  paymentId?: string
}

const NOTHING: KeptCheckout = { note: '', form: null }

/** The key in the session storage. A reload keeps the value, a sign-out removes it, and no other tab sees it. */
const KEY = `${PERSONAL}checkout`

/** Returns what the customer with this email address has typed in this tab. */
export function readCheckout(email: string): KeptCheckout {
  const kept = readKept()
  return kept?.email === email ? kept : NOTHING
}

function readKept() {
  return tryStorage(
    // The cast is safe because only `keepCheckout` writes this value.
    () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (KeptCheckout & { email: string }) | null,
  )
}

/** Remembers a part of what the customer has typed. A browser that forbids session storage causes no error. */
export function keepCheckout(email: string, part: Partial<KeptCheckout>): void {
  const kept = { ...readCheckout(email), ...part, email }
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(kept)))
}

/** Called when the order of a payment is placed. Forgets what was typed for it, and the code of a discount. */
export function forgetPlaced(paymentId: string): void {
  if (readKept()?.paymentId !== paymentId) return
  forgetCheckout()
  keepCode('')
}

export function forgetCheckout(): void {
  tryStorage(() => sessionStorage.removeItem(KEY))
}
