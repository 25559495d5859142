import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { limitNumbers, Limits } from '#server/platform/http/rate-limits.ts'
import { cookiesOf, senderFor } from '#test/calls.ts'
import { mailSettings, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const SECRET = 'a-secret-of-at-least-thirty-two-letters'
const MINUTE = 60_000

/** The limits of both instances. Those of sign-ups and reset links are low, so that a test reaches them. */
const limits = () =>
  new Limits({
    ...limitNumbers,
    signUp: { burst: 40, refillMs: MINUTE },
    reset: { burst: 5, refillMs: MINUTE },
  })

describe.each(stores.filter(({ name }) => name === 'postgres'))('two instances on $name', ({ fresh }) => {
  let store: Store
  let one: TestShop
  let two: TestShop
  let cora: TestPerson
  let count = 0
  beforeAll(async () => {
    store = await fresh()
    const env = { ...mailSettings, SECRETS: SECRET }
    const open = (dataDir: string) => openTestShop({ ...store, dataDir }, { env, limits: limits() })
    ;[one, two] = await Promise.all([open(store.dataDir), open(temporaryFolder('crema-test-'))])
  })
  afterAll(async () => {
    await Promise.all([one.close(), two.close()])
    await store.dispose()
  })
  beforeEach(async () => {
    cora = await one.person(`Cora ${(count += 1)}`)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await sql`DELETE FROM rate_limits`.execute(one.database.read)
  })

  const query = () => ({ email: cora.email })
  const withToken = (token = cora.token) => ({
    headers: { authorization: `Bearer ${token}` },
    query: query(),
  })
  const cartAt = async (shop: TestShop, token?: string) =>
    (await shop.send('GET /myCarts', withToken(token))).status
  const sessionAt = async (shop: TestShop, cookie = cora.cookie) =>
    (await shop.send('GET /auth/session', { headers: { cookie } })).answer.user?.email
  const tokenAt = async (shop: TestShop) =>
    (await senderFor(shop.app, () => ({ cookie: cora.cookie })).call('GET /jwt', { query: query() })).answer
      .accessToken
  const signInAt = (shop: TestShop, password: string, headers: Record<string, string> = {}) =>
    shop.send('POST /auth/sign-in', { body: { email: cora.email, password }, headers })
  const inTurn = (index: number) => (index % 2 === 0 ? one : two)

  describe('have the same accounts:', () => {
    test('a token and a session of one are accepted by the other', async () => {
      expect([await cartAt(two), await sessionAt(two)]).toEqual([200, cora.email])
      expect(await cartAt(one, await tokenAt(two))).toBe(200)
    })

    test('a session that is ended at one is refused by the other', async () => {
      expect([await cartAt(one), await cartAt(two)]).toEqual([200, 200])
      await cora.call('POST /auth/sign-out', {})
      expect(await sessionAt(two)).toBeUndefined()
      await vi.waitFor(async () => expect(await cartAt(two)).toBe(401), { timeout: 1000 })
    })

    test('a user who is deleted, or no admin any more, is refused by the other', async () => {
      const ada = await one.admin(`Ada ${count}`)
      const users = async () =>
        (await two.send('GET /allUser', { headers: { authorization: `Bearer ${ada.token}` } })).status
      expect(await users()).toBe(200)
      await one.database.write(async ({ tx, publish }) => {
        await tx.updateTable('users').set({ role: null }).where('id', '=', ada.userId).execute()
        publish({ type: 'user-changed', userId: ada.userId })
      })
      expect(await users()).toBe(403)
    })

    test('a reset link works at either, and once if it is used at both at the same moment', async () => {
      for (let round = 0; round < 3; round++) {
        await inTurn(round).call('POST /auth/forgot-password', { body: query() })
        const mails = await one.database.read
          .selectFrom('outbox')
          .select('data')
          .where('recipient', '=', cora.email)
          .orderBy('id', 'desc')
          .execute()
        const token = String(JSON.parse(mails[0]?.data ?? '{}').token)
        const body = (of: number) => ({ token, password: `password ${round} ${of}` })
        const used = await Promise.all(
          [one, two].map((shop, of) => shop.send('POST /auth/reset-password', { body: body(of) })),
        )
        expect(used.map(({ status }) => status).toSorted()).toEqual([200, 422])
        const won = used.findIndex(({ status }) => status === 200)
        expect((await signInAt(one, body(won).password)).status).toBe(200)
        expect((await signInAt(two, body(1 - won).password)).status).toBe(401)
        await sql`DELETE FROM rate_limits`.execute(one.database.read)
      }
    })
  })

  describe('share the rate limits of accounts:', () => {
    test('a client that alternates between them gets no more tries, and a known browser is let in', async () => {
      const statuses = []
      for (let tries = 0; tries < 12; tries++)
        statuses.push((await signInAt(inTurn(tries), 'wrong password')).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
      for (const shop of [one, two]) {
        const refused = await signInAt(shop, cora.password)
        expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
        expect((await signInAt(shop, cora.password, { cookie: cora.cookie })).status).toBe(200)
      }
    })

    test('tries at the same moment are counted together, those of a known browser in their own limit', async () => {
      const tries = Array.from({ length: 40 }, (_, index) =>
        signInAt(inTurn(index), 'wrong password', { cookie: cora.cookie }),
      )
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(31)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(9)
      expect((await signInAt(one, cora.password)).status).toBe(200)
    })

    test('wrong passwords in a change of the password are counted together', async () => {
      const statuses = []
      for (let tries = 0; tries < 12; tries++) {
        const body = { current: `guess ${tries}`, password: 'a better one' }
        const headers = { cookie: cora.cookie }
        statuses.push((await inTurn(tries).send('PUT /auth/password', { body, headers })).status)
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
    })

    test('requests for reset links and sign-ups are counted together', async () => {
      const links = Array.from({ length: 6 }, (_, index) =>
        inTurn(index).send('POST /auth/forgot-password', { body: { email: `sam-${index}@people.example` } }),
      )
      const statuses = (await Promise.all(links)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429])
      const signUps = Array.from({ length: 42 }, (_, index) => {
        const body = { name: 'Sam', email: `sam-${index}@people.example`, password: 'long enough' }
        return inTurn(index).send('POST /auth/sign-up', { body })
      })
      const refused = (await Promise.all(signUps)).filter(({ status }) => status === 429)
      expect(refused).toHaveLength(2)
    })

    test('the clock of an instance that is ahead does not give back tries', async () => {
      for (let tries = 0; tries < 10; tries++) await signInAt(one, 'wrong password')
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE })
      expect((await signInAt(two, 'wrong password')).status).toBe(429)
    })
  })

  describe('whose clocks are five minutes apart', () => {
    const startedAt = Date.now()
    const at = (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: startedAt + minutes * MINUTE })
    }

    test('accept the tokens of each other for at least 15 minutes, and at most 10 minutes longer', async () => {
      at(0)
      const ofOne = await tokenAt(one)
      at(5 + 14.9)
      expect(await cartAt(two, ofOne)).toBe(200)
      at(5 + 15.1)
      expect(await cartAt(two, ofOne)).toBe(401)
      at(5)
      const ofTwo = await tokenAt(two)
      at(0)
      expect(await cartAt(one, ofTwo)).toBe(200)
      at(25.1)
      expect(await cartAt(one, ofTwo)).toBe(401)
    })

    test('accept the sessions of each other, and reset links for 25 minutes', async () => {
      at(5)
      await two.call('POST /auth/forgot-password', { body: query() })
      const signedIn = await signInAt(two, cora.password)
      at(0)
      expect(await sessionAt(one, cookiesOf(signedIn))).toBe(cora.email)
      const mail = await one.database.read
        .selectFrom('outbox')
        .select('data')
        .where('recipient', '=', cora.email)
        .executeTakeFirstOrThrow()
      const { token } = JSON.parse(mail.data ?? '{}')
      at(29)
      const body = { token: String(token), password: 'another one' }
      expect((await one.send('POST /auth/reset-password', { body })).status).toBe(200)
    })
  })

  test('with a new secret before the old one accept what the old one has signed, until it is left out', async () => {
    const added = 'another-secret-of-thirty-two-letters-or-more'
    const open = (secrets: string) =>
      openTestShop(
        { ...store, dataDir: temporaryFolder('crema-test-') },
        { env: { ...mailSettings, SECRETS: secrets } },
      )
    const [both, later] = await Promise.all([open(`${added},${SECRET}`), open(added)])
    expect([await sessionAt(both), await cartAt(both)]).toEqual([cora.email, 200])
    const signedIn = await signInAt(both, cora.password)
    const newToken = await tokenAt(both)
    expect([await sessionAt(later, cookiesOf(signedIn)), await cartAt(later, newToken)]).toEqual([
      cora.email,
      200,
    ])
    expect([await sessionAt(later), await cartAt(later)]).toEqual([undefined, 401])
    for (let tries = 0; tries < 12; tries++) await signInAt(inTurn(tries), 'wrong password')
    expect((await signInAt(both, cora.password, { cookie: cora.cookie })).status).toBe(200)
    expect((await signInAt(later, cora.password, { cookie: cora.cookie })).status).toBe(429)
    await Promise.all([both.close(), later.close()])
  })
})
