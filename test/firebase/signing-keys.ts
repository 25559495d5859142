import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import type { JSONWebKeySet } from 'jose'

type Account = { uid: string; email: string; emailVerified: boolean; displayName: string | undefined }

/** The parts of an ID token. `key` signs it. */
export type TokenParts = {
  header: { alg: 'RS256'; kid: string }
  claims: Record<string, unknown>
  key: KeyObject
}

/** Makes a token of changed parts. A test sets it to have the shop receive a forged token. */
export type Forge = (parts: TokenParts) => Promise<string>

const HOUR_S = 60 * 60
const KID = 'key-1'

/** Returns a new key pair for RS256. */
export function newKey(): { privateKey: KeyObject; publicKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

export function signToken({ header, claims, key }: TokenParts): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ ...header, typ: 'JWT' }).sign(key)
}

/** The key with which the replacement signs ID tokens, as Firebase does. */
export class SigningKeys {
  readonly #projectId: string
  readonly #key = newKey()
  /** By default tokens are signed as they are. */
  forge: Forge = signToken

  constructor(projectId: string) {
    this.#projectId = projectId
  }

  /** Signs an ID token. `authTime` is when the password was checked, in UTC milliseconds. */
  sign(account: Account, authTime: number): Promise<string> {
    const iat = Math.floor(Date.now() / 1000)
    const { uid, email, emailVerified, displayName } = account
    const claims = {
      ...(displayName !== undefined && { name: displayName }),
      iss: `https://securetoken.google.com/${this.#projectId}`,
      aud: this.#projectId,
      auth_time: Math.floor(authTime / 1000),
      // Two tokens of one second differ, so that the library sees that they were renewed.
      jti: randomUUID(),
      user_id: uid,
      sub: uid,
      iat,
      exp: iat + HOUR_S,
      email,
      email_verified: emailVerified,
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    }
    return this.forge({ header: { alg: 'RS256', kid: KID }, claims, key: this.#key.privateKey })
  }

  /** Returns the published keys. */
  async published(): Promise<JSONWebKeySet> {
    return { keys: [{ ...(await exportJWK(this.#key.publicKey)), kid: KID, alg: 'RS256', use: 'sig' }] }
  }
}
