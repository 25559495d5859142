import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import pg from 'pg'
import { shopOrigin } from '#test/calls.ts'
import { orderOf } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const [sqlite] = stores
const postgres = stores.find(({ name }) => name === 'postgres')

describe.each([
  ['behind a proxy', '1'],
  ['without a proxy', '0'],
])('a shop %s', (_name, TRUST_PROXY) => {
  if (!sqlite) throw new Error('SQLite is always there.')
  const shop = givenShop(sqlite.fresh, { env: { TRUST_PROXY } })

  /** Sends a request with this header. Returns the ids in the response, in its body and in the log line. */
  async function idsOf(url: string, id: string) {
    const before = shop.log.length
    const { headers, body } = await shop.app.inject({ url, headers: { 'x-request-id': id } })
    await expect.poll(() => shop.log.length).toBe(before + 1)
    const { reqId } = JSON.parse(shop.log.at(-1) ?? '{}')
    return { sent: headers['x-request-id'], logged: reqId, body }
  }

  test('takes the id of a request from a proxy only, and has it in the response, the problem and the log', async () => {
    const { sent, logged, body } = await idsOf('/api/nothing', 'from-the-proxy-1')
    expect(sent === 'from-the-proxy-1').toBe(TRUST_PROXY === '1')
    expect([logged, JSON.parse(body).requestId]).toEqual([sent, sent])
    // Pages and public data are written without Fastify's hooks.
    expect((await idsOf('/', 'from-the-proxy-3')).sent).toMatch(/^(from-the-proxy-3|[0-9a-f]{10}-[0-9a-z]+)$/)
    expect((await idsOf('/healthz', 'from-the-proxy-2')).sent === 'from-the-proxy-2').toBe(
      TRUST_PROXY === '1',
    )
  })

  test.each(['', 'a b', 'x*/;DROP TABLE users;--', '<script>', 'ü', 'x'.repeat(65)])(
    'makes an id of its own instead of %j',
    async (given) => {
      const { sent, logged } = await idsOf('/healthz', given)
      expect(sent).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/)
      expect(logged).toBe(sent)
    },
  )
})

describe.runIf(postgres)('a shop on PostgreSQL', () => {
  if (!postgres) return
  describe.each([
    ['with DATABASE_TRACE', '1'],
    ['without DATABASE_TRACE', '0'],
  ])('%s', (_name, DATABASE_TRACE) => {
    const shop = givenShop(postgres.fresh, { env: { DATABASE_TRACE, TRUST_PROXY: '1' } })

    test('sends the id of the request with its statements, or not', async () => {
      const cora = await shop.person('Cora')
      const headers = { authorization: `Bearer ${cora.token}`, origin: shopOrigin }
      const responses = await Promise.all([
        shop.app.inject({
          url: `/api/myCarts?email=${cora.email}`,
          headers: { ...headers, 'x-request-id': 'read-4711' },
        }),
        shop.app.inject({
          method: 'POST',
          url: '/api/orders',
          headers: { ...headers, 'x-request-id': 'write-4711' },
          payload: orderOf(cora, shop.shelves.espresso),
        }),
      ])
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      // The connections are idle now. The server still knows the last statement of each.
      const client = new pg.Client({ connectionString: String(shop.store.databaseUrl) })
      await client.connect()
      const { rows } = await client.query<{ query: string }>(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '/* request=%'",
      )
      await client.end()
      const found = rows.map(({ query }) => /^\/\* request=(\w+-4711) \*\/ \w/.exec(query)?.[1]).toSorted()
      expect(found).toEqual(DATABASE_TRACE === '1' ? ['read-4711', 'write-4711'] : [])
    })
  })
})
