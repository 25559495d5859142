import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXPORT_PATHS, LIVE_PATH } from '#contract/dashboard.ts'
import { Live } from '#server/dashboard/live.ts'
import { limitNumbers, Limits } from '#server/platform/http/limits.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** So few reads and exports that a test reaches their end, and so many writes that none does. */
const few = () => new Limits({ ...limitNumbers, read: { burst: 5, refillMs: 60_000 }, export: { burst: 5, refillMs: 60_000 }, write: { burst: 10_000, refillMs: 1 } })

describe.each(stores.slice(0, 1))('the gate', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { TRUST_PROXY: '1' }, limits: few() })
  let cora: TestPerson
  let dora: TestPerson
  beforeAll(async () => void ([cora, dora] = await Promise.all([shop.person('Cora'), shop.person('Dora')])))
  let address = 0
  /** Everybody comes from an address of their own, where a test does not say otherwise. */
  let from: { 'x-forwarded-for': string }
  beforeEach(() => {
    address += 1
    from = { 'x-forwarded-for': `192.0.2.${address}` }
    // Limits refill while time passes, and on a busy machine hundreds of calls take long.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterEach(() => vi.useRealTimers())

  const cartOf = (person: TestPerson) => person.send('GET /myCarts', { query: { email: person.email }, headers: from })
  const statuses = async (times: number, ask: (index: number) => Promise<{ status: number }>) => {
    const answers: number[] = []
    for (let index = 0; index < times; index++) answers.push((await ask(index)).status)
    return answers
  }

  test('counts what a caller reads, wherever they come from, and nobody else’s', async () => {
    expect(await statuses(6, () => cartOf(cora))).toEqual([200, 200, 200, 200, 200, 429])
    expect((await cartOf(dora)).status).toBe(200)
  })

  test('counts what a stranger reads by the address', async () => {
    const whoAmI = (at: string) => shop.send('GET /auth/session', { headers: { 'x-forwarded-for': at } })
    expect(await statuses(6, (index) => whoAmI(`2001:db8::${index}`))).toEqual([200, 200, 200, 200, 200, 429])
    expect((await whoAmI('2001:db8:0:1::1')).status).toBe(200)
  })

  test('does not count what is answered from memory', async () => {
    expect(new Set(await statuses(20, () => shop.send('GET /allCoffee', { headers: from })))).toEqual(new Set([200]))
    expect(new Set(await statuses(20, () => shop.send('GET /allPacket', { headers: from })))).toEqual(new Set([200]))
  })

  test('checks only so many bad tokens of one address, and lets in there who is remembered', async () => {
    const verify = vi.spyOn(shop.identity.tokens, 'verify')
    const eve = (at: string, index: number) => shop.send('GET /allUser', { headers: { 'x-forwarded-for': at, 'authorization': `Bearer forged ${index}` } })
    const answers = await Promise.all(Array.from({ length: 600 }, (_, index) => eve('198.51.100.1', index)))
    const turnedAway = answers.filter(({ status }) => status === 429)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect(Number(turnedAway[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(verify.mock.calls.length).toBe(600 - turnedAway.length)
    expect(turnedAway.length).toBeGreaterThan(30)
    const { status } = await dora.send('GET /user/admin/{email}', { params: { email: dora.email }, headers: { 'x-forwarded-for': '198.51.100.1' } })
    expect([status, (await eve('198.51.100.2', 0)).status]).toEqual([200, 401])
  })

  test('takes no offence at sessions that are good, however many', async () => {
    const { email } = dora
    expect(new Set(await statuses(600, () => dora.send('GET /jwt', { query: { email }, headers: from })))).toEqual(new Set([200]))
  })

  test('checks only so many sessions of one address that have ended', async () => {
    const eve = await shop.person('Eve')
    await eve.call('POST /auth/sign-out', {})
    const ask = () => eve.send('GET /jwt', { query: { email: eve.email }, headers: from })
    const answers = await Promise.all(Array.from({ length: 600 }, ask))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(30)
  })

  test('does not count as a failure that the books could not be asked', async () => {
    const verify = vi.spyOn(shop.identity.tokens, 'verify').mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    const ask = (index: number) => shop.send('GET /allUser', { headers: { ...from, authorization: `Bearer some ${index}` } })
    expect(new Set(await statuses(600, ask))).toEqual(new Set([503]))
    verify.mockRestore()
    expect((await ask(0)).status).toBe(401)
  })

  describe.each([LIVE_PATH, ...Object.values(EXPORT_PATHS)])('before what a browser opens by itself, %s,', (path) => {
    const open = (cookie: string) => shop.app.inject({ url: `/api${path}`, headers: { ...from, cookie } })

    test('checks only so many sessions of strangers', async () => {
      const statusOf = async (index: number) => (await open(index % 2 ? dora.cookie : 'crema.session_token=forged.forged')).statusCode
      const answers = await Promise.all(Array.from({ length: 600 }, (_, index) => statusOf(index)))
      expect(new Set(answers)).toEqual(new Set([401, 429]))
      expect(answers.filter((status) => status === 429).length).toBeGreaterThan(30)
    })

    test('counts how often an administrator opens it', async () => {
      const ada = await shop.admin(`Ada of ${path}`)
      // A line that nobody is let in to ends at once.
      vi.spyOn(Live.prototype, 'watch').mockReturnValue(false)
      const answers = await statuses(6, async () => ({ status: (await open(ada.cookie)).statusCode }))
      expect([answers.slice(0, 5).includes(429), answers[5]]).toEqual([false, 429])
    })
  })
})
