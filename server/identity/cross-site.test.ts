import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallName } from '#contract/api.ts'
import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const byCookie = Object.entries<Call>(calls)
  .filter(([name, { access }]) => access === 'session' || (access === 'public' && !name.startsWith('GET ')))
  // Object.entries returns the names of the API calls as plain strings. The cast restores their type.
  .map(([name]) => name as CallName)

const foreign = [
  ['another site', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['a site whose name begins like ours', { origin: 'http://localhost:3000.evil.example' }],
  ['another port', { origin: 'http://localhost:3001' }],
  ['another scheme', { origin: 'https://localhost:3000' }],
] as const

describe.each(anyStore)('a request that a browser sends with a cookie', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))

  test.each(byCookie.flatMap((name) => foreign.map(([where, headers]) => ({ name, where, headers }))))(
    '$name from $where is refused',
    async ({ name, headers }) => {
      const { status, problem } = await cora.send(name, { headers })
      expect([status, problem.code]).toEqual([403, 'wrong-origin'])
    },
  )

  test.each(byCookie.filter((name) => !name.startsWith('GET ')))(
    '%s is refused without an Origin header',
    async (name) => {
      const { status, problem } = await cora.send(name, { headers: { origin: '' } })
      expect([status, problem.code]).toEqual([403, 'wrong-origin'])
    },
  )

  test('leaves the session as it is if it is refused', async () => {
    expect((await cora.call('GET /auth/session', {})).answer.user?.email).toBe(cora.email)
  })

  test.each([
    [200, {}],
    [200, { 'sec-fetch-site': 'same-origin' }],
    [200, { 'sec-fetch-site': 'none' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
  ])(
    'for an access token without an Origin header has the status %i with the headers %j',
    async (status, headers) => {
      const asked = await cora.send('GET /jwt', {
        query: { email: cora.email },
        headers: { origin: '', ...headers },
      })
      expect(asked.status).toBe(status)
    },
  )

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
    'from %s is accepted while no public address is set',
    async (origin) => {
      expect(
        (await cora.send('GET /jwt', { query: { email: cora.email }, headers: { origin } })).status,
      ).toBe(200)
    },
  )

  test('is accepted only from the public address once that is set', async () => {
    const open = await openTestShop(shop.store, { env: { PUBLIC_URL: 'https://coffee.example' } })
    const from = async (origin: string) =>
      (await open.send('POST /auth/sign-out', { headers: { origin } })).status
    expect([await from('https://coffee.example'), await from('http://localhost:3000')]).toEqual([200, 403])
    await open.close()
  })
})
