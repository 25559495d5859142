import '#test/cheap-passwords.ts'
import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { Principals } from './principals.ts'

const MINUTE = 60_000

describe.each(stores)('the caller of a token on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh)

  test('is not cached if the user changed during the look-up', async () => {
    const ada = await shop.admin('Ada')
    const zoe = await shop.admin('Zoe')
    const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: wasRead, resolve: read } = Promise.withResolvers<void>()
    let reads = 0
    /**
     * A Kysely plugin that holds back the result of the second query, which reads the user, until the test calls `goOn`.
     */
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
      isSingleInstance: true,
      adminsNeedFactor: false,
    })
    // The cast is safe, because `Principals.caller` reads only this header of a request.
    const request = { headers: { authorization: `Bearer ${zoe.token}` } } as FastifyRequest
    const found = async () => {
      const caller = principals.caller(request)
      return typeof caller === 'function' ? caller() : caller
    }
    const first = found()
    await wasRead
    await ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })
    goOn()
    expect((await first)?.role).toBe('Admin')
    expect((await found())?.role).toBeNull()
  })

  const statusFor = async ({ call, email }: TestPerson) =>
    (await call('GET /user/admin/{email}', { params: { email } })).status

  /** On PostgreSQL five minutes more, because the clocks of several instances may differ. */
  const lifetime = (name === 'sqlite' ? 15 : 20) * MINUTE

  test('is cached until the token expires after 15 minutes, and not longer', async () => {
    const cora = await shop.person('Cora')
    const verify = vi.spyOn(shop.identity.tokens, 'verify')
    const issuedAt = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: issuedAt + 14 * MINUTE })
    expect(await statusFor(cora)).toBe(200)
    vi.setSystemTime(issuedAt + lifetime + 1000)
    expect(await statusFor(cora)).toBe(401)
    vi.useRealTimers()
    // The signature of the token was never verified, because the token was cached when it was issued. The response
    // 401 therefore came from the expiry in the cache entry.
    expect(verify).not.toHaveBeenCalled()
  })

  test('is looked up again if events may have been missed', async () => {
    const dora = await shop.person('Dora')
    expect(await statusFor(dora)).toBe(200)
    const { database } = shop
    // Deletes the session without publishing an event. The same happens if another instance of the server ends the
    // session while the connection that delivers its events is lost.
    await database.write(({ tx }) =>
      tx
        .deleteFrom('sessions')
        .where('account', 'in', tx.selectFrom('users').select('subject').where('id', '=', dora.userId))
        .execute(),
    )
    expect(await statusFor(dora)).toBe(200)
    database.events.publish({ type: 'events-missed' })
    expect(await statusFor(dora)).toBe(401)
  })
})
