import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { enter, itemRow, orderRow } from '#test/rows.ts'
import { onPort } from '#test/live-line.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { splitCsv } from '#contract/values/orders/split-csv.ts'
import { setShopDates, shopDates } from '#contract/values/dates/shop-dates.ts'
import { newId } from '#server/platform/clock.ts'
import { line, exportCsv } from '#server/platform/tables/export-csv.ts'
import { encodeCursor } from '#server/platform/tables/keyset.ts'
import { orderedLinesExport } from './ordered-lines.ts'

test('the parsed cells of a line are the cells that were written, except for apostrophes', () => {
  const withoutApostrophes = (texts: string[]) => texts.map((text) => text.replaceAll("'", ''))
  const special = fc.string({
    unit: fc.constantFrom('=', '-', '＝', ';', '|', ' ', '\t', '\r', '\n', '"', ',', 'a', '😀'),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(special, fc.string()), { minLength: 1, maxLength: 5 }), (texts) => {
      const [row = []] = splitCsv(line(texts), ',')
      expect(withoutApostrophes(row)).toEqual(withoutApostrophes(texts))
    }),
  )
})

describe.each(stores)('exports on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ;[ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
  })
  afterEach(async () => {
    setShopDates({ ...shopDates(), timeZone: 'UTC' })
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('cart_items').execute()
      await tx.deleteFrom('orders').execute()
    })
  })

  const get = (path: string, headers: Record<string, string> = { cookie: ada.cookie }) =>
    shop.app.inject({ url: `/api/export/${path}`, headers })

  async function sheet(path: string): Promise<string[][]> {
    const { statusCode, body } = await get(path)
    expect([statusCode, body.startsWith('\uFEFF')]).toEqual([200, true])
    return splitCsv(body.slice(1), ',')
  }

  test('have a row for every ordered line, without formulas', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('users').set({ name: '=cmd|calc, "Cora"' }).where('id', '=', cora.userId).execute(),
    )
    await shop.database.write(async ({ publish }) => publish({ type: 'user-changed', userId: cora.userId }))
    const ids = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(ids[0]) }, body: {} })
    await ada.call('PUT /delivery/{id}', {
      params: { id: String(ids[0]) },
      body: { from: 'Ordered', to: 'Packed' },
    })
    const [head, ...rows] = await sheet('products.csv')
    expect(head).toEqual([
      'id',
      'ordered',
      'email',
      'customer',
      'product',
      'price',
      'payment',
      'delivery',
      'grind',
      'weight in grams',
    ])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const who = [time, cora.email, '\'=cmd|calc, "Cora"']
    expect(rows).toEqual([
      [ids[1], ...who, 'Lungo', '10.05', 'NOT OK', '', '', ''],
      [ids[0], ...who, 'Espresso', '2.50', 'OK', 'Packed', '', ''],
    ])
    const { headers } = await get('products.csv')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('have a row for every full order, with its products and delivery states', async () => {
    const ids = await fill(cora, shop.shelves.espresso, shop.shelves.lungo, shop.shelves.espresso)
    const { answer } = await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    const moves = ids.slice(0, 2).map((id) => ({ id: String(id), from: 'Ordered', to: 'Packed' }) as const)
    await ada.call('PUT /deliveries', { body: { moves } })
    const [head, ...rows] = await sheet('orders.csv')
    expect(head).toEqual([
      'id',
      'ordered',
      'email',
      'customer',
      'total',
      'payment',
      'items',
      'products',
      'delivery',
      'number',
      'state',
      'grinds',
      'weight in grams',
      'delivery price',
      'refunded',
      'revenue',
      'payment fee',
      'fee currency',
    ])
    expect(rows).toEqual([
      [
        answer.insertedId,
        expect.any(String),
        cora.email,
        expect.any(String),
        '15.05',
        'OK',
        '3',
        '2 × Espresso, 1 × Lungo',
        '3 Packed',
        expect.stringMatching(/^\d+$/),
        'Packed',
        '',
        '',
        '0.00',
        '0.00',
        '15.05',
        '',
        '',
      ],
    ])
    expect((await get('orders.csv')).headers['content-disposition']).toBe('attachment; filename="orders.csv"')
  })

  test('have what delivery cost, what was refunded, and the time of the shop', async () => {
    setShopDates({ ...shopDates(), timeZone: 'Asia/Tokyo' })
    const at = Date.UTC(2026, 10, 20, 23, 30)
    const paid = orderRow({ total_cents: 1700, created_at: at })
    const waiting = orderRow({ total_cents: 1700, created_at: at, state: 'waiting' })
    await enter(shop.database, {
      orders: [paid, waiting],
      items: [paid, waiting].map(({ payment_id }) =>
        itemRow({ payment: 'OK', payment_id, price_cents: 1250 }),
      ),
    })
    const refund = (amount_cents: number, status: 'succeeded' | 'pending') => {
      const unknown = { reference: null, reason: null, created_by: null, settled_at: null }
      return { id: newId(), payment_id: paid.payment_id, amount_cents, status, created_at: at, ...unknown }
    }
    const refunds = [refund(300, 'succeeded'), refund(200, 'succeeded'), refund(1200, 'pending')]
    await shop.database.write(({ tx }) => tx.insertInto('refunds').values(refunds).execute())
    const rows = await sheet('orders.csv')
    expect(rows.map((row) => [row[1], ...row.slice(-5, -2)]).toSorted()).toEqual([
      ['2026-11-21T08:30:00.000+09:00', '4.50', '0.00', '0.00'],
      ['2026-11-21T08:30:00.000+09:00', '4.50', '5.00', '12.00'],
      ['ordered', 'delivery price', 'refunded', 'revenue'],
    ])
  })

  test('say how each coffee is ground, and what it weighs', async () => {
    const order = orderRow()
    const ground = (product_name: string, grind: string | null, weight_grams: number | null) =>
      itemRow({ payment: 'OK', payment_id: order.payment_id, product_name, grind, weight_grams })
    await enter(shop.database, {
      orders: [order],
      items: [
        ground('Latte', 'Filter', 250),
        ground('Latte', 'Filter', 250),
        ground('Latte', 'Whole beans', 1000),
        ground('Cup', null, null),
      ],
    })
    const lines = (await sheet('products.csv')).slice(1).map((row) => row.slice(-2))
    expect(lines.toSorted()).toEqual([
      ['', ''],
      ['Filter', '250'],
      ['Filter', '250'],
      ['Whole beans', '1000'],
    ])
    const [, row = []] = await sheet('orders.csv')
    expect([row[7], ...row.slice(11, 13)]).toEqual([
      '1 × Cup, 3 × Latte',
      '2 × Latte: Filter, 1 × Latte: Whole beans',
      '1500',
    ])
  })

  test.each([99, 100, 101, 250])('contain each of %i full orders once', async (count) => {
    const orders = Array.from({ length: count }, () => orderRow())
    await enter(shop.database, {
      orders,
      items: orders.map(({ payment_id, id }) =>
        itemRow({ payment: 'OK', payment_id, product_name: `Of ${id}` }),
      ),
    })
    const before = encodeCursor([String(orders[0]?.id), String(orders[0]?.id)])
    for (const path of ['orders.csv', `orders.csv?before=${before}`]) {
      const rows = (await sheet(path)).slice(1)
      expect(rows.map(([id, , , , , , items, products]) => [id, items, products]).toSorted()).toEqual(
        orders.map(({ id }) => [id, '1', `1 × Of ${id}`]).toSorted(),
      )
    }
  })

  test('are filtered and sorted like the list', async () => {
    const item = (email: string, name: string, cents: number) =>
      itemRow({ email, product_name: name, price_cents: cents, payment: cents > 100 ? 'OK' : null })
    await enter(shop.database, {
      items: [
        item('ann@a.example', 'Latte', 300),
        item('ann@a.example', 'Lungo', 50),
        item('bob@b.example', 'Latte', 200),
        item('anna@a.example', 'latte macchiato', 100),
      ],
      orders: [
        orderRow({ email: 'ann@a.example', total_cents: 5 }),
        orderRow({ email: 'bob@b.example', total_cents: 7 }),
      ],
    })
    const column = async (path: string, at: number) => (await sheet(path)).slice(1).map((row) => row[at])
    expect(await column('products.csv?email=ANN&name=latte&sort=price', 5)).toEqual(['1.00', '3.00'])
    expect(await column('products.csv?payment=NOT%20OK&sort=email&direction=desc', 2)).toEqual([
      'anna@a.example',
      'ann@a.example',
    ])
    expect(await column('orders.csv?email=bob', 4)).toEqual(['0.07'])
    expect(await column('products.csv?delivery=Ordered&sort=delivery', 5)).toEqual(['3.00', '2.00'])
    expect(await column('products.csv?to=2020-01-01', 0)).toEqual([])
    expect(await column('products.csv?email=unknown', 0)).toEqual([])
    for (const wrong of ['sort=total', 'payment=yes', 'limit=1000', 'secret=1'])
      expect((await get(`products.csv?${wrong}`)).statusCode, wrong).toBe(422)
  })

  test.each([1200, 1000, 500])(
    'of %i rows are read in batches, and contain every row once',
    async (count) => {
      const items = Array.from({ length: count }, (_, at) =>
        itemRow({ email: `e${at % 3}@a.example`, price_cents: at }),
      )
      await enter(shop.database, { items })
      const rows = (await sheet('products.csv?sort=email&limit=7')).slice(1)
      expect(rows.map(([id]) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted())
      const chunks: string[] = []
      for await (const chunk of exportCsv(shop.database, {
        ...orderedLinesExport('USD'),
        query: {},
        country: 'US',
      }))
        chunks.push(String(chunk))
      const lines = chunks.map((chunk) => chunk.split('\r\n').length - 1)
      expect([
        lines[0],
        lines.slice(1).every((some) => some <= 500),
        lines.reduce((sum, some) => sum + some, 0),
      ]).toEqual([1, true, count + 1])
    },
  )

  test.each([
    ['demoted', (zoe: TestPerson) => ada.call('PUT /removeAdmin/{id}', { params: { id: zoe.userId } })],
    ['deleted', (zoe: TestPerson) => ada.call('DELETE /userDelete/{id}', { params: { id: zoe.userId } })],
    ['signed out', (zoe: TestPerson) => zoe.call('POST /auth/sign-out', {})],
  ])('are aborted for an admin who is %s during the download', async (what, happen) => {
    // The inserted rows have more bytes than fit into the buffers of a connection. The download therefore cannot end
    // before the client reads the rest.
    await enter(shop.database, {
      items: Array.from({ length: 3000 }, () => itemRow({ product_name: 'x'.repeat(10_000) })),
    })
    const [door, zoe] = [await onPort(shop), await shop.admin(`Zoe ${what}`)]
    const { body } = await fetch(`${door.url}/api/export/products.csv`, { headers: { cookie: zoe.cookie } })
    const reader = body?.getReader()
    await reader?.read()
    await happen(zoe)
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow('terminated')
    door.close()
  })

  test('are refused without the session of an admin', async () => {
    for (const path of ['products.csv', 'orders.csv']) {
      const strangers = [
        {},
        { cookie: cora.cookie },
        { authorization: `Bearer ${ada.token}` },
        { cookie: 'crema.session_token=forged.forged' },
      ]
      for (const headers of strangers) {
        const { statusCode, body } = await get(path, headers)
        expect([statusCode, JSON.parse(body).code]).toEqual([401, 'not-signed-in'])
      }
    }
  })
})
