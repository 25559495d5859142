import { now } from '#server/platform/clock.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import { isSame, signatureOf } from '../cookies.ts'

/**
 * Returns a key with which a guest, who has no account, sees the order: `<id of the guest>.<end>.<HMAC-SHA256 of both>`. The
 * browser of the checkout has it in a cookie, and mails have it in their links. `until` is its end in UTC milliseconds.
 */
export function guestKey(id: string, { until, secret }: { until: number; secret: SigningSecret }): string {
  const claim = `${id}.${until}`
  return `${claim}.${signatureOf(signedText(claim), secret.current, 'base64url')}`
}

/** Returns the id of the guest whose key this is, or null if the key is forged or has ended. */
export function guestOfKey(key: string, secret: SigningSecret): string | null {
  const [, claim = '', id = '', until, signature = ''] = /^(([\w-]+)\.(\d+))\.([\w-]+)$/.exec(key) ?? []
  if (Number(until) <= now()) return null
  const isSigned = secret.accepted.some((one) =>
    isSame(signature, signatureOf(signedText(claim), one, 'base64url')),
  )
  return isSigned ? id : null
}

/** The secret signs other texts, too, none of which begins in this way. */
function signedText(claim: string): string {
  return `guest ${claim}`
}
