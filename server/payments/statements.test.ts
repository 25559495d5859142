import '#test/cheap-passwords.ts'
import { StatementSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { mailSettings, openTestShop } from '#test/shop.ts'
import { putInStock, stockShelves } from '#test/catalogue.ts'
import { stores } from '#test/stores.ts'

const sqlite = stores.filter(({ name }) => name === 'sqlite')

test.each(sqlite)(
  'adding three products and paying for all of them takes ten SQL statements, and paying for a single one takes seven',
  async ({ fresh }) => {
    const store = await fresh()
    const shop = await openTestShop(store)
    const { espresso, lungo } = await stockShelves(shop.database)
    const cora = await shop.person('Cora')
    // The first payment fills the caches with the products and the size of the cart, which are read only once. The
    // statements are counted afterwards.
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
      ['update', 'select', 'insert', 'update', 'update', 'update', 'insert'],
    ])
    const [single = ''] = await fill(cora, espresso)
    const beforeSingle = statements().length
    await cora.call('PUT /singlePayment/{id}', { params: { id: single }, body: {} })
    expect(statements().slice(beforeSingle).map(verb)).toEqual([
      'update',
      'select',
      'insert',
      'update',
      'update',
      'update',
      'insert',
    ])
    vi.restoreAllMocks()
    await shop.close()
    await store.dispose()
  },
)

const MAX_STATEMENTS = 13

test.each(sqlite)(
  'a checkout with address, delivery and mails takes at most thirteen SQL statements',
  async ({ fresh }) => {
    const store = await fresh()
    const shop = await openTestShop(store, { env: mailSettings })
    const { espresso, lungo } = await stockShelves(shop.database)
    await saveTestSelling(shop.database, portugueseShop)
    const cora = await shop.person('Cora')
    await cora.call('POST /addresses', { body: lisbonAddress })
    const checkOut = async () => {
      const lines = await fill(cora, espresso, lungo, espresso)
      const quote = (
        await cora.call('POST /checkout/quote', { body: { lines, country: 'PT', methodId: 'post' } })
      ).answer
      const before = statements().length
      const { status } = await cora.call('POST /checkout', {
        body: {
          lines,
          methodId: 'post',
          address: lisbonAddress,
          note: '',
          total: quote.totals?.total ?? 0,
          promise: quote.offers[0]?.promise ?? null,
        },
      })
      expect(status).toBe(200)
      return statements().slice(before).map(verb)
    }
    const statements = countStatements()
    await checkOut()
    const verbs = await checkOut()
    expect(verbs.length).toBeLessThanOrEqual(MAX_STATEMENTS)
    expect(verbs).toEqual(expect.arrayContaining(['select', 'update', 'insert']))
    vi.restoreAllMocks()
    await shop.close()
    await store.dispose()
  },
)

test.each(sqlite)(
  'paying for stocked products takes one statement more for each stock, and one for the moves',
  async ({ fresh }) => {
    const store = await fresh()
    const shop = await openTestShop(store)
    const { espresso, lungo } = await stockShelves(shop.database)
    await putInStock(shop.database, { unit: 'bags', remaining: 9 }, [espresso, null])
    await putInStock(shop.database, { unit: 'bags', remaining: 9 }, [lungo, null])
    const cora = await shop.person('Cora')
    await fill(cora, espresso, espresso, lungo)
    const unpaid = await cartOf(cora)
    const statements = countStatements()
    expect((await cora.call('POST /fullOrder', { body: fullPayment(cora, unpaid) })).status).toBe(200)
    const aboutStock = statements().filter((sql) => /"stock/.test(sql))
    expect(aboutStock.map(verb)).toEqual(['update', 'update', 'insert'])
    vi.restoreAllMocks()
    await shop.close()
    await store.dispose()
  },
)

/**
 * Starts recording the SQL statements that are run. Returns a function that lists the recorded statements, except
 * those that begin, commit or roll back a transaction.
 */
function countStatements(): () => string[] {
  const spies = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  // The cast is safe: `mock.contexts` contains the objects on which the spied method was called, and it is a method of
  // `StatementSync`.
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
