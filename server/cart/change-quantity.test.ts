import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { cartOf, fill } from '#test/cart.ts'
import { archive, orderOf, putInStock, sellWithoutStock, setPrice } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the quantity of a row of the cart on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let people = 0
  let cora: TestPerson
  let first: string
  beforeEach(async () => {
    await setPrice(shop.database, shop.shelves.espresso, 250)
    cora = await shop.person(`Cora ${(people += 1)}`)
    ;[first = ''] = await fill(cora, shop.shelves.espresso)
  })

  const change = (quantity: number, id = first, from = cora) =>
    from.send('PUT /cartQuantity/{id}', { params: { id }, body: { quantity } })
  const ids = async () => (await cartOf(cora)).map(({ _id }) => _id)

  test('grows by copies at the price of today, and shrinks by the newest', async () => {
    await fill(cora, shop.shelves.lungo)
    expect((await change(3)).answer).toEqual({ acknowledged: true, quantity: 3 })
    const cart = await cartOf(cora)
    expect(cart.map(({ productName }) => productName)).toEqual(['Espresso', 'Lungo', 'Espresso', 'Espresso'])
    const lungo = String(cart[1]?._id)
    await change(1)
    expect(await ids()).toEqual([first, lungo])
    await setPrice(shop.database, shop.shelves.espresso, 300)
    await change(2)
    expect((await cartOf(cora)).map(({ price, newPrice }) => [price, newPrice])).toEqual([
      ['2.50', '3.00'],
      [cart[1]?.price, undefined],
      ['2.50', '3.00'],
    ])
    await change(4)
    expect((await cartOf(cora)).map(({ price }) => price).slice(3)).toEqual(['2.50', '3.00'])
  })

  test('of 0 removes the row, and the quantity from before restores the same items in their places', async () => {
    await change(2)
    const before = await ids()
    await change(0)
    expect(await ids()).toEqual([])
    expect((await change(2)).answer.quantity).toBe(2)
    expect(await ids()).toEqual(before)
  })

  test('cannot be brought back ten minutes after the row was removed', async () => {
    await change(0)
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
    expect((await change(1)).status).toBe(404)
    vi.useRealTimers()
  })

  test('leaves other grinds, other sizes and other people alone', async () => {
    const body = { ...orderOf(cora, shop.shelves.espresso), grind: 'Filter' }
    const { insertedId = '' } = (await cora.call('POST /orders', { body })).answer
    expect((await change(2, insertedId)).answer.quantity).toBe(2)
    expect((await cartOf(cora)).map(({ grind }) => grind)).toEqual([undefined, 'Filter', 'Filter'])
    await change(0)
    expect((await cartOf(cora)).map(({ grind }) => grind)).toEqual(['Filter', 'Filter'])
    const dora = await shop.person(`Dora ${people}`)
    expect((await change(5, insertedId, dora)).status).toBe(404)
    expect(await cartOf(dora)).toEqual([])
  })

  test('never becomes more than is left, also beside another grind of the same bags', async () => {
    await putInStock(shop.database, { unit: 'bags', remaining: 4 }, [shop.shelves.espresso, 250])
    const body = { ...orderOf(cora, shop.shelves.espresso), grind: 'Filter' }
    await cora.call('POST /orders', { body })
    expect((await cartOf(cora)).map(({ left }) => left)).toEqual([undefined, undefined])
    expect((await change(9)).answer).toEqual({ acknowledged: true, quantity: 3 })
    expect((await cartOf(cora)).map(({ left, soldOut }) => [left, soldOut])).toEqual(
      Array.from({ length: 4 }, () => [4, undefined]),
    )
    await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [shop.shelves.espresso, 250])
    expect((await cartOf(cora)).map(({ left, soldOut }) => [left, soldOut ?? false])).toEqual([
      [3, false],
      [3, false],
      [3, false],
      [3, true],
    ])
    expect((await change(2)).answer.quantity).toBe(2)
    await sellWithoutStock(shop.database, shop.shelves.espresso)
  })

  test('is refused if the product is no longer sold, but the row can be removed', async () => {
    const [gone = ''] = await fill(cora, shop.shelves.lungo)
    await archive(shop.database, shop.shelves.lungo)
    expect((await change(2, gone)).problem.code).toBe('product-removed')
    expect((await change(0, gone)).answer.quantity).toBe(0)
    await archive(shop.database, shop.shelves.lungo, null)
  })

  test('is refused while a payment has reserved the items', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('cart_items').set({ payment_id: 'other' }).where('id', '=', first).execute(),
    )
    expect((await change(0)).problem.code).toBe('being-paid')
    expect(await ids()).toEqual([first])
  })

  test('is limited by the size of the cart, and a full cart still can shrink', async () => {
    expect((await change(MAX_ITEMS)).answer.quantity).toBe(MAX_ITEMS)
    const other = await cora.send('POST /orders', { body: orderOf(cora, shop.shelves.espresso) })
    expect(other.problem.code).toBe('cart-full')
    await change(MAX_ITEMS - 1)
    const [lungo = ''] = await fill(cora, shop.shelves.lungo)
    expect((await change(2, lungo)).problem.code).toBe('cart-full')
    expect(await ids()).toHaveLength(MAX_ITEMS)
  })

  test('is what the last of many requests at the same time says, never a sum', async () => {
    const answers = await Promise.all([3, 3, 3, 3, 3, 3, 3, 3].map((quantity) => change(quantity)))
    expect(answers.map(({ answer }) => answer.quantity)).toEqual(answers.map(() => 3))
    expect(await ids()).toHaveLength(3)
    await Promise.all([5, 2, 4, 0, 1].map((quantity) => change(quantity)))
    expect([0, 1, 2, 4, 5]).toContain((await ids()).length)
    await change(4)
    expect(await ids()).toHaveLength(4)
  })
})
