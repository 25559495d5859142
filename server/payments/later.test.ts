import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/errors.ts'
import type { CheckoutResult } from '#contract/selling/checkout.ts'
import { cartOf, checkOutPlain, fill } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { markPaid } from './mark-paid.ts'
import { reconcile } from './reconcile.ts'
import { refund } from './refunds/refund.ts'

describe.each(stores)('orders that are paid later on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })
  let count = 0
  let cora: TestPerson
  let paid: CheckoutResult
  let orderId: string
  let id: string
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    paid = (await checkOutPlain(cora)).answer
    id = String(paid.paymentId)
    orderId = (await order()).id
  })

  const order = () =>
    shop.database.read.selectFrom('orders').selectAll().where('payment_id', '=', id).executeTakeFirstOrThrow()
  const payment = () =>
    shop.database.read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const lines = () =>
    shop.database.read
      .selectFrom('cart_items')
      .select(['payment', 'order_id', 'removed_at'])
      .where('payment_id', '=', id)
      .execute()
  const shown = () => cora.call('GET /payment/{id}', { params: { id } })

  test('wait with their lines, which are not paid', async () => {
    expect(paid).toEqual({ status: 'waiting', paymentId: id })
    expect(await order()).toMatchObject({ state: 'waiting', total_cents: 1255 })
    expect(await payment()).toMatchObject({ status: 'pending', gateway: 'pickup', amount_cents: 1255 })
    expect(await lines()).toEqual([
      { payment: null, order_id: orderId, removed_at: null },
      { payment: null, order_id: orderId, removed_at: null },
    ])
    expect((await shown()).answer).toEqual({ status: 'waiting', orderId })
  })

  test('are at most ten for each customer, who can order again when one of them is paid', async () => {
    const orderAgain = async () => {
      await fill(cora, shop.shelves.espresso)
      return checkOutPlain(cora)
    }
    for (let orders = 1; orders < 10; orders++) expect((await orderAgain()).status).toBe(200)
    const refused = await orderAgain()
    expect([refused.status, refused.problem.code]).toEqual([409, 'too-many-waiting'])
    expect((await cartOf(cora)).map(({ checking }) => checking)).toEqual([undefined])
    await markPaid(shop.payments, id, { by: 'ada' })
    expect((await orderAgain()).status).toBe(200)
  })

  test('are at most ten for each customer who orders fourteen times at once', async () => {
    for (let round = 0; round < 10; round++) {
      const dora = await shop.person(`Dora ${count}.${round}`)
      const ids = await fill(dora, ...Array.from({ length: 14 }, () => shop.shelves.espresso))
      const replies = await Promise.all(ids.map((line) => checkOutPlain(dora, [line])))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([
        ...Array(10).fill(200),
        ...Array(4).fill(409),
      ])
    }
  })

  test('are no longer in the cart, until they are paid', async () => {
    expect(await cartOf(cora)).toEqual([])
    await markPaid(shop.payments, id, { by: 'ada' })
    expect((await cartOf(cora)).map((line) => line.payment)).toEqual(['OK', 'OK'])
  })

  test('are the same order if the customer pays again, and no order for a part of it from an old page', async () => {
    const own = shop.database.read.selectFrom('cart_items').select('id').where('payment_id', '=', id)
    const [first, second] = (await own.orderBy('id').execute()).map((line) => line.id)
    const pay = (ids: (string | undefined)[], total: number) => {
      const nothing = { methodId: null, address: null, note: '', promise: null }
      return cora.send('POST /checkout', { body: { lines: ids, ...nothing, total } })
    }
    expect((await pay([first, second], 1255)).answer).toEqual(paid)
    expect((await pay([first], 250)).problem.code).toBe('being-paid')
    expect(await order()).toMatchObject({ state: 'waiting' })
  })

  test('are never asked about by the reconciler', async () => {
    await reconcile(shop.payments, 0)
    expect([(await order()).state, (await payment()).status]).toEqual(['waiting', 'pending'])
  })

  test('are paid when an admin has received the money, once', async () => {
    const placed = vi.spyOn(shop.payments, 'onOrderPlaced')
    const outcomes = await Promise.all([
      markPaid(shop.payments, id, { by: 'ada' }),
      markPaid(shop.payments, id, { by: 'zoe' }),
    ])
    expect(outcomes.filter((outcome) => !(outcome instanceof Problem))).toEqual([
      { status: 'succeeded', fullOrderId: orderId },
    ])
    expect(outcomes).toContainEqual(new Problem('state-conflict'))
    expect(await order()).toMatchObject({ state: 'paid' })
    expect(await payment()).toMatchObject({
      status: 'succeeded',
      reference: expect.stringContaining('marked by'),
    })
    expect((await lines()).map((line) => line.payment)).toEqual(['OK', 'OK'])
    expect((await shown()).answer).toEqual({ status: 'paid', orderId })
    expect(placed).not.toHaveBeenCalled()
    expect(await cancelAttempt(shop.payments, id, { by: 'ada' })).toMatchObject({ code: 'already-paid' })
  })

  test('are cancelled by the shop only, and cannot be paid after that', async () => {
    expect((await cora.call('DELETE /payment/{id}', { params: { id } })).status).toBe(403)
    expect(await cancelAttempt(shop.payments, id, { by: 'ada' })).toEqual({
      status: 'failed',
      reason: 'The shop cancelled the payment.',
    })
    expect(await order()).toMatchObject({ state: 'cancelled' })
    expect((await lines()).every((line) => line.removed_at !== null && line.order_id === orderId)).toBe(true)
    expect(await cartOf(cora)).toEqual([])
    expect(await markPaid(shop.payments, id, { by: 'ada' })).toMatchObject({ code: 'state-conflict' })
    const { read } = shop.database
    expect(await read.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute()).toEqual([])
  })

  test('are either paid or cancelled if both happen at once', async () => {
    await Promise.all([
      markPaid(shop.payments, id, { by: 'ada' }),
      cancelAttempt(shop.payments, id, { by: 'zoe' }),
    ])
    expect([
      ['paid', 'succeeded'],
      ['cancelled', 'failed'],
    ]).toContainEqual([(await order()).state, (await payment()).status])
  })

  test('are refunded by hand, so that the refund succeeds at once', async () => {
    await markPaid(shop.payments, id, { by: 'ada' })
    const told = vi.spyOn(shop.payments, 'onRefunded')
    expect(await refund(shop.payments, { paymentId: id, amountCents: 255, by: 'ada' })).toMatchObject({
      status: 'succeeded',
      amount_cents: 255,
      created_by: 'ada',
    })
    expect(await refund(shop.payments, { paymentId: id, amountCents: 1001, by: 'ada' })).toMatchObject({
      code: 'refund-too-large',
      extra: { detail: 'At most 10.00 can be refunded.' },
    })
    expect(told.mock.calls.map(([, { refundedCents }]) => refundedCents)).toEqual([255])
  })

  test('is not what marks a payment of another gateway as paid', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ gateway: 'instant' }).where('id', '=', id).execute(),
    )
    expect(await markPaid(shop.payments, id, { by: 'ada' })).toMatchObject({ code: 'not-found' })
  })
})
