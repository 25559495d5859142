import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eraseRemovedLines } from '#server/cart/remove-line.ts'
import { releaseLines } from '#server/cart/reserve-lines.ts'
import { cartOf } from '#test/cart.ts'
import { orderOfId, orderToPayLater } from '#test/orders/orders.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { OrderRow } from '#server/tables.ts'
import { cancelWaitingOrder, payWaitingOrder } from './place-order.ts'

const HOUR = 60 * 60 * 1000

describe.each(stores)('an order that is paid later, on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  let order: OrderRow
  let count = 0
  beforeAll(async () => void (cora = await shop.person('Cora')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    order = await orderToPayLater(shop.database, cora, shop.shelves.espresso, shop.shelves.lungo)
  })

  const ownPayment = () => ({ paymentId: order.payment_id, userId: order.user_id })
  const pay = (at = 5) => shop.database.write((write) => payWaitingOrder(write, ownPayment(), at))
  const cancel = () => shop.database.write((write) => cancelWaitingOrder(write, ownPayment()))
  const lines = () =>
    shop.database.read
      .selectFrom('cart_items')
      .select(['payment', 'order_id', 'payment_id', 'paid_at', 'removed_at'])
      .where('user_id', '=', cora.userId)
      .execute()

  test('has a number and the state `waiting`, and its lines are not paid', async () => {
    expect(order).toMatchObject({ state: 'waiting', number: expect.any(Number), email: cora.email })
    const line = { payment: null, order_id: order.id, payment_id: order.payment_id, removed_at: null }
    expect(await lines()).toMatchObject([line, line])
    expect(await cartOf(cora)).toEqual([])
  })

  test('is paid once, with its lines', async () => {
    expect(await pay(7)).toMatchObject({ id: order.id, state: 'paid' })
    expect((await lines()).map(({ payment, paid_at }) => [payment, paid_at])).toEqual([
      ['OK', 7],
      ['OK', 7],
    ])
    expect(await pay(8)).toBeNull()
    expect((await lines()).map(({ paid_at }) => paid_at)).toEqual([7, 7])
  })

  test('is either paid or cancelled if both happen at the same time', async () => {
    const both = await Promise.all([pay(), cancel()])
    expect(both.filter((done) => done !== null)).toHaveLength(1)
    const { state } = await orderOfId(shop.database, order.id)
    expect((await lines()).every(({ payment }) => (payment === 'OK') === (state === 'paid'))).toBe(true)
  })

  test('leaves the cart when it is cancelled, and keeps its lines in the books for ever', async () => {
    expect(await cancel()).toMatchObject({ state: 'cancelled' })
    expect(await cancel()).toBeNull()
    expect(await cartOf(cora)).toEqual([])
    await shop.database.write(async ({ tx }) => {
      await releaseLines(tx, ownPayment())
      await tx
        .updateTable('cart_items')
        .set({ removed_at: Date.now() - HOUR })
        .where('user_id', '=', cora.userId)
        .execute()
    })
    await eraseRemovedLines({ database: shop.database })
    const kept = { order_id: order.id, payment_id: order.payment_id, payment: null }
    expect(await lines()).toMatchObject([kept, kept])
  })

  test('cannot be brought back into the cart line by line after it was cancelled', async () => {
    const [line] = await shop.database.read
      .selectFrom('cart_items')
      .select('id')
      .where('order_id', '=', order.id)
      .execute()
    await cancel()
    const restored = await cora.call('PUT /orderRestore/{id}', { params: { id: String(line?.id) } })
    expect(restored.status).toBe(404)
    expect(await cartOf(cora)).toEqual([])
  })
})
