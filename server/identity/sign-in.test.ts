import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Overloaded } from '#server/platform/http/errors.ts'
import { currentRequester } from '#server/platform/http/fair-queue.ts'
import type { Requester } from '#server/platform/http/fair-queue.ts'
import { cookiesOf } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { passTime } from '#test/postgres/pass-time.ts'
import { anyStore } from '#test/stores.ts'
import { hashPassword, isPassword } from './passwords.ts'

describe.each(anyStore)('signing in on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  beforeAll(async () => {
    cora = await shop.person('Cora')
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  // Moves the clock forward by ten minutes. Every rate limit has then recovered: all tries are available again.
  afterEach(() => passTime(shop.database, 600_000))

  const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    shop.send('POST /auth/sign-in', { body: { email, password }, headers })

  test('opens a session with the right password, and the address in any case', async () => {
    const signedIn = await signIn(cora.email.toUpperCase(), cora.password)
    expect(signedIn.answer).toEqual({ user: { email: cora.email, name: 'Cora' } })
    const session = await shop.send('GET /auth/session', { headers: { cookie: cookiesOf(signedIn) } })
    expect(session.answer.user?.email).toBe(cora.email)
  })

  test('with a wrong password is refused, and opens no session', async () => {
    const refused = await signIn(cora.email, 'wrong password')
    expect([refused.status, refused.problem.code]).toEqual([401, 'wrong-password'])
    expect(refused.headers['set-cookie']).toBeUndefined()
  })

  test('has the same response after the same work whether the account exists or not', async () => {
    const worked = () => vi.mocked(hashPassword).mock.calls.length + vi.mocked(isPassword).mock.calls.length
    const before = worked()
    const known = await signIn(cora.email, 'wrong password')
    const between = worked()
    const unknown = await signIn('unknown@people.example', 'wrong password')
    expect([between - before, worked() - between]).toEqual([1, 1])
    expect(unknown.status).toBe(known.status)
    expect({ ...unknown.problem, requestId: '' }).toEqual({ ...known.problem, requestId: '' })
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(known.headers).toSorted())
  })

  test('is limited after ten wrong passwords, whatever X-Forwarded-For says', async () => {
    const tries = Array.from({ length: 12 }, (_, index) =>
      signIn(cora.email, 'wrong password', { 'x-forwarded-for': `10.0.0.${index}` }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    const late = await signIn(cora.email, cora.password)
    expect([late.status, late.problem.code]).toEqual([429, 'too-many-requests'])
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('is limited in the same way for an account that does not exist', async () => {
    const statuses = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await signIn('unknown@people.example', `guess number ${tries}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('is limited for one address that tries many accounts', async () => {
    const statuses = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await signIn(`person${tries}@people.example`, 'coffee123')).status)
    expect(statuses.slice(9)).toEqual([401, 429, 429])
  })

  test('never locks an account: a known browser can sign in at once, another one after Retry-After', async () => {
    for (let tries = 0; tries < 50; tries++) await signIn(cora.email, 'wrong password')
    const known = await signIn(cora.email, cora.password, { cookie: cora.cookie })
    expect(known.status).toBe(200)
    const other = await signIn(cora.email, cora.password)
    expect(other.status).toBe(429)
    await passTime(shop.database, Number(other.headers['retry-after']) * 1000)
    expect((await signIn(cora.email, cora.password)).status).toBe(200)
  })

  test('recognises a browser by a signed cookie, which is for one account', async () => {
    const dora = await shop.person('Dora')
    for (let tries = 0; tries < 12; tries++) await signIn(cora.email, 'wrong password')
    for (const cookie of [dora.cookie, 'crema.device=x', `crema.device=${'A'.repeat(43)}`]) {
      expect((await signIn(cora.email, cora.password, { cookie })).status, cookie).toBe(429)
    }
  })

  test('is limited for a known browser too, so that its hashing does not block all others', async () => {
    const tries = Array.from({ length: 40 }, () =>
      signIn(cora.email, 'wrong password', { cookie: cora.cookie }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    await passTime(shop.database, 2000)
    expect((await signIn(cora.email, cora.password, { cookie: cora.cookie })).status).toBe(200)
  })

  test('is queued for hashing by its networks, and as a known browser or another one', async () => {
    const seen: Requester[] = []
    const check = vi.mocked(isPassword).mockImplementation(async () => {
      seen.push(currentRequester())
      return false
    })
    await signIn(cora.email, 'wrong password', { cookie: cora.cookie })
    await signIn(cora.email, 'wrong password')
    check.mockReset()
    expect(seen).toEqual([true, false].map((isKnown) => ({ isKnown, networks: ['127.0.0.1'] })))
  })

  test('is refused with Retry-After while too many others sign in, without counting as a failure', async () => {
    const overloaded = vi.mocked(isPassword).mockRejectedValue(new Overloaded('Too many passwords'))
    for (let times = 0; times < 12; times++) {
      const { status, problem, headers } = await signIn(cora.email, cora.password)
      expect([status, problem.code, headers['retry-after']]).toEqual([503, 'busy', '2'])
    }
    overloaded.mockReset()
    expect((await signIn(cora.email, cora.password)).status).toBe(200)
  })

  test('does not count towards the limits if it succeeds', async () => {
    for (let times = 0; times < 15; times++)
      expect((await signIn(cora.email, cora.password)).status).toBe(200)
  })
})

describe.each(anyStore)('signing in behind a proxy', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { TRUST_PROXY: '1' } })

  const guess = (email: string, from: string) =>
    shop.send('POST /auth/sign-in', {
      body: { email, password: 'coffee123' },
      headers: { 'x-forwarded-for': from },
    })

  test('counts by the address that the proxy added, not by those that the client sent', async () => {
    const statuses = []
    for (let index = 0; index < 12; index++)
      statuses.push((await guess(`person${index}@people.example`, `10.0.0.${index}, 192.0.2.1`)).status)
    expect(statuses.slice(9)).toEqual([401, 429, 429])
    expect((await guess('person99@people.example', '192.0.2.2')).status).toBe(401)
  })

  test('counts IPv6 by /64, and by /48 with a limit ten times as high', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
    const statuses: number[] = []
    for (let index = 0; index < 12; index++)
      statuses.push((await guess(`one${index}@people.example`, `2001:db8:a:1::${index}`)).status)
    expect(statuses.slice(9)).toEqual([401, 429, 429])
    for (let index = 0; index < 92; index++)
      statuses.push((await guess(`many${index}@people.example`, `2001:db8:a:${index + 100}::1`)).status)
    expect(statuses.slice(-3)).toEqual([401, 429, 429])
    expect((await guess('other@people.example', '2001:db8:b::1')).status).toBe(401)
  })

  test('counts the tries for one account together, from any address', async () => {
    const statuses = []
    for (let index = 0; index < 12; index++)
      statuses.push((await guess('victim@people.example', `198.51.100.${index}`)).status)
    expect(statuses.slice(9)).toEqual([401, 429, 429])
  })

  test('succeeds from another address while one address keeps failing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const { email, password } = await shop.person('Victor')
    for (let tries = 0; tries < 12; tries++) await guess(email, '198.51.100.200')
    const statuses = []
    for (let seconds = 0; seconds < 7; seconds += 0.5) {
      vi.setSystemTime(Date.now() + 500)
      await guess(email, '198.51.100.200')
      statuses.push(
        (
          await shop.send('POST /auth/sign-in', {
            body: { email, password },
            headers: { 'x-forwarded-for': '203.0.113.7' },
          })
        ).status,
      )
    }
    expect(statuses.slice(0, 4)).toEqual([429, 429, 429, 429])
    expect(statuses).toContain(200)
  })
})
