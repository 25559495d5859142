import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'

export const secretKinds = ['session', 'device', 'tokenKey'] as const

/**
 * `session` and `device` are random texts with which cookies are signed. `tokenKey` is the private key with which access
 * tokens are signed: Ed25519, as PKCS #8 PEM.
 */
export type SecretKind = (typeof secretKinds)[number]

/**
 * A secret as it is stored. `expiresAt` is null for the newest secret of its kind. After a rotation, it is the time, in
 * UTC milliseconds, when everything that was signed with the older secret has expired.
 */
export type StoredSecret = { kind: SecretKind; value: string; expiresAt: number | null }

/** `current` is the secret with which is signed. A signature is valid if any secret in `accepted` has made it. */
export type SigningSecret = { current: string; accepted: string[] }

export type SecretSet = Record<SecretKind, SigningSecret>

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * The time in milliseconds for which a secret is accepted after its replacement. It is longer than what is signed with
 * it can be used: an access token for 15 minutes, a session cookie for 30 days after it was last renewed, and a device
 * cookie for 365 days.
 */
export const ACCEPTED_MS: Record<SecretKind, number> = {
  tokenKey: 60 * MINUTE_MS,
  session: 31 * DAY_MS,
  device: 366 * DAY_MS,
}

export function makeSecrets(): StoredSecret[] {
  return secretKinds.map((kind) => ({ kind, value: makeValue(kind), expiresAt: null }))
}

function makeValue(kind: SecretKind): string {
  if (kind !== 'tokenKey') return randomBytes(32).toString('base64url')
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns whether the value can be a secret of this kind: a text that is not empty, or an Ed25519 key. */
export function isSecret(kind: SecretKind, value: unknown): value is string {
  if (typeof value !== 'string' || !value) return false
  if (kind !== 'tokenKey') return true
  try {
    return createPrivateKey(value).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** A stored secret, and whether it may sign already. */
type Candidate = StoredSecret & { signs: boolean }

/**
 * Returns the secrets by kind. The list begins with the newest secret of each kind. Throws if a kind is missing, which
 * means that a row was deleted by hand.
 */
export function setOf(stored: Candidate[]): SecretSet {
  const ofKind = (kind: SecretKind): SigningSecret => {
    const own = stored.filter((secret) => secret.kind === kind)
    const current = own.find(({ signs }) => signs) ?? own[0]
    if (!current) throw new Error(`The secret "${kind}" of the shop is missing: restore a backup.`)
    return { current: current.value, accepted: own.map(({ value }) => value) }
  }
  return { session: ofKind('session'), device: ofKind('device'), tokenKey: ofKind('tokenKey') }
}
