import '#test/cheap-passwords.ts'
import type { CompiledQuery, KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sortsOf } from '#contract/values/states.ts'
import { users } from '#server/identity/users/routes.ts'
import { fullOrders } from '#server/orders/lists/full-orders.ts'
import { orderedLines } from '#server/orders/lists/ordered-lines.ts'
import type { Db } from '#server/shop-database.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { encodeCursor } from './keyset.ts'

type Read = (db: Db, query: { sort: never; direction: 'asc' | 'desc'; after: string }) => Promise<unknown>

const lists: [string, readonly string[], Read][] = [
  ['ordered lines', sortsOf.products, (db, query) => orderedLines.read(db, orderedLines.pageOf(query))],
  ['full orders', sortsOf.orders, (db, query) => fullOrders.read(db, fullOrders.pageOf(query))],
  ['users', sortsOf.users, (db, query) => users.read(db, users.pageOf(query))],
]
const numbers = new Set(['price', 'payment', 'delivery', 'total'])
const cases = lists.flatMap(([name, sorts, read]) =>
  sorts.flatMap((sort) => (['asc', 'desc'] as const).map((direction) => ({ name, sort, direction, read }))),
)

// These tests run on SQLite only. PostgreSQL chooses a plan by the number of rows, so its plans for an empty database
// mean nothing.
describe.each(anyStore)('a page after a cursor on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  /** Runs the work and returns the query plan of each of its SQL statements. */
  async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
    const { read } = shop.database
    const compiled: CompiledQuery[] = []
    const recording: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        compiled.push(read.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await work(read.withPlugin(recording))
    const plans = compiled.map(async ({ sql, ...query }) => {
      const explained = { ...query, sql: `EXPLAIN QUERY PLAN ${sql}` }
      const { rows } = await read.executeQuery<{ detail: string }>(explained)
      // A line shows the states of its order and of its gift, which are looked up by their keys.
      return rows
        .map(({ detail }) => detail)
        .join(', ')
        .replace(/(, CORRELATED SCALAR SUBQUERY \d+, SEARCH (orders|gifts) USING INDEX \w+ \(\w+=\?\))+$/, '')
    })
    return Promise.all(plans)
  }

  test.each(cases)(
    'of $name by $sort, $direction, is found by an index',
    async ({ sort, direction, read }) => {
      const after = encodeCursor([numbers.has(sort) ? 1 : 'm', 'm'])
      // cast: every `sort` comes from the contract's sorts for the same list, so `read` accepts it
      const plans = await plansOf((db) => read(db, { sort: sort as never, direction, after }))
      expect(plans).toHaveLength(sort === 'newest' ? 1 : 2)
      expect(plans[0]).toMatch(/^SEARCH \w+ USING INDEX \w+ \(.*\bid[<>]\?\)$/)
      for (const plan of plans) expect(plan).toMatch(/^SEARCH \w+ USING INDEX \w+ \(.*[<>]\?\)$/)
    },
  )
})
