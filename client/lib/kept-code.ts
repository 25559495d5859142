import { tryStorage } from './try-storage.ts'

/** The key in the local storage of the code of a discount, from a link such as `/?code=SPRING` or from the checkout. */
const KEY = 'code'

/** Returns the code of a discount that the checkout applies, or an empty text. */
export function readCode(): string {
  return tryStorage(() => localStorage.getItem(KEY)) ?? ''
}

/** Keeps a code for the checkout. An empty text forgets it. */
export function keepCode(code: string): void {
  tryStorage(() => (code === '' ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, code)))
}

/** Keeps the code of the link with which the browser has come to the home page. */
export function keepCodeOfLink({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const code = pathname === '/' && new URLSearchParams(search).get('code')
  if (code) keepCode(code.slice(0, MAX_LENGTH))
}

/** The server takes no longer codes. */
const MAX_LENGTH = 40
