import '#test/cheap-passwords.ts'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LIVE_PATH } from '#contract/values/live.ts'
import { cookiesOf, senderFor } from '#test/calls.ts'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import { resetToken } from '#test/mails/reset-token.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openShopWithIssuer } from '#test/oidc/shop-with-issuer.ts'
import { mint } from '#server/identity/tokens.ts'
import { passTime } from '#test/postgres/pass-time.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'

const STEP_MS = 30_000

/** Turns the second factor of a person on. Returns the recovery codes, and a function that returns the code of now. */
async function turnOn(person: TestPerson) {
  const { secret } = (await person.call('POST /account/totp', { body: { password: person.password } })).answer
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: Date.now() })
  const { recoveryCodes } = (await person.call('PUT /account/totp', { body: { code: code() } })).answer
  return { secret, code, recoveryCodes }
}

/** Signs in with the password. Returns a function that sends a code as the same browser, and the reply. */
async function firstFactor(shop: Pick<TestShop, 'send'>, { email, password }: TestPerson) {
  const reply = await shop.send('POST /auth/sign-in', { body: { email, password } })
  const cookie = cookiesOf(reply)
  const send = (code: string) =>
    shop.send('POST /auth/second-factor', { body: { code }, headers: { cookie } })
  return { reply, send }
}

