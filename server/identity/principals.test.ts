import '#test/cheap-passwords.ts'
import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { Principals } from './principals.ts'

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
    const principals = new Principals({ ...database, read: database.read.withPlugin(slow) }, identity.tokens)
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
})
