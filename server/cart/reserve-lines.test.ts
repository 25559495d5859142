import '#test/cheap-passwords.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { archive, setPrice } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('claiming lines for a payment on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let count = 0
  let moved = 0
  let cora: TestPerson
  beforeEach(async () => {
    moved = gateway.total
    count += 1
    cora = await shop.person(`Cora ${count}`)
  })
  afterEach(async () => {
    await setPrice(shop.database, shop.shelves.espresso, 250)
    await archive(shop.database, shop.shelves.espresso, null)
  })

  const payOne = (id: string, body: { price?: string } = {}, person = cora) =>
    person.call('PUT /singlePayment/{id}', { params: { id }, body })
  const payAll = (body: object) => cora.send('POST /fullOrder', { body })

  /** Checks that nothing was charged, that no payment was stored, and that all cart lines can still be paid. */
  async function expectNothingDone(): Promise<void> {
    expect(gateway.total - moved).toBe(0)
    const rows = await shop.database.read
      .selectFrom('cart_items')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .execute()
    expect(rows.filter(({ payment, payment_id }) => payment !== null || payment_id !== null)).toEqual([])
    expect(
      await shop.database.read
        .selectFrom('payments')
        .select('id')
        .where('user_id', '=', cora.userId)
        .execute(),
    ).toEqual([])
  }

  test.each(['0.01', '12.54', '12.56', '0', '25.10', 12.5, 0])(
    'is refused with the right total when %j was shown',
    async (total) => {
      await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
      const refused = await payAll({ ...fullPayment(cora, await cartOf(cora)), total })
      expect([refused.status, refused.problem.code, refused.problem.total]).toEqual([
        409,
        'total-changed',
        '12.55',
      ])
      await expectNothingDone()
    },
  )

  test('is refused when the price has changed since, and accepted when the new price was shown', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await setPrice(shop.database, shop.shelves.espresso, 300)
    for (const body of [{}, { price: '2.50' }, { price: '0.01' }]) {
      const refused = await payOne(id, body)
      expect([refused.status, refused.problem.code, refused.problem.price]).toEqual([
        409,
        'price-changed',
        '3.00',
      ])
    }
    await expectNothingDone()
    expect((await payOne(id, { price: '3.00' })).status).toBe(200)
    expect(gateway.total - moved).toBe(300)
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK', price: '3.00' }])
  })

  test('is refused when one price of many has changed since, and accepted when the new price was shown', async () => {
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    const before = fullPayment(cora, await cartOf(cora))
    await setPrice(shop.database, shop.shelves.espresso, 200)
    const refused = await payAll(before)
    expect([refused.status, refused.problem.code]).toEqual([409, 'price-changed'])
    expect(refused.problem.detail).toBe('Espresso now costs $2.00.')
    await expectNothingDone()
    const consented = await payAll(fullPayment(cora, await cartOf(cora)))
    expect(consented.status).toBe(200)
    expect(gateway.total - moved).toBe(1205)
  })

  test('is refused when a product is no longer sold', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    const body = fullPayment(cora, await cartOf(cora))
    await archive(shop.database, shop.shelves.espresso)
    for (const refused of [await payOne(id), await payAll(body)]) {
      expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
        409,
        'product-removed',
        'Espresso is no longer sold.',
      ])
    }
    await expectNothingDone()
  })

  test('is refused when a line is another user’s', async () => {
    const dora = await shop.person(`Dora ${count}`)
    const [hers = ''] = await fill(dora, shop.shelves.espresso)
    await fill(cora, shop.shelves.espresso)
    expect((await payOne(hers)).problem.code).toBe('not-found')
    const items = [...(await cartOf(cora)), ...(await cartOf(dora))].map(({ _id }) => ({ _id }))
    expect((await payAll({ email: cora.email, items, total: '5.00' })).status).toBe(404)
    expect((await payAll({ email: dora.email, items, total: '5.00' })).status).toBe(403)
    await expectNothingDone()
    expect(await cartOf(dora)).toMatchObject([{ _id: hers }])
  })

  test('is refused when a line was removed from the cart', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await cora.call('DELETE /orderDelete/{id}', { params: { id } })
    expect((await payOne(id)).status).toBe(404)
    expect((await payOne('no-such-item')).status).toBe(404)
    await expectNothingDone()
  })

  test('counts a line once if the request has it twice', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const items = [{ _id: id }, { _id: id }]
    expect((await payAll({ email: cora.email, items, total: '5.00' })).problem.code).toBe('total-changed')
    await expectNothingDone()
    expect((await payAll({ email: cora.email, items, total: '2.50' })).status).toBe(200)
    expect(gateway.total - moved).toBe(250)
  })

  test.each([
    ['total', { total: '-5' }],
    ['total', { total: 'all' }],
    ['total', { total: 12.555 }],
    ['total', { total: undefined }],
    ['items', { items: [] }],
    ['items.0.role', { items: [{ _id: 'x', role: 'Admin' }] }],
    ['payment', { payment: 'PAID' }],
    ['status', { status: 'succeeded' }],
  ])('is refused with the name of a wrong or unknown field: %s in %j', async (field, wrong) => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const refused = await payAll({ email: cora.email, items: [{ _id: id }], total: '2.50', ...wrong })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, field])
    await expectNothingDone()
  })

  test('is refused for more lines than one payment can cover', async () => {
    const items = Array.from({ length: 501 }, (_, index) => ({ _id: `item-${index}` }))
    expect((await payAll({ email: cora.email, items, total: '1.00' })).problem.errors?.[0]?.field).toBe(
      'items',
    )
  })

  test('ignores a field of the request that says that a line is paid', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'decline'
    const declined = await payAll({
      email: cora.email,
      items: [{ _id: id, payment: 'OK', price: '2.50' }],
      total: '2.50',
      payment: 'OK',
    })
    gateway.mode = 'pay'
    expect(declined.status).toBe(402)
    expect((await cartOf(cora))[0]).not.toHaveProperty('payment')
  })
})