describe.each(stores)('a second factor on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh, { env: { TRUST_PROXY: '1' } })
  let count = 0
  let cora: TestPerson
  let factor: Awaited<ReturnType<typeof turnOn>>
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    cora = await shop.person(`Cora ${(count += 1)}`)
    factor = await turnOn(cora)
    // The code that has turned it on was used.
    vi.setSystemTime(Date.now() + STEP_MS)
  })
  afterEach(() => passTime(shop.database, 600_000).finally(() => vi.useRealTimers()))

  const first = () => firstFactor(shop, cora)
  const accountOf = async ({ email }: TestPerson) =>
    (
      await shop.database.read
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const setConfirmed = () =>
    shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ confirmed: 1 }).where('email', '=', cora.email).execute()
    })
  const codes = (replies: Awaited<ReturnType<typeof shop.send>>[]) =>
    replies.map(({ status, text }) => (status === 200 ? 'ok' : String(JSON.parse(text).code)))

  once('is asked for after the password, and opens a session with the code', async () => {
    const { reply, send } = await first()
    expect(reply.answer).toEqual({ user: null, needsCode: true })
    expect(String(reply.headers['set-cookie'])).not.toContain('session_token')
    expect(String(reply.headers['set-cookie'])).toMatch(/crema\.second-factor=\w{64}; Path=\/; .*HttpOnly/)
    const done = await send(factor.code())
    expect(done.answer).toEqual({ user: { email: cora.email, name: cora.name } })
    const cookie = cookiesOf(done)
    const session = await shop.send('GET /auth/session', { headers: { cookie } })
    expect(session.answer.user?.email).toBe(cora.email)
  })

  test('accepts no code twice, also at the same moment, and none of a step before', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(async () => (await first()).send(factor.code())))
    expect(codes(replies).toSorted()).toEqual(['ok', 'wrong-code', 'wrong-code', 'wrong-code'])
    vi.setSystemTime(Date.now() - STEP_MS)
    expect(codes([await (await first()).send(factor.code())])).toEqual(['wrong-code'])
  })

  test('accepts each recovery code once, also at the same moment, and new ones replace them', async () => {
    const [code = '', other = ''] = factor.recoveryCodes
    expect(factor.recoveryCodes).toHaveLength(10)
    const replies = await Promise.all([1, 2, 3].map(async () => (await first()).send(code.toUpperCase())))
    expect(codes(replies).toSorted()).toEqual(['ok', 'wrong-code', 'wrong-code'])
    expect((await cora.call('GET /account/factors', {})).answer.recoveryCodes).toBe(9)
    const renewed = await cora.call('POST /account/recoveryCodes', { body: { code: factor.code() } })
    expect(renewed.answer.recoveryCodes).toHaveLength(10)
    expect(codes([await (await first()).send(other)])).toEqual(['wrong-code'])
  })

  test('lets five codes be tried after one password, also at the same moment', async () => {
    const { send } = await first()
    const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => send(`${100_000 + index}`)))
    expect(codes(replies).filter((code) => code === 'wrong-code')).toHaveLength(5)
    expect(codes([await send(factor.code())])).toEqual(['code-expired'])
  })

  once('cannot be guessed by a person who knows the password', async () => {
    const answers: string[] = []
    for (let times = 0; times < 3; times++) {
      const { send } = await first()
      for (let tries = 0; tries < 4; tries++) answers.push(...codes([await send('000000')]))
    }
    expect(answers).toEqual([
      ...Array.from({ length: 10 }, () => 'wrong-code'),
      'too-many-requests',
      'too-many-requests',
    ])
  })

  once(
    'lets the owner in, in a browser that was used before, while another person keeps guessing',
    async () => {
      const known = cookiesOf(await (await first()).send(factor.code()))
      vi.setSystemTime(Date.now() + STEP_MS)
      const { email, password } = cora
      const guesses: string[] = []
      for (let times = 0; times < 3; times++) {
        const { send } = await first()
        for (let tries = 0; tries < 4; tries++) guesses.push(...codes([await send('000000')]))
      }
      expect(guesses.at(-1)).toBe('too-many-requests')
      const headers = { cookie: known }
      const begun = await shop.send('POST /auth/sign-in', { body: { email, password }, headers })
      const cookie = `${known}; ${cookiesOf(begun)}`
      const body = { code: factor.code() }
      const done = await shop.send('POST /auth/second-factor', { body, headers: { cookie } })
      expect(done.answer.user?.email).toBe(email)
      const wrong: string[] = []
      for (let times = 0; times < 3; times++) {
        const again = cookiesOf(await shop.send('POST /auth/sign-in', { body: { email, password }, headers }))
        for (let tries = 0; tries < 4; tries++)
          wrong.push(
            ...codes([
              await shop.send('POST /auth/second-factor', {
                body: { code: '000000' },
                headers: { cookie: `${known}; ${again}` },
              }),
            ]),
          )
      }
      expect(wrong.at(-1)).toBe('too-many-requests')
    },
  )

  once(
    'has recovery codes of at least 64 random bits, and accepts the shorter ones of earlier versions',
    async () => {
      const [code = ''] = factor.recoveryCodes
      expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/)
      expect(15 * Math.log2(31)).toBeGreaterThan(64)
      const owner = await accountOf(cora)
      await shop.database.write(({ tx }) =>
        mint(tx, { kind: 'recovery', owner, expiresAt: Date.UTC(9999, 0), token: `${owner} abcdefghjk` }),
      )
      expect(codes([await (await first()).send('abcde-fghjk')])).toEqual(['ok'])
    },
  )

  once('of an admin is in the audit log when it is changed, and that of a customer is not', async () => {
    const ada = await shop.admin(`Ada ${count}`)
    const ofAda = await turnOn(ada)
    const given = (at: number) => ({ code: ofAda.recoveryCodes[at] ?? '' })
    await ada.call('POST /account/recoveryCodes', { body: { code: '000000' } })
    const { recoveryCodes } = (await ada.call('POST /account/recoveryCodes', { body: given(0) })).answer
    await cora.call('POST /account/recoveryCodes', { body: { code: factor.code() } })
    const body = { password: ada.password, code: recoveryCodes[0] ?? '' }
    expect((await ada.call('POST /account/totp/removal', { body })).status).toBe(200)
    const rows = await shop.database.read
      .selectFrom('audit')
      .select(['who', 'action', 'subject'])
      .where('action', 'like', '%second factor%')
      .where('subject', '=', ada.email)
      .orderBy('id')
      .execute()
    const entry = { who: ada.email, subject: ada.email }
    expect(rows).toEqual([
      { ...entry, action: 'turned on the second factor' },
      { ...entry, action: 'replaced the recovery codes of the second factor' },
      { ...entry, action: 'turned off the second factor' },
    ])
    const ofCora = shop.database.read.selectFrom('audit').select('id').where('who', '=', cora.email)
    expect(await ofCora.execute()).toEqual([])
  })

  once('needs the browser of the password, which is used once', async () => {
    const stranger = await shop.send('POST /auth/second-factor', { body: { code: factor.code() } })
    expect(stranger.problem.code).toBe('code-expired')
    const { send } = await first()
    expect((await send(factor.code())).status).toBe(200)
    vi.setSystemTime(Date.now() + STEP_MS)
    expect((await send(factor.code())).problem.code).toBe('code-expired')
  })

  once('of another account is refused', async () => {
    const eve = await shop.person(`Eve ${count}`)
    const ofEve = await turnOn(eve)
    vi.setSystemTime(Date.now() + STEP_MS)
    const { send } = await first()
    expect(codes([await send(ofEve.code()), await send(ofEve.recoveryCodes[0] ?? '')])).toEqual([
      'wrong-code',
      'wrong-code',
    ])
  })

  once('is still asked for after the password was reset, and the link opens no session', async () => {
    await setConfirmed()
    const token = await resetToken(shop.database, cora.email)
    const reset = await shop.call('POST /auth/reset-password', { body: { token, password: 'another one' } })
    expect([reset.status, reset.headers['set-cookie']]).toEqual([200, undefined])
    const { reply } = await firstFactor(shop, { ...cora, password: 'another one' })
    expect(reply.answer).toEqual({ user: null, needsCode: true })
  })

  once(
    'is off after a reset of an account that was not confirmed: the person who set it up may be another',
    async () => {
      const token = await resetToken(shop.database, cora.email)
      await shop.call('POST /auth/reset-password', { body: { token, password: 'another one' } })
      const { reply } = await firstFactor(shop, { ...cora, password: 'another one' })
      const headers = { cookie: cookiesOf(reply) }
      const { answer } = await shop.send('GET /account/factors', { headers })
      expect(answer).toEqual({ hasTotp: false, recoveryCodes: 0, passkeys: [], isNeeded: false })
    },
  )

  once(
    'does not complete a sign-in that began before the password or the other sessions were ended',
    async () => {
      await setConfirmed()
      const sends = [await first()]
      await cora.call('PUT /auth/password', { body: { current: cora.password, password: 'a second one' } })
      cora.password = 'a second one'
      sends.push(await first())
      await cora.call('DELETE /account/sessions', {})
      sends.push(await first())
      const token = await resetToken(shop.database, cora.email)
      await shop.call('POST /auth/reset-password', { body: { token, password: 'a third one' } })
      for (const { send } of sends) expect(codes([await send(factor.code())])).toEqual(['code-expired'])
    },
  )

  once('is not replaced while it is on, also if a second set-up was begun before', async () => {
    const start = await cora.send('POST /account/totp', { body: { password: cora.password } })
    expect(start.problem.code).toBe('state-conflict')
    const owner = await accountOf(cora)
    await shop.database.write(({ tx }) =>
      mint(tx, {
        kind: 'totp',
        owner,
        data: { secret: factor.secret },
        expiresAt: Date.now() + STEP_MS,
      }),
    )
    const confirmed = await cora.send('PUT /account/totp', { body: { code: factor.code() } })
    expect(confirmed.problem.code).toBe('state-conflict')
    expect(codes([await (await first()).send(factor.recoveryCodes[0] ?? '')])).toEqual(['ok'])
  })

  once('ends the other sessions when it is turned on', async () => {
    const eve = await shop.person(`Eve ${count}`)
    const { reply } = await firstFactor(shop, eve)
    await turnOn(eve)
    const headers = { cookie: cookiesOf(reply) }
    expect((await shop.send('GET /auth/session', { headers })).answer.user).toBeNull()
    expect((await eve.call('GET /auth/session', {})).answer.user?.email).toBe(eve.email)
  })

  once('is turned off with the password and a code, and with neither alone', async () => {
    const remove = (body: object) => cora.send('POST /account/totp/removal', { body })
    const { password } = cora
    expect((await remove({ code: factor.code() })).problem.code).toBe('wrong-current-password')
    expect((await remove({ password, code: '000000' })).problem.code).toBe('wrong-code')
    expect((await remove({ password, code: factor.code() })).status).toBe(200)
    expect((await first()).reply.answer.user?.email).toBe(cora.email)
    const { answer } = await cora.call('GET /account/factors', {})
    expect(answer).toEqual({ hasTotp: false, recoveryCodes: 0, passkeys: [], isNeeded: false })
  })

  once('is not on before the app has shown a code, and needs the password', async () => {
    const eve = await shop.person(`Eve ${count}`)
    const start = (body: object) => eve.send('POST /account/totp', { body })
    expect((await start({ password: 'not this one' })).problem.code).toBe('wrong-current-password')
    const { secret, url, qr } = (await start({ password: eve.password })).answer
    expect([url, qr]).toEqual([
      expect.stringContaining(`secret=${secret}`),
      expect.stringMatching(/^data:image\/svg\+xml,/),
    ])
    const wrong = await eve.call('PUT /account/totp', { body: { code: '000000' } })
    expect(wrong.problem.code).toBe('wrong-code')
    expect((await firstFactor(shop, eve)).reply.answer.user?.email).toBe(eve.email)
  })

  once('stores no recovery code', async () => {
    const rows = await shop.database.read.selectFrom('tokens').selectAll().execute()
    const stored = JSON.stringify(rows)
    for (const code of factor.recoveryCodes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe.each(anyStore)('a second factor cannot be left out on $name', ({ fresh }) => {
  test('by a login with OpenID Connect', async () => {
    const { issuer, shop, close } = await openShopWithIssuer(fresh)
    const cora = await shop.person('Cora')
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ confirmed: 1 }).execute()
    })
    const { code } = await turnOn(cora)
    issuer.people.set('cora', { sub: 'cora', email: cora.email, email_verified: true })
    const browser = new OidcBrowser(shop)
    expect((await browser.logIn('cora')).outcome).toBe('needs-code')
    expect(await browser.person()).toBeNull()
    const links = () => shop.database.read.selectFrom('links').select('subject').execute()
    expect(await links()).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STEP_MS })
    const { cookie } = browser
    const done = await shop.send('POST /auth/second-factor', { body: { code: code() }, headers: { cookie } })
    expect(done.answer.user?.email).toBe(cora.email)
    expect(await links()).toEqual([{ subject: 'cora' }])
    vi.useRealTimers()
    await close()
  })

  test('by a token of Firebase', async () => {
    const firebase = await startFirebase()
    const store = await fresh()
    const own = await openTestShop(store)
    const cora = await own.person('Cora')
    await own.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ confirmed: 1 }).execute()
    })
    await turnOn(cora)
    const shop = await openTestShop(store, { env: firebaseEnv(firebase) })
    const { email } = cora
    await firebase.accounts.signUp({ email, password: 'at Firebase', displayName: 'Cora' })
    const [account] = [...firebase.accounts.byUid.values()]
    if (!account) throw new Error('Firebase has no account.')
    account.emailVerified = true
    const idToken = await firebase.keys.sign(account, Date.now())
    const reply = await shop.send('POST /auth/firebase', { body: { idToken } })
    expect(reply.answer).toEqual({ user: null, needsCode: true })
    expect(String(reply.headers['set-cookie'])).not.toContain('session_token')
    await own.close()
    await shop.close()
    await store.dispose()
    await firebase.close()
  })
})

