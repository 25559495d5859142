import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const [sqlite] = stores

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
    expect((await idsOf('/', 'from-the-proxy-3')).sent).toMatch(/^(from-the-proxy-3|[0-9a-f-]{36})$/)
    expect((await idsOf('/healthz', 'from-the-proxy-2')).sent === 'from-the-proxy-2').toBe(
      TRUST_PROXY === '1',
    )
  })

  test.each(['', 'a b', 'x*/;DROP TABLE users;--', '<script>', 'ü', 'x'.repeat(65)])(
    'makes an id of its own instead of %j',
    async (given) => {
      const { sent, logged } = await idsOf('/healthz', given)
      expect(sent).toMatch(/^[0-9a-f-]{36}$/)
      expect(logged).toBe(sent)
    },
  )
})
