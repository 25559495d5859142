import { CompiledQuery } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planErasure } from '#server/account/erase-orders.ts'
import { giveBackUses } from '#server/discounts/claim-uses.ts'
import { findDiscounts } from '#server/discounts/find-discounts.ts'
import { hasOrdered } from '#server/discounts/person.ts'
import { hasPaidBefore } from '#server/orders/place-order.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { enter, itemRow, userRow } from '#test/rows.ts'
import { anyStore } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { erasePeople } from '../erase-guests.ts'
import { joinGuests } from '../user-data.ts'

// These tests run on SQLite only. PostgreSQL chooses a plan by the number of rows, so its plans for an almost empty
// database mean nothing.
describe.each(anyStore)('a statement about guests on $name', ({ fresh }) => {
  let store: Store
  let database: ShopDatabase
  beforeAll(async () => {
    store = await fresh()
    database = await openShopDatabase(store)
  })
  afterAll(async () => {
    await database.close()
    await store.dispose()
  })

  const email = 'gil@people.example'
  const account = userRow({ email })
  const guest = userRow({ email, mailbox: email, created_at: Date.now() - 40 * 24 * 60 * 60_000 })

  const limits = {
    takeAll: async () => true,
    giveAllBack: async () => undefined,
    waitForAll: async () => 0,
  }
  const when = { at: Date.now(), timeZone: 'UTC' }
  const sought = { code: 'SPRING', buyer: null, lines: [], ...when, currency: 'USD', ip: '198.51.100.1' }

  /** Runs the work in a transaction and returns the query plans of its SQL statements. */
  function plansOf(work: (recorded: ShopDatabase, tx: Db) => Promise<unknown>): Promise<string[]> {
    return database.write(async ({ tx }) => {
      const compiled: CompiledQuery[] = []
      const recording: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          compiled.push(tx.getExecutor().compileQuery(node, queryId))
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const recorded = tx.withPlugin(recording)
      const write: ShopDatabase['write'] = (act) => act({ tx: recorded, publish: () => undefined })
      await work({ ...database, read: recorded, longRead: recorded, write }, recorded)
      const plans = compiled.map(async ({ sql, parameters }) => {
        const { rows } = await tx.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
        )
        return rows.map(({ detail }) => detail).join(', ')
      })
      return Promise.all(plans)
    })
  }

  test.each([
    ['gives an account the orders', 8, (all: ShopDatabase) => joinGuests(all, account)],
    ['erases guests', 4, (all: ShopDatabase) => erasePeople(all, 10)],
    [
      'looks for an order that was paid before',
      1,
      (_: ShopDatabase, tx: Db) => hasPaidBefore(tx, { userId: guest.id, before: Date.now() }),
    ],
    ['looks for discounts', 2, (_: ShopDatabase, tx: Db) => findDiscounts({ read: tx, limits }, sought)],
    ['gives uses back', 1, (_: ShopDatabase, tx: Db) => giveBackUses(tx, 'p')],
    ['plans an erasure', 5, (_: ShopDatabase, tx: Db) => planErasure(tx, { id: guest.id, email })],
  ])('that %s reads no whole table', async (_, min, work) => {
    await database.write(({ tx }) => tx.deleteFrom('users').execute())
    await enter(database, { items: [itemRow({ user_id: guest.id, email, payment_id: 'p', payment: 'OK' })] })
    await database.write(({ tx }) => tx.insertInto('users').values([account, guest]).execute())
    const plans = await plansOf(work)
    expect(plans.length).toBeGreaterThanOrEqual(min)
    expect(plans.filter((plan) => /SCAN (?!CONSTANT ROW)(?!.*USING INDEX)/.test(plan))).toEqual([])
  })
  test('that looks for an order of a person uses the index of mailboxes', async () => {
    expect(await plansOf((_, tx) => hasOrdered(tx, email))).toEqual([
      expect.stringMatching(
        /^SEARCH orders USING INDEX orders_by_mailbox \(kind=\? AND <expr>=\?\), .*\(id=\?\)$/,
      ),
    ])
  })
})
