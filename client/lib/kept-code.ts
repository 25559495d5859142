import { isCode, normalCode } from '#contract/values/orders/discount-codes.ts'
import { tryStorage } from './try-storage.ts'

/** The key in the local storage of the code of a discount, from a link such as `/?code=SPRING` or from the checkout. */
const KEY = 'code'

/** Returns the code of a discount that the checkout applies, or an empty text. */
export function readCode(): string {
  const kept = tryStorage(() => localStorage.getItem(KEY)) ?? ''
  return isCode(kept) ? kept : ''
}

/**
 * Keeps a code for the checkout, in the form that the server stores. A text that is no code, such as an empty one,
 * forgets it.
 */
export function keepCode(text: string): void {
  const code = normalCode(text)
  tryStorage(() => (isCode(code) ? localStorage.setItem(KEY, code) : localStorage.removeItem(KEY)))
}

/** Keeps the code of the link with which the browser has come to the home page. */
export function keepCodeOfLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const code = pathname === '/' && new URLSearchParams(search).get('code')
  if (code && isCode(normalCode(code))) keepCode(code)
}