describe.each(anyStore)('a shop that demands a second factor of admins, on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ADMIN_SECOND_FACTOR: '1' } })

  test('gives a packer the permissions only in a session with one', async () => {
    const pia = await shop.packer('Pia')
    const role = async () =>
      (await pia.call('GET /user/admin/{email}', { params: { email: pia.email } })).answer
    const list = async () => (await pia.call('GET /pickList', {})).status
    const line = async () =>
      (await shop.app.inject({ url: `/api${LIVE_PATH}`, headers: { cookie: pia.cookie } })).statusCode
    expect([await list(), await line(), await role()]).toEqual([
      403,
      401,
      { isAdmin: false, needsFactor: true },
    ])
    expect((await pia.call('GET /account/factors', {})).answer.isNeeded).toBe(true)
    await turnOn(pia)
    expect([await list(), await role()]).toEqual([200, { isAdmin: false, isPacker: true }])
    const ada = await shop.admin('Ida')
    await turnOn(ada)
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer).toMatchObject(expect.arrayContaining([expect.objectContaining({ who: pia.email })]))
  })

  test('gives an admin the permissions only in a session with one, and everybody else what they had', async () => {
    const ada = await shop.admin('Ada')
    const list = (person: TestPerson) => person.send('GET /allUser', { query: {} })
    const isAdmin = async () =>
      (await ada.call('GET /user/admin/{email}', { params: { email: ada.email } })).answer
    const download = async (cookie: string) =>
      (await shop.app.inject({ url: '/api/exports/users.csv', headers: { cookie } })).statusCode
    expect([(await list(ada)).status, await isAdmin()]).toEqual([403, { isAdmin: false, needsFactor: true }])
    expect((await ada.call('GET /account/factors', {})).answer.isNeeded).toBe(true)
    expect((await ada.call('GET /myCarts', { query: { email: ada.email } })).status).toBe(200)
    expect(await download(ada.cookie)).not.toBe(200)
    const { recoveryCodes } = await turnOn(ada)
    expect([(await list(ada)).status, await isAdmin()]).toEqual([200, { isAdmin: true }])
    const { send } = await firstFactor(shop, ada)
    const cookie = cookiesOf(await send(recoveryCodes[0] ?? ''))
    const again = senderFor(shop.app, () => ({ cookie }))
    const { accessToken } = (await again.call('GET /jwt', { query: { email: ada.email } })).answer
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await shop.send('GET /allUser', { query: {}, headers })).status).toBe(200)
  })
})
