import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { cartOf, fill } from '#test/cart.ts'
import { archive, orderOf, putInStock, sellWithoutStock, setPrice } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('adding to the cart on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  let dora: TestPerson
  beforeAll(async () => {
    ;[cora, dora] = await Promise.all([shop.person('Cora'), shop.person('Dora')])
  })

  const espresso = () => orderOf(cora, shop.shelves.espresso)
  const order = (body: object) => cora.send('POST /orders', { body })
  const rowOf = (id: string | undefined) =>
    shop.database.read.selectFrom('cart_items').selectAll().where('id', '=', String(id)).executeTakeFirst()

  test('finds the product by its id, and copies name, picture and price from the catalogue', async () => {
    const { answer } = await order({
      ...espresso(),
      productName: 'Gold',
      img: 'https://evil.example/x.png',
      ratting: 1,
    })
    expect(answer.acknowledged).toBe(true)
    const { id, img } = shop.shelves.espresso
    const kept = { product_id: id, product_name: 'Espresso', img, price_cents: 250, rating: 4 }
    expect(await rowOf(answer.insertedId)).toMatchObject({
      ...kept,
      user_id: cora.userId,
      payment: null,
      payment_id: null,
      order_id: null,
    })
  })

  test('finds the product by its name and picture if no id is sent', async () => {
    const { productId: _, ...shown } = espresso()
    const coffee = (await order(shown)).answer.insertedId
    expect(await rowOf(coffee)).toMatchObject({ product_id: shop.shelves.espresso.id, price_cents: 250 })
    const { id, name, img } = shop.shelves.packet
    const packet = (await order({ ...shown, productName: name, img, price: '19.99' })).answer.insertedId
    expect(await rowOf(packet)).toMatchObject({
      product_id: id,
      product_name: 'House Blend',
      price_cents: 1999,
    })
  })

  test('takes the customer’s name from the account, not from the request', async () => {
    const { answer } = await order({ ...espresso(), customer: 'The Queen' })
    expect(await rowOf(answer.insertedId)).toMatchObject({ customer: 'Cora', email: cora.email })
  })

  test('is refused with the email address of another user', async () => {
    const forged = await order({ ...espresso(), email: dora.email })
    expect([forged.status, forged.problem.code]).toEqual([403, 'forbidden'])
    expect((await order({ ...espresso(), email: cora.email.toUpperCase() })).status).toBe(200)
  })

  test.each([
    ['an unknown id', { productId: 'no-such-product' }],
    ['an unknown name', { productId: undefined, productName: 'Unobtainium' }],
    ['a known name with another picture', { productId: undefined, img: '/images/other.webp' }],
  ])('of %s is refused as an unknown product', async (_what, wrong) => {
    const refused = await order({ ...espresso(), ...wrong })
    expect([refused.status, refused.problem.code]).toEqual([422, 'unknown-product'])
  })

  test.each(['0.01', '0', '2.49', '2.51', '9999999.99'])(
    'at the wrong price %s is refused with the right one',
    async (price) => {
      const refused = await order({ ...espresso(), price })
      expect([refused.status, refused.problem.code, refused.problem.price]).toEqual([
        409,
        'price-changed',
        '2.50',
      ])
    },
  )

  test('accepts a price without trailing zeros', async () => {
    expect((await order({ ...espresso(), price: '2.5' })).status).toBe(200)
  })

  test('accepts a ratting as text, and stores the number of the catalogue', async () => {
    const taken = await order({ ...espresso(), ratting: '4' })
    expect(taken.status).toBe(200)
    const { answer } = await cora.call('GET /myCarts', { query: { email: cora.email } })
    expect(answer.find(({ _id }) => _id === taken.answer.insertedId)).toMatchObject({ ratting: 4 })
  })

  test.each([
    ['price', { price: '-5' }],
    ['price', { price: '1.005' }],
    ['price', { price: '1e3' }],
    ['price', { price: 2.5 }],
    ['price', { price: ' 2.50' }],
    ['ratting', { ratting: 6 }],
    ['ratting', { ratting: '4.5' }],
    ['ratting', { ratting: '06' }],
    ['ratting', { ratting: ' 4' }],
    ['ratting', { ratting: '0' }],
    ['ratting', { ratting: '6' }],
    ['ratting', { ratting: '' }],
    ['customer', { customer: '' }],
    ['payment', { payment: 'OK' }],
    ['role', { role: 'Admin' }],
    ['total', { total: '0.01' }],
    ['_id', { _id: 'mine' }],
  ])('names a wrong or unknown field: %s in %j', async (field, wrong) => {
    const refused = await order({ ...espresso(), ...wrong })
    expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, field])
  })

  test('is refused at the old price once the price has changed', async () => {
    const { espresso: coffee } = shop.shelves
    await setPrice(shop.database, coffee, 300)
    const old = await order(espresso())
    expect([old.status, old.problem.price]).toEqual([409, '3.00'])
    expect((await order({ ...espresso(), price: '3.00' })).status).toBe(200)
    await setPrice(shop.database, coffee, 250)
  })

  test('is refused for a product that is not sold, until it is sold again', async () => {
    const { lungo } = shop.shelves
    await fill(cora, lungo)
    await archive(shop.database, lungo)
    expect((await order(orderOf(cora, lungo))).problem.code).toBe('unknown-product')
    const { productId: _, ...shown } = orderOf(cora, lungo)
    expect((await order(shown)).problem.code).toBe('unknown-product')
    await archive(shop.database, lungo, null)
    expect((await order(orderOf(cora, lungo))).status).toBe(200)
  })

  test('twice creates two lines', async () => {
    const [first, second] = await Promise.all([
      fill(dora, shop.shelves.espresso),
      fill(dora, shop.shelves.espresso),
    ])
    expect(first).not.toEqual(second)
    const mine = await dora.call('GET /myCarts', { query: { email: dora.email } })
    expect(mine.answer).toHaveLength(2)
  })

  test('with the id of an earlier request adds nothing, and says the same, whatever has changed since', async () => {
    const fay = await shop.person('Fay')
    const { espresso: coffee } = shop.shelves
    const again = (requestId: string, from = fay) =>
      from.send('POST /orders', { body: { ...orderOf(from, coffee), grind: 'Filter', count: 3, requestId } })
    const sent = await Promise.all(Array.from({ length: 8 }, () => again('request-1')))
    const [first] = sent
    expect(sent.map(({ status, answer }) => [status, answer])).toEqual(sent.map(() => [200, first?.answer]))
    expect(await cartOf(fay)).toHaveLength(3)
    await setPrice(shop.database, coffee, 300)
    expect((await again('request-1')).answer).toEqual(first?.answer)
    expect((await again('request-2')).problem.code).toBe('price-changed')
    await setPrice(shop.database, coffee, 250)
    expect((await again('request-2')).status).toBe(200)
    expect(await cartOf(fay)).toHaveLength(6)
    const gus = await shop.person('Gus')
    await again('request-1', gus)
    expect(await cartOf(gus), 'another person').toHaveLength(3)
    const { insertedId: id = '' } = first?.answer ?? {}
    await fay.call('DELETE /orderDelete/{id}', { params: { id } })
    await again('request-1')
    expect(await cartOf(fay), 'what was deleted since').toHaveLength(5)
    const one = { ...orderOf(fay, coffee), requestId: 'request-3' }
    const [single, same] = [
      await fay.call('POST /orders', { body: one }),
      await fay.call('POST /orders', { body: one }),
    ]
    expect(same.answer).toEqual(single.answer)
    expect(await cartOf(fay)).toHaveLength(6)
  })

  test('is refused with the number that can still be added, if too little is left beside the cart', async () => {
    const emil = await shop.person('Emil')
    const { espresso: coffee, lungo } = shop.shelves
    const add = async (product: CoffeeRow, count: number) =>
      (await emil.send('POST /orders', { body: { ...orderOf(emil, product), count } })).problem
    const pool = { unit: 'grams', remaining: 1300 } as const
    await putInStock(shop.database, pool, [coffee, 250], [lungo, 500])
    expect(await add(coffee, 6)).toMatchObject({ detail: 'Only 5 of Espresso are left.', left: 5 })
    expect(await cartOf(emil)).toEqual([])
    await fill(emil, coffee, lungo)
    expect(await add(coffee, 3)).toMatchObject({
      code: 'sold-out',
      detail: 'Only 3 of Espresso are left, and 1 is in your cart.',
      left: 2,
    })
    expect(await add(lungo, 2)).toMatchObject({
      detail: 'Only 2 of Lungo are left, and 1 is in your cart.',
      left: 1,
    })
    await fill(emil, coffee, coffee)
    expect(await add(coffee, 1)).toMatchObject({ left: 0 })
    expect((await cartOf(emil)).some(({ soldOut }) => soldOut)).toBe(false)
    await sellWithoutStock(shop.database, coffee, lungo)
  })
})
