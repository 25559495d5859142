import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { AdminEvents } from '#server/dashboard/live-events.ts'
import { limitNumbers, Limits } from '#server/platform/http/rate-limits.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

/**
 * Rate limits for tests. Those for reads and exports are so low that tests reach them. The limit for writes is so
 * high that they do not.
 */
const few = () =>
  new Limits({
    ...limitNumbers,
    read: { burst: 5, refillMs: 60_000 },
    export: { burst: 5, refillMs: 60_000 },
    write: { burst: 1000, refillMs: 1 },
  })

describe.each(anyStore)('the gate', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { TRUST_PROXY: '1' }, limits: few() })
  let cora: TestPerson
  let dora: TestPerson
  beforeAll(async () => void ([cora, dora] = await Promise.all([shop.person('Cora'), shop.person('Dora')])))
  let address = 0
  /** The header with the IP address from which a test sends requests. Each test has an address of its own. */
  let from: { 'x-forwarded-for': string }
  afterEach(() => void vi.useRealTimers())
  beforeEach(() => {
    address += 1
    from = { 'x-forwarded-for': `192.0.2.${address}` }
    // Stops the clock. Otherwise tokens would be refilled while a busy machine makes hundreds of calls.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterEach(() => vi.useRealTimers())

  const cartOf = (person: TestPerson) =>
    person.send('GET /myCarts', { query: { email: person.email }, headers: from })
  const statuses = async (times: number, ask: (index: number) => Promise<{ status: number }>) => {
    const answers: number[] = []
    for (let index = 0; index < times; index++) answers.push((await ask(index)).status)
    return answers
  }

  test('counts the reads of a caller from all addresses, and separately from other callers', async () => {
    expect(await statuses(6, () => cartOf(cora))).toEqual([200, 200, 200, 200, 200, 429])
    expect((await cartOf(dora)).status).toBe(200)
  })

  test('counts the reads of visitors by their address', async () => {
    const whoAmI = (at: string) => shop.send('GET /auth/session', { headers: { 'x-forwarded-for': at } })
    expect(await statuses(6, (index) => whoAmI(`2001:db8::${index}`))).toEqual([200, 200, 200, 200, 200, 429])
    expect((await whoAmI('2001:db8:0:1::1')).status).toBe(200)
  })

  test('does not count calls that are served from a cache', async () => {
    expect(new Set(await statuses(20, () => shop.send('GET /allCoffee', { headers: from })))).toEqual(
      new Set([200]),
    )
    expect(new Set(await statuses(20, () => shop.send('GET /allPacket', { headers: from })))).toEqual(
      new Set([200]),
    )
  })

  /** Stops the clock. No tokens are then refilled, so exactly as many requests pass as a bucket has tokens. */
  const stopClock = () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const forged = (at: string, index: number) =>
    shop.send('GET /allUser', {
      headers: { 'x-forwarded-for': at, 'authorization': `Bearer forged ${index}` },
    })

  test('limits the invalid tokens of one address, and accepts a cached token from there', async () => {
    stopClock()
    const verify = vi.spyOn(shop.identity.tokens, 'verify')
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, index) => forged('198.51.100.1', index)),
    )
    const turnedAway = answers.filter(({ status }) => status === 429)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect(Number(turnedAway[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect([turnedAway.length, verify.mock.calls.length]).toEqual([100, 500])
    const { status } = await dora.send('GET /user/admin/{email}', {
      params: { email: dora.email },
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
    expect([status, (await forged('198.51.100.2', 0)).status]).toEqual([200, 401])
  })

  test('limits the invalid tokens of a /48 to ten times those of a /64', async () => {
    stopClock()
    const answers = await Promise.all(
      Array.from({ length: 5100 }, (_, index) =>
        forged(`2001:db8:48:${(index % 20).toString(16)}::1`, index),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100)
    expect((await forged('2001:db8:49::1', 0)).status).toBe(401)
  })

  describe('after too many invalid tokens from one address', () => {
    const at = { 'x-forwarded-for': '198.51.100.7' }
    beforeEach(async () => {
      stopClock()
      await Promise.all(Array.from({ length: 500 }, (_, index) => forged('198.51.100.7', index)))
      const { status } = await forged('198.51.100.7', 500)
      if (status !== 429) throw new Error(`The address is not turned away, but answered ${status}.`)
    })

    test('issues a new token to a user with a session there, who can use it at once', async () => {
      const { email } = dora
      const renewed = await dora.send('GET /jwt', { query: { email }, headers: at })
      expect(renewed.status).toBe(200)
      const headers = { ...at, authorization: `Bearer ${renewed.answer.accessToken}` }
      expect((await shop.send('GET /myCarts', { query: { email }, headers })).status).toBe(200)
    })

    test('looks up a token from there if the browser has a session cookie of the shop', async () => {
      const { email, token, cookie } = await shop.person('Flo')
      shop.database.events.publish({ type: 'events-missed' })
      const ask = (headers: Record<string, string>) =>
        shop.send('GET /user/admin/{email}', {
          params: { email },
          headers: { ...at, authorization: `Bearer ${token}`, ...headers },
        })
      const forgedCookie = cookie.replace(/(session_token=\w+\.).*/, '$1AAAA')
      expect([(await ask({})).status, (await ask({ cookie: forgedCookie })).status]).toEqual([429, 429])
      expect((await ask({ cookie })).status).toBe(200)
    })
  })

  test('counts session calls by the person, not by the address', async () => {
    stopClock()
    await Promise.all(Array.from({ length: 1000 }, () => shop.send('POST /auth/sign-out', { headers: from })))
    expect((await shop.send('POST /auth/sign-out', { headers: from })).status).toBe(429)
    expect((await dora.send('GET /jwt', { query: { email: dora.email }, headers: from })).status).toBe(200)
  })

  test('does not limit look-ups of valid sessions', async () => {
    const { email } = dora
    expect(
      new Set(await statuses(600, () => dora.send('GET /jwt', { query: { email }, headers: from }))),
    ).toEqual(new Set([200]))
  })

  test('limits look-ups of an ended session', async () => {
    const eve = await shop.person('Eve')
    await eve.call('POST /auth/sign-out', {})
    stopClock()
    const ask = () => eve.send('GET /jwt', { query: { email: eve.email }, headers: from })
    const answers = await Promise.all(Array.from({ length: 600 }, ask))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100)
    expect((await dora.send('GET /jwt', { query: { email: dora.email }, headers: from })).status).toBe(200)
  })

  test('limits the failed look-ups of one address with many ended sessions to ten times those of one session', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, (_, index) => shop.person(`Gus ${index}`)))
    for (const person of people) await person.call('POST /auth/sign-out', {})
    stopClock()
    const { email } = dora
    const answers = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 500 }, () => person.send('GET /jwt', { query: { email }, headers: from })),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5000)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(500)
    expect(
      (
        await people[10]?.send('GET /jwt', {
          query: { email },
          headers: { 'x-forwarded-for': '198.51.100.9' },
        })
      )?.status,
    ).toBe(401)
    expect((await forged(from['x-forwarded-for'], 0)).status).toBe(401)
  })

  test('does not count a look-up as failed if the database is unavailable', async () => {
    const verify = vi
      .spyOn(shop.identity.tokens, 'verify')
      .mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    const ask = (index: number) =>
      shop.send('GET /allUser', { headers: { ...from, authorization: `Bearer some ${index}` } })
    expect(new Set(await statuses(600, ask))).toEqual(new Set([503]))
    verify.mockRestore()
    expect((await ask(0)).status).toBe(401)
  })

  describe.each([LIVE_PATH, ...Object.values(EXPORT_PATHS)])(
    'in front of %s, which a browser opens itself,',
    (path) => {
      const open = (cookie: string) => shop.app.inject({ url: `/api${path}`, headers: { ...from, cookie } })

      test.each([
        ['forged', async () => 'crema.session_token=forged.forged'],
        ['of a shopper', async () => (await shop.person(`Eve of ${path}`)).cookie],
      ])('limits look-ups of sessions that are %s', async (_whose, cookieOf) => {
        const cookie = await cookieOf()
        stopClock()
        const answers = await Promise.all(
          Array.from({ length: 600 }, async () => (await open(cookie)).statusCode),
        )
        expect(new Set(answers)).toEqual(new Set([401, 429]))
        expect(answers.filter((status) => status === 429)).toHaveLength(100)
      })

      test('counts the requests of an admin', async () => {
        const ada = await shop.admin(`Ada of ${path}`)
        // Without this stub, the request for server-sent events would stay open. With it, the request ends at once.
        vi.spyOn(AdminEvents.prototype, 'watch').mockReturnValue(false)
        const answers = await statuses(6, async () => ({ status: (await open(ada.cookie)).statusCode }))
        expect([answers.slice(0, 5).includes(429), answers[5]]).toEqual([false, 429])
      })
    },
  )
})
