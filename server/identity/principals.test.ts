import '#test/cheap-passwords.ts'
import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { Principals } from './principals.ts'

const MINUTE = 60_000

describe.each(stores)('who is behind a token on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('is not remembered as they were when they changed while they were being looked up', async () => {
    const ada = await shop.admin('Ada')
    const zoe = await shop.admin('Zoe')
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: wasRead, resolve: read } = Promise.withResolvers<void>()
    let reads = 0
    /** Holds back the second answer, which is the user, for a while. */
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads += 1
        if (reads === 2) {
          read()
          await goesOn
        }
        return result
      },
    }
    const { database, identity } = shop
    const principals = new Principals({
      database: { ...database, read: database.read.withPlugin(slow) },
      tokens: identity.tokens,
      alone: true,
    })
    // Of a request, only its header is looked at.
    const request = { headers: { authorization: `Bearer ${zoe.token}` } } as FastifyRequest
    const found = async () => {
      const caller = principals.caller(request)
      return typeof caller === 'function' ? caller() : caller
    }
    const first = found()
    await wasRead
    await ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })
    goOn()
    expect((await first)?.isAdmin).toBe(true)
    expect((await found())?.isAdmin).toBe(false)
  })

  const isLetIn = async ({ call, email }: TestPerson) =>
    (await call('GET /user/admin/{email}', { params: { email } })).status

  test('is remembered for the 15 minutes of the token, and not after them', async () => {
    const cora = await shop.person('Cora')
    const verify = vi.spyOn(shop.identity.tokens, 'verify')
    const issuedAt = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: issuedAt + 14 * MINUTE })
    expect(await isLetIn(cora)).toBe(200)
    vi.setSystemTime(issuedAt + 15 * MINUTE + 1000)
    expect(await isLetIn(cora)).toBe(401)
    vi.useRealTimers()
    // The token was remembered when it was issued: without that, this would only test its signature.
    expect(verify).not.toHaveBeenCalled()
  })

  test('is looked up again when changes may have been missed', async () => {
    const dora = await shop.person('Dora')
    expect(await isLetIn(dora)).toBe(200)
    const { database } = shop
    // Another instance ended the session while the connection that announces changes was down.
    await database.write(({ tx }) =>
      tx
        .deleteFrom('identity_sessions')
        .where('user_id', 'in', tx.selectFrom('users').select('subject').where('id', '=', dora.userId))
        .execute(),
    )
    expect(await isLetIn(dora)).toBe(200)
    database.events.publish({ type: 'events-missed' })
    expect(await isLetIn(dora)).toBe(401)
  })
})
