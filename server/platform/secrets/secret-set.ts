import { createPrivateKey, hkdfSync } from 'node:crypto'

export const secretKinds = ['session', 'device', 'tokenKey'] as const

/**
 * `session` and `device` are random texts with which cookies are signed. `tokenKey` is the private key with which access
 * tokens are signed: Ed25519, as PKCS #8 PEM.
 */
export type SecretKind = (typeof secretKinds)[number]

/** `current` is the secret with which is signed. A signature is valid if any secret in `accepted` has made it. */
export type SigningSecret = { current: string; accepted: string[] }

export type SecretSet = Record<SecretKind, SigningSecret>

/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Returns the secrets of a list, or null if a kind has none. An entry is either a text, from which a secret of each kind
 * is derived (HKDF, RFC 5869), or the secret of one kind as `entryOf` writes it. The first secret of a kind signs.
 */
export function secretsOf(entries: readonly string[]): SecretSet | null {
  const [session, device, tokenKey] = secretKinds.map((kind) => secretOf(kind, entries))
  return session && device && tokenKey ? { session, device, tokenKey } : null
}

function secretOf(kind: SecretKind, entries: readonly string[]): SigningSecret | null {
  const accepted = entries.map((entry) => valueIn(entry, kind)).filter((value) => value !== null)
  const [current] = accepted
  return current === undefined ? null : { current, accepted }
}

/** Returns the secret of this kind that an entry stands for, or null. */
function valueIn(entry: string, kind: SecretKind): string | null {
  const [, own, value = ''] = /^(\w+):(.*)$/.exec(entry) ?? []
  if (own === undefined) {
    const bytes = Buffer.from(hkdfSync('sha256', entry, '', `crema ${kind}`, 32))
    return kind === 'tokenKey' ? pemOf(bytes) : bytes.toString('base64url')
  }
  if (own !== kind) return null
  return kind === 'tokenKey' ? pemOf(Buffer.from(value, 'base64url')) : value
}

function pemOf(bytes: Buffer): string {
  const der = Buffer.concat([ED25519_PREFIX, bytes])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return key.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/**
 * Returns the entry of one secret for the list, such as `session:nN3…`. Throws if the value is no secret of this kind,
 * which is a text that is not empty or an Ed25519 key.
 */
export function entryOf(kind: SecretKind, value: unknown): string {
  if (typeof value !== 'string' || !value) throw new Error(`The secret "${kind}" of the shop is missing.`)
  if (kind !== 'tokenKey') return `${kind}:${value}`
  const key = createPrivateKey(value)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key for tokens must be of the type Ed25519.')
  return `${kind}:${key.export({ format: 'jwk' }).d}`
}
