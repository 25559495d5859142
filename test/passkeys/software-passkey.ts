import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The flags of authenticator data: the person was present, was verified, and a new credential follows. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

type Ceremony = { challenge: string; isVerified?: boolean; origin?: string }

/**
 * An authenticator in software, which makes one passkey (Web Authentication Level 3, sections 5 and 6). It signs with
 * ES256 and makes no attestation.
 */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Returns the JSON of the new credential. */
  register({ challenge, isVerified = true, origin }: Ceremony) {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()])
    const authData = Buffer.concat([this.#authData(ATTESTED, isVerified), attested])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ])
    const clientDataJSON = this.#clientData('webauthn.create', challenge, origin)
    return this.#credential({ clientDataJSON, attestationObject })
  }

  /** Returns the JSON of an assertion. `account` is the id of the account for which the passkey was made. */
  signIn({ challenge, isVerified = true, origin, account }: Ceremony & { account: string }) {
    this.#counter += 1
    const authenticatorData = this.#authData(0, isVerified)
    const clientDataJSON = this.#clientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
    const signature = sign('sha256', signed, this.#keys.privateKey)
    return this.#credential({
      authenticatorData,
      clientDataJSON,
      signature,
      userHandle: Buffer.from(account),
    })
  }

  #credential(response: Record<string, Buffer>) {
    const encoded = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response: Object.fromEntries(encoded),
    }
  }

  #clientData(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authData(flags: number, isVerified: boolean): Buffer {
    const rpId = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([rpId, Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]), counter])
  }

  /** Returns the public key in COSE format (RFC 9053, section 7.1.1): EC2, ES256, P-256, x and y. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [start, middle] = [Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), Buffer.from([0x22])]
    return Buffer.concat([
      start,
      bytes(Buffer.from(x, 'base64url')),
      middle,
      bytes(Buffer.from(y, 'base64url')),
    ])
  }
}

/** Encodes a text of at most 23 characters in CBOR (RFC 8949). */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

/** Encodes bytes in CBOR. */
function bytes(value: Buffer): Buffer {
  const head = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from(head), value])
}
