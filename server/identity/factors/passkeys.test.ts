import '#test/cheap-passwords.ts'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { TOTP, Secret } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf, senderFor, shopOrigin } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { ThreadEnded } from '#server/platform/database/database-errors.ts'
import { mint } from '../tokens.ts'
import { addPasskey } from './passkeys.ts'

/** The flags of authenticator data: the person was present, was verified, and a new credential follows. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

type Ceremony = { challenge: string; isVerified?: boolean; origin?: string }

/**
 * An authenticator in software, which makes one passkey (Web Authentication Level 3, sections 5 and 6). It signs with
 * ES256 and makes no attestation.
 */
class SoftwarePasskey {
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

describe.each(stores)('passkeys on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh)
  let count = 0
  let cora: TestPerson
  let account: string
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    account = await subjectOf(cora)
  })

  const subjectOf = async ({ userId }: TestPerson) =>
    (
      await shop.database.read
        .selectFrom('users')
        .select('subject')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).subject
  const options = async (person = cora) =>
    (await person.call('POST /account/passkeyOptions', { body: { password: person.password } })).answer
  const store = (credential: object, person = cora, name = 'Phone') =>
    person.send('POST /account/passkeys', { body: { name, credential } })
  async function add(person = cora, passkey = new SoftwarePasskey(shopOrigin)) {
    const added = await store(passkey.register(await options(person)), person)
    expect(added.status).toBe(200)
    return passkey
  }
  const challenge = async () => (await shop.call('POST /auth/passkeyOptions', {})).answer
  const signIn = (credential: object) => shop.send('POST /auth/passkey', { body: { credential } })
  const remove = (passkey: SoftwarePasskey, person = cora, password: string | null = person.password) =>
    person.send('POST /account/passkey/{id}/removal', {
      params: { id: passkey.id },
      body: password === null ? {} : { password },
    })
  const forgetPassword = () =>
    shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ password: null }).where('id', '=', account).execute()
    })

  once('sign in without a password, also to an account with a second factor', async () => {
    const passkey = await add()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ totp_secret: 'MFRGG' }).where('id', '=', account).execute()
    })
    const signedIn = await signIn(passkey.signIn({ ...(await challenge()), account }))
    expect(signedIn.answer).toEqual({ user: { email: cora.email, name: cora.name } })
    const session = await shop.send('GET /auth/session', { headers: { cookie: cookiesOf(signedIn) } })
    expect(session.answer.user?.email).toBe(cora.email)
    const { passkeys } = (await cora.call('GET /account/factors', {})).answer
    expect(passkeys).toEqual([
      { id: passkey.id, name: 'Phone', since: expect.any(Number), usedAt: expect.any(Number) },
    ])
  })

  once(
    'are refused with an old challenge, of another site, of another person, or without a check of the person',
    async () => {
      const passkey = await add()
      const used = passkey.signIn({ ...(await challenge()), account })
      expect((await signIn(used)).status).toBe(200)
      const eve = await shop.person(`Eve ${count}`)
      const wrong = [
        used,
        passkey.signIn({ challenge: 'made-up', account }),
        passkey.signIn({ ...(await options()), account }),
        passkey.signIn({ ...(await challenge()), account, origin: 'https://evil.example' }),
        passkey.signIn({ ...(await challenge()), account, isVerified: false }),
        passkey.signIn({ ...(await challenge()), account: await subjectOf(eve) }),
        { ...new SoftwarePasskey(shopOrigin).signIn({ ...(await challenge()), account }), id: passkey.id },
        { id: passkey.id, response: {} },
      ]
      for (const credential of wrong) {
        const refused = await signIn(credential)
        expect([refused.problem.code, refused.headers['set-cookie']]).toEqual(['passkey-refused', undefined])
      }
      const unknown = new SoftwarePasskey(shopOrigin).signIn({ ...(await challenge()), account })
      expect((await signIn(unknown)).problem.code).toBe('passkey-unknown')
    },
  )

  once('are added once, for one account, with a challenge of the same person', async () => {
    const passkey = await add()
    const eve = await shop.person(`Eve ${count}`)
    const wrong = [
      passkey.register(await options(eve)),
      new SoftwarePasskey(shopOrigin).register(await options()),
      new SoftwarePasskey(shopOrigin).register({ ...(await options(eve)), isVerified: false }),
      new SoftwarePasskey(shopOrigin).register({ ...(await options(eve)), origin: 'https://evil.example' }),
      { id: 'x', response: {} },
    ]
    for (const credential of wrong)
      expect((await store(credential, eve)).problem.code).toBe('passkey-refused')
    expect((await eve.call('GET /account/factors', {})).answer.passkeys).toEqual([])
    expect((await signIn(passkey.signIn({ ...(await challenge()), account }))).answer.user?.email).toBe(
      cora.email,
    )
  })

  once('need the password to be added and removed', async () => {
    const wrong = await cora.send('POST /account/passkeyOptions', { body: { password: 'not this one' } })
    expect(wrong.problem.code).toBe('wrong-current-password')
    const passkey = await add()
    expect((await remove(passkey, cora, 'not this one')).problem.code).toBe('wrong-current-password')
  })

  once.each(['passkey', 'second factor'])(
    'are changed only in a session that a factor has opened, once there is a %s',
    async (kind) => {
      const passkey = await add()
      const early = new SoftwarePasskey(shopOrigin).register(await options())
      const secret = new Secret().base32
      await shop.database.write(async ({ tx }) => {
        await mint(tx, { kind: 'totp', owner: account, data: { secret }, expiresAt: Date.now() + 60_000 })
        await tx.updateTable('sessions').set({ strong: 0 }).where('account', '=', account).execute()
        if (kind === 'passkey') return
        await tx.deleteFrom('passkeys').where('account', '=', account).execute()
        await tx.updateTable('accounts').set({ totp_secret: secret }).where('id', '=', account).execute()
      })
      const weak = await shop.send('POST /auth/sign-in', {
        body: { email: cora.email, password: cora.password },
      })
      const { send } = kind === 'passkey' ? senderFor(shop.app, () => ({ cookie: cookiesOf(weak) })) : cora
      const body = { password: cora.password }
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      const refused = [
        await send('POST /account/passkeyOptions', { body }),
        await send('POST /account/passkeys', { body: { name: 'Phone', credential: early } }),
        await send('POST /account/passkey/{id}/removal', { params: { id: passkey.id }, body }),
        await send('POST /account/totp', { body }),
        await send('PUT /account/totp', { body: { code } }),
      ]
      for (const { problem } of refused)
        expect([problem.code, problem.title]).toEqual([
          'sign-in-again',
          expect.stringMatching(/your passkey or code/),
        ])
      const { passkeys } = (await cora.call('GET /account/factors', {})).answer
      expect(passkeys).toHaveLength(kind === 'passkey' ? 1 : 0)
    },
  )

  once('are not added for a session that has ended, or refused because the database has failed', async () => {
    const person = { subject: account, sessionId: 'ended', email: cora.email, name: cora.name }
    const given = async () => ({
      name: 'Phone',
      credential: new SoftwarePasskey(shopOrigin).register(await options()),
      publicUrl: shopOrigin,
    })
    expect(await addPasskey(shop.database, person, await given())).toMatchObject({ code: 'not-signed-in' })
    const write = () => Promise.reject(new ThreadEnded())
    const broken = { ...shop.database, write }
    await expect(addPasskey(broken, person, await given())).rejects.toThrow(ThreadEnded)
  })

  once('are refused if the key cannot be read', async () => {
    const passkey = await add()
    await shop.database.write(async ({ tx }) => {
      const { public_key } = await tx
        .selectFrom('passkeys')
        .select('public_key')
        .where('id', '=', passkey.id)
        .executeTakeFirstOrThrow()
      // The last bytes are the coordinate y, and no point of the curve has this one.
      const key = Buffer.from(public_key, 'base64url')
      key.fill(255, key.length - 32)
      await tx
        .updateTable('passkeys')
        .set({ public_key: key.toString('base64url') })
        .where('id', '=', passkey.id)
        .execute()
    })
    const refused = await signIn(passkey.signIn({ ...(await challenge()), account }))
    expect(refused.problem.code).toBe('passkey-refused')
  })

  once('are removed by their person only, and open nothing then', async () => {
    const passkey = await add()
    const eve = await shop.person(`Eve ${count}`)
    expect((await remove(passkey, eve)).status).toBe(404)
    expect((await remove(passkey)).status).toBe(200)
    const refused = await signIn(passkey.signIn({ ...(await challenge()), account }))
    expect(refused.problem.code).toBe('passkey-unknown')
  })

  once('of an admin are in the audit log when they are added and removed', async () => {
    const ada = await shop.admin(`Ada ${count}`)
    await remove(await add(ada), ada)
    const rows = await shop.database.read
      .selectFrom('audit')
      .select(['who', 'action', 'subject'])
      .where('action', 'like', '%passkey')
      .orderBy('id')
      .execute()
    const entry = { who: ada.email, subject: ada.email }
    expect(rows).toEqual([
      { ...entry, action: 'added a passkey' },
      { ...entry, action: 'removed a passkey' },
    ])
  })

  once('keep the last one of an account that is linked only with an issuer of former settings', async () => {
    const passkey = await add()
    await forgetPassword()
    await shop.database.write(async ({ tx }) => {
      const link = { provider: 'oidc https://former.example', subject: `cora ${count}`, account }
      await tx.insertInto('links').values(link).execute()
    })
    const refused = await remove(passkey, cora, null)
    expect([refused.status, refused.problem.code]).toEqual([409, 'only-sign-in'])
  })

  test('keep the last one of an account without another way in, also if two are removed at once', async () => {
    const both = [await add(), await add()]
    await forgetPassword()
    const removed = await Promise.all(both.map((passkey) => remove(passkey, cora, null)))
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { passkeys } = (await cora.call('GET /account/factors', {})).answer
    expect(passkeys).toHaveLength(1)
  })
})
