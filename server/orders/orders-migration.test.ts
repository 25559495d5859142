import '#test/cheap-passwords.ts'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { itemRow, paymentRow } from '#test/rows.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { FakeGateway, reconcileAll } from '#test/gateway.ts'
import { migrateStore, migrationsFolder, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stockShelves } from '#test/catalogue.ts'
import type { TestCatalogue } from '#test/catalogue.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

const BEFORE = '0012_orders.sql'

/**
 * Inserts rows into a database from before the migration `0012_orders.sql`. In that version, payments have no column
 * `reason`, and orders have no column `kind`.
 */
async function fillOlder(database: ShopDatabase): Promise<void> {
  const line = (id: string, given: Parameters<typeof itemRow>[0]) =>
    itemRow({ id, email: 'cora@people.example', customer: 'Cora', created_at: 1000, ...given })
  const paid = { payment: 'OK', paid_at: 3000 } as const
  const lines = [
    line('in-cart', {}),
    line('single', { ...paid, payment_id: 'pay-single' }),
    line('single-removed', { ...paid, payment_id: 'pay-removed', removed_at: 4000 }),
    line('full-1', { ...paid, payment_id: 'pay-full', order_id: 'order-full' }),
    line('full-2', { ...paid, payment_id: 'pay-full', order_id: 'order-full', price_cents: 1005 }),
    line('held', { payment_id: 'pay-pending' }),
    line('declined', {}),
    line('no-payment', paid),
    line('lost-payment', { ...paid, payment_id: 'pay-lost' }),
  ]
  const payments = [
    paymentRow({ id: 'pay-single', reference: 'ref-single', settled_at: 3000 }),
    paymentRow({ id: 'pay-removed', reference: 'ref-removed', settled_at: null, created_at: 2000 }),
    paymentRow({ id: 'pay-full', kind: 'full', amount_cents: 1255, reference: 'ref-full' }),
    paymentRow({ id: 'pay-pending', gateway: 'fake', status: 'pending', settled_at: null }),
    paymentRow({ id: 'pay-declined', status: 'failed', reference: 'The card is empty.' }),
  ]
  await database.write(async ({ tx }) => {
    for (const { weight_grams: _weight, grind: _grind, request_id: _request, ...newer } of lines) {
      const { every_weeks: _every, roasters_choice: _choice, ...older } = newer
      await tx
        .insertInto('cart_items')
        .values({ ...older } as ReturnType<typeof itemRow>)
        .execute()
    }
    for (const { reason: _, session: _session, url: _url, ...newer } of payments) {
      const { has_checkout: _checkout, taken_stock: _stock, ...unpriced } = newer
      const { fee_cents: _fee, fee_currency: _feeCurrency, currency: _currency, ...unarrived } = unpriced
      const { arrived_cents: _c, arrived_currency: _a, arrived_reference: _r, ...unplaced } = unarrived
      const { network: _network, subscription: _subscription, mandate_id: _mandate, ...unrenewed } = unplaced
      const { due_at: _due, tries: _tries, begun_at: _begun, ...older } = unrenewed
      await tx
        .insertInto('payments')
        .values({ ...older } as ReturnType<typeof paymentRow>)
        .execute()
    }
    await sql`INSERT INTO orders (id, user_id, email, customer, total_cents, payment_id, created_at)
      VALUES ('order-full', 'shopper', 'cora@people.example', 'Cora', 1255, 'pay-full', 3000)`.execute(tx)
  })
}

/**
 * Makes a user the owner of the migrated rows, and gives all lines a product that is on sale. The tests can then act
 * as this user and pay for the lines.
 */
async function makeOwner(
  { database }: TestShop,
  { userId }: TestPerson,
  shelves: TestCatalogue,
): Promise<void> {
  await database.write(async ({ tx, publish }) => {
    for (const table of ['cart_items', 'payments', 'orders'] as const)
      await tx.updateTable(table).set({ user_id: userId }).where('user_id', '=', 'shopper').execute()
    await tx.updateTable('cart_items').set({ product_id: shelves.espresso.id }).execute()
    publish({ type: 'user-changed', userId })
  })
}

