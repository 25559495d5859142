import { now } from '#server/platform/clock.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import { isSame, signatureOf } from '../cookies.ts'

/** A guest, and the email address to which mails about the order go. */
export type KeyOwner = { id: string; email: string }

/**
 * Returns a key with which a guest, who has no account, sees the order: `<id of the guest>.<end>.<HMAC-SHA256>`. The browser
 * of the checkout has it in a cookie, and mails have it in their links. `until` is its end in UTC milliseconds. The email
 * address is signed, too: when it is corrected, the keys that were mailed to the wrong address end.
 */
export function guestKey(
  { id, email }: KeyOwner,
  { until, secret }: { until: number; secret: SigningSecret },
): string {
  const claim = `${id}.${until}`
  return `${claim}.${signatureOf(signedText(claim, email), secret.current, 'base64url')}`
}

/**
 * Returns the id of a guest in a key, and whether the key is that of the guest with an email address. Returns null if the
 * key has ended, or is none.
 */
export function readGuestKey(
  key: string,
  secret: SigningSecret,
): { id: string; isOf: (email: string) => boolean } | null {
  const [, claim, id, until, signature] = /^(([\w-]+)\.(\d+))\.([\w-]+)$/.exec(key) ?? []
  if (!claim || !id || !signature || Number(until) <= now()) return null
  const isOf = (email: string) =>
    secret.accepted.some((one) => isSame(signature, signatureOf(signedText(claim, email), one, 'base64url')))
  return { id, isOf }
}

/** The secret signs other texts, too, none of which begins in this way. There is no space in a claim. */
function signedText(claim: string, email: string): string {
  return `guest ${claim} ${email}`
}
