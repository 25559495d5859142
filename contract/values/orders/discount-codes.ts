/** Letters, digits, `-` and `_`, so that a code can be said, typed and put into a link. */
const CODE = /^[\p{L}\p{N}_-]{3,40}$/u

/**
 * Returns the form in which the code of a discount is stored and compared: in capital letters, without spaces around
 * it.
 */
export function normalCode(text: string): string {
  return text.normalize('NFKC').trim().toUpperCase()
}

/** Returns whether a discount can have this code, in the form that `normalCode` returns. */
export function isCode(code: string): boolean {
  return CODE.test(code)
}
