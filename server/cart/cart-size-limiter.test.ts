import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_ITEMS } from '#contract/values/limits.ts'
import { enter, itemRow } from '#test/rows.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { orderOf } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the size of a cart on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  const rows = (times: number, given = {}) =>
    Array.from({ length: times }, () => itemRow({ user_id: cora.userId, email: cora.email, ...given }))
  const add = async () => {
    const { status, text } = await cora.send('POST /orders', { body: orderOf(cora, shop.shelves.espresso) })
    return status === 200 ? 200 : String(JSON.parse(text).code)
  }

  test('is limited to what can be listed and paid at once, without paid and removed lines', async () => {
    await enter(shop.database, {
      items: [...rows(MAX_ITEMS - 2), ...rows(5, { payment: 'OK' }), ...rows(5, { removed_at: 1 })],
    })
    expect([await add(), await add(), await add(), await add()]).toEqual([200, 200, 'cart-full', 'cart-full'])
    expect(await cartOf(cora)).toHaveLength(MAX_ITEMS)
  })

  test('allows an addition again after a line was removed or paid, and limits restored lines too', async () => {
    await enter(shop.database, { items: rows(MAX_ITEMS - 2) })
    const [id = '', other = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.espresso)
    await cora.call('DELETE /orderDelete/{id}', { params: { id } })
    expect([await add(), await add()]).toEqual([200, 'cart-full'])
    expect((await cora.send('PUT /orderRestore/{id}', { params: { id } })).problem.code).toBe('cart-full')
    await cora.call('PUT /singlePayment/{id}', { params: { id: other }, body: {} })
    expect((await cora.send('PUT /orderRestore/{id}', { params: { id } })).status).toBe(200)
    expect(await add()).toBe('cart-full')
  })

  test('lets several lines in together or none of them', async () => {
    await enter(shop.database, { items: rows(MAX_ITEMS - 5) })
    const addSeveral = async (times: number) => {
      const body = { ...orderOf(cora, shop.shelves.espresso), count: times }
      return (await cora.send('POST /orders', { body })).status
    }
    expect([await addSeveral(6), await addSeveral(3), await addSeveral(3)]).toEqual([409, 200, 409])
    expect(await cartOf(cora)).toHaveLength(MAX_ITEMS - 2)
    expect([await add(), await add(), await add()]).toEqual([200, 200, 'cart-full'])
  })

  test('stays within the limit when many additions arrive at once', async () => {
    await enter(shop.database, { items: rows(MAX_ITEMS - 5) })
    const answers = await Promise.all(Array.from({ length: 20 }, add))
    expect(answers.filter((answer) => answer === 200)).toHaveLength(5)
    expect(await cartOf(cora)).toHaveLength(MAX_ITEMS)
  })

  test('allows additions at once after a payment, however many there were since the last count', async () => {
    const { id, price_cents } = shop.shelves.espresso
    await enter(shop.database, { items: rows(MAX_ITEMS - 3, { product_id: id, price_cents }) })
    await fill(cora, shop.shelves.espresso)
    const paid = await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    expect(paid.status).toBe(200)
    // Before the payment, two more lines fitted into the cart. The third addition therefore succeeds only if the cart
    // is counted again.
    expect([await add(), await add(), await add()]).toEqual([200, 200, 200])
  })

  test('does not limit restored lines that are paid', async () => {
    await enter(shop.database, { items: rows(MAX_ITEMS - 1) })
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    await cora.call('DELETE /orderDelete/{id}', { params: { id } })
    expect([await add(), await add()]).toEqual([200, 'cart-full'])
    expect((await cora.call('PUT /orderRestore/{id}', { params: { id } })).status).toBe(200)
  })

  const counts = (read: { mock: { calls: unknown[][] } }) =>
    read.mock.calls.filter(([table]) => table === 'cart_items').length

  test('is not counted for every addition', async () => {
    await fill(cora, shop.shelves.espresso)
    const read = vi.spyOn(shop.database.read, 'selectFrom')
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    expect(counts(read)).toBe(0)
  })
})
