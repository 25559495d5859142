/** Matches the keys of Stripe, whole or partly hidden. */
const KEYS = /\b(sk|rk|pk|whsec)_[\w*]+/g

/** Returns a text for the log without keys. The error messages of Stripe can contain them. */
export function withoutKeys(text: string): string {
  return text.replaceAll(KEYS, '$1_…')
}
