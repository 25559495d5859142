import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The version of the format and of the derivation of the key. It begins every encrypted text. */
const VERSION = 'v1'

/** An error because of a wrong `SECRET_KEY`. Its message tells the owner of the shop what to do. */
class WrongKey extends Error {
  constructor() {
    super(
      'SECRET_KEY is not the one with which the secrets of this shop are encrypted: set that one or, if it is lost, SECRETS with a new secret, which signs all users out.',
    )
  }
}

/**
 * Encrypts texts for storing them in the database (AES-256-GCM, NIST SP 800-38D). The key is derived from `secretKey`
 * with scrypt (RFC 7914). A text that was encrypted with `oldSecretKey` can be decrypted as well.
 */
export class SecretBox {
  readonly #key: Buffer
  readonly #oldKey: Buffer | null

  constructor(secretKey: string, oldSecretKey: string | null) {
    this.#key = keyOf(secretKey)
    this.#oldKey = oldSecretKey === null ? null : keyOf(oldSecretKey)
  }

  /** Encrypts a text. It can only be decrypted with the same `label`, so that encrypted texts cannot be swapped. */
  encrypt(text: string, label: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(label),
    )
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${VERSION}.${bytes.toString('base64url')}`
  }

  /** Throws `WrongKey` if the text was encrypted with another key or label, or was changed. */
  decrypt(encrypted: string, label: string): string {
    const text = decryptWith(this.#key, encrypted, label)
    if (text !== null) return text
    const older = this.#oldKey && decryptWith(this.#oldKey, encrypted, label)
    if (older === null) throw new WrongKey()
    return older
  }
}

function keyOf(secretKey: string): Buffer {
  return scryptSync(secretKey, `crema secrets ${VERSION}`, 32)
}

function decryptWith(key: Buffer, encrypted: string, label: string): string | null {
  const [version, encoded = ''] = encrypted.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(label))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    return null
  }
}
