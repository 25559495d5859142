import { SecretBox, WrongKey } from '#server/platform/secrets/secret-box.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'

/**
 * Encrypts refresh tokens for storing them in the database. The keys are derived from the secrets with which session
 * cookies are signed: a thief who has only a copy of the database cannot use the tokens.
 */
export class RefreshTokenBox {
  readonly #readSecret: () => Promise<SigningSecret>
  /** The boxes by secret. Deriving a key takes some milliseconds. */
  readonly #boxes = new Map<string, SecretBox>()

  constructor(readSecret: () => Promise<SigningSecret>) {
    this.#readSecret = readSecret
  }

  /** Encrypts a token. It can be decrypted for the same session only. */
  async encrypt(token: string, sessionId: string): Promise<string> {
    return this.#box((await this.#readSecret()).current).encrypt(token, sessionId)
  }

  /** Returns the token, or null if the secret with which it was encrypted is not accepted any more. */
  async decrypt(encrypted: string, sessionId: string): Promise<string | null> {
    for (const secret of (await this.#readSecret()).accepted) {
      try {
        return this.#box(secret).decrypt(encrypted, sessionId)
      } catch (error) {
        if (!(error instanceof WrongKey)) throw error
      }
    }
    return null
  }

  #box(secret: string): SecretBox {
    const box = this.#boxes.get(secret) ?? new SecretBox(secret, null)
    this.#boxes.set(secret, box)
    return box
  }
}