describe.each(stores)('a database from before orders of single payments, on $name', ({ name, empty }) => {
  const olderFolder = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
  const gateway = new FakeGateway()
  let store: Store
  let shop: TestShop
  let shelves: TestCatalogue
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    for (const file of readdirSync(migrationsFolder).filter((older) => older < BEFORE))
      cpSync(join(migrationsFolder, file), join(olderFolder, file))
    store = await empty()
    const older = await openShopDatabase(store)
    await migrate(older, olderFolder)
    await fillOlder(older)
    await older.close()
    await migrateStore(store)
    shop = await openTestShop(store, { gateway })
    shelves = await stockShelves(shop.database)
    ada = await shop.admin('Ada')
    cora = await shop.person('Cora')
    await makeOwner(shop, cora, shelves)
  })
  afterAll(async () => {
    await shop.close()
    await store.dispose()
    rmSync(olderFolder, { recursive: true })
  })

  const orderIds = async () => {
    const rows = await shop.database.read.selectFrom('cart_items').select(['id', 'order_id']).execute()
    return new Map(rows.map(({ id, order_id }) => [id, order_id]))
  }

  test('gives each successful payment without an order one, with the id of the payment', async () => {
    const orders = await shop.database.read.selectFrom('orders').selectAll().orderBy('id').execute()
    const common = {
      user_id: cora.userId,
      email: 'cora@people.example',
      customer: 'Cora',
      number: expect.any(Number),
      state: 'paid',
      tracking_url: null,
      carrier: null,
      tracking_number: null,
      told_url: null,
      withdrawn_at: null,
      notified_at: null,
      delivered_at: null,
    }
    expect(orders).toEqual([
      {
        ...common,
        id: 'order-full',
        kind: 'full',
        total_cents: 1255,
        payment_id: 'pay-full',
        created_at: 3000,
      },
      {
        ...common,
        id: 'pay-removed',
        kind: 'single',
        total_cents: 250,
        payment_id: 'pay-removed',
        created_at: 2000,
      },
      {
        ...common,
        id: 'pay-single',
        kind: 'single',
        total_cents: 250,
        payment_id: 'pay-single',
        created_at: 3000,
      },
    ])
  })

  test('gives paid lines their order, and does not change other lines', async () => {
    expect(await orderIds()).toEqual(
      new Map([
        ['in-cart', null],
        ['single', 'pay-single'],
        ['single-removed', 'pay-removed'],
        ['full-1', 'order-full'],
        ['full-2', 'order-full'],
        ['held', null],
        ['declined', null],
        ['no-payment', null],
        ['lost-payment', null],
      ]),
    )
  })

  test('moves the reasons of declined payments to their own column', async () => {
    const rows = await shop.database.read
      .selectFrom('payments')
      .select(['id', 'reference', 'reason'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ id, reference, reason }) => [id, reference, reason])).toEqual([
      ['pay-declined', null, 'The card is empty.'],
      ['pay-full', 'ref-full', null],
      ['pay-pending', null, null],
      ['pay-removed', 'ref-removed', null],
      ['pay-single', 'ref-single', null],
    ])
  })

  test('lists the same full orders and ordered lines as before', async () => {
    const { answer: orders } = await ada.call('GET /fullProducts', { query: {} })
    expect(orders).toMatchObject([
      { _id: 'order-full', total: '12.55', items: [{ _id: 'full-1' }, { _id: 'full-2' }] },
    ])
    expect((await ada.call('GET /count/orders', { query: {} })).answer.rows).toBe(1)
    expect((await ada.call('GET /fullProduct/{id}', { params: { id: 'order-full' } })).status).toBe(200)
    expect((await ada.call('GET /fullProduct/{id}', { params: { id: 'pay-single' } })).status).toBe(404)
    const { answer: lines } = await ada.call('GET /allProducts', { query: {} })
    expect(lines).toHaveLength(9)
    expect(lines.filter(({ payment }) => payment === 'OK')).toHaveLength(6)
  })

  test('does not list new single orders among the full ones', async () => {
    const dora = await shop.person('Dora')
    const [id = ''] = await fill(dora, shelves.espresso)
    await dora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    const order = (await orderIds()).get(id)
    expect(order).toEqual(expect.any(String))
    const queries = [
      {},
      { sort: 'email' },
      { sort: 'customer' },
      { sort: 'total' },
      { delivery: 'Ordered' },
    ] as const
    for (const query of queries) {
      const { answer } = await ada.call('GET /fullProducts', { query })
      expect(answer.map(({ _id }) => _id)).toEqual(['order-full'])
    }
    expect((await ada.call('GET /count/orders', { query: {} })).answer.rows).toBe(1)
    expect((await ada.call('GET /fullProduct/{id}', { params: { id: String(order) } })).status).toBe(404)
  })

  test('lists and pays carts as before', async () => {
    const shown = await cartOf(cora)
    expect(new Map(shown.map(({ _id, payment, checking }) => [_id, payment ?? checking]))).toEqual(
      new Map<string, unknown>([
        ['in-cart', undefined],
        ['single', 'OK'],
        ['full-1', 'OK'],
        ['full-2', 'OK'],
        ['held', true],
        ['declined', undefined],
        ['no-payment', 'OK'],
        ['lost-payment', 'OK'],
      ]),
    )
    for (const id of ['single', 'full-1', 'no-payment', 'lost-payment']) {
      const { answer } = await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
      expect(answer).toEqual({ acknowledged: true, modifiedCount: 1, alreadyPaid: true })
    }
    const paidInFull = fullPayment(
      cora,
      shown.filter(({ _id }) => _id.startsWith('full')),
    )
    const again = { acknowledged: true, insertedId: 'order-full', alreadyPaid: true }
    expect((await cora.call('POST /fullOrder', { body: paidInFull })).answer).toEqual(again)
    const unpaid = fullPayment(
      cora,
      shown.filter(({ _id }) => ['in-cart', 'declined'].includes(_id)),
    )
    const { answer } = await cora.call('POST /fullOrder', { body: unpaid })
    expect((await orderIds()).get('declined')).toBe(answer.insertedId)
  })

  test('completes the payment that was pending, with an order', async () => {
    await reconcileAll(shop.payments)
    const order = await shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('payment_id', '=', 'pay-pending')
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ kind: 'single', total_cents: 250, customer: 'Cora' })
    expect((await orderIds()).get('held')).toBe(order.id)
  })

  test.skipIf(name === 'postgres')(
    'finds full orders by indexes that leave out the single ones',
    async () => {
      for (const by of ['id', 'email, id', 'lower(customer), id', 'total_cents, id']) {
        const plan = sql<{ detail: string }>`EXPLAIN QUERY PLAN
        SELECT * FROM orders WHERE kind = 'full' ORDER BY ${sql.raw(by)} LIMIT 50`
        const { rows } = await plan.execute(shop.database.read)
        expect(rows.map(({ detail }) => detail).join()).toMatch(/USING (COVERING )?INDEX orders_(full|by_)/)
        expect(rows.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
      }
    },
  )
})
