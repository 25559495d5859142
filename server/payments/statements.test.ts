import '#test/cheap-passwords.ts'
import { StatementSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { openTestShop } from '#test/shop.ts'
import { stockShelves } from '#test/catalogue.ts'
import { stores } from '#test/stores.ts'

const sqlite = stores.filter(({ name }) => name === 'sqlite')

test.each(sqlite)(
  'three products into the cart and all of them paid take eight statements',
  async ({ fresh }) => {
    const store = await fresh()
    const shop = await openTestShop(store)
    const { espresso, lungo } = await stockShelves(shop.database)
    const cora = await shop.person('Cora')
    // What is asked once and then remembered: her cart's room, and the products.
    await fill(cora, espresso, lungo)
    await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    const statements = countStatements()
    const [one, two, three] = [
      await fill(cora, espresso),
      await fill(cora, lungo),
      await fill(cora, espresso),
    ]
    const added = statements()
    const unpaid = (await cartOf(cora)).filter(({ _id }) => [one, two, three].flat().includes(_id))
    const before = statements().length
    expect((await cora.call('POST /fullOrder', { body: fullPayment(cora, unpaid) })).status).toBe(200)
    const paid = statements().slice(before)
    expect([added.map(verb), paid.map(verb)]).toEqual([
      ['insert', 'insert', 'insert'],
      ['update', 'insert', 'update', 'update', 'insert'],
    ])
    vi.restoreAllMocks()
    await shop.close()
    await store.dispose()
  },
)

/** Every statement from now on, but for those that a transaction is made of. */
function countStatements(): () => string[] {
  const spies = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  // A method's contexts are what it was called on.
  return () =>
    spies
      .flatMap(({ mock }) =>
        (mock.contexts as StatementSync[]).map(({ sourceSQL }, call) => ({
          sql: sourceSQL,
          order: mock.invocationCallOrder[call] ?? 0,
        })),
      )
      .filter(({ sql }) => !/SAVEPOINT|RELEASE/i.test(sql))
      .toSorted((a, b) => a.order - b.order)
      .map(({ sql }) => sql)
}

function verb(sql: string): string {
  return sql.split(' ', 1)[0] ?? ''
}
