import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryState } from '#contract/values/states.ts'
import { deliveryStates } from '#contract/values/states.ts'
import { MAX_MOVES } from '#contract/values/limits.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { checkoutOf, mailsOf, orderOfId, pickup, storeCheckout } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('delivery on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let count = 0
  let ada: TestPerson
  let cora: TestPerson
  let ids: string[]
  let orderId: string
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    ids = await fill(cora, shop.shelves.espresso, shop.shelves.lungo, shop.shelves.espresso)
    orderId = String(
      (await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })).answer.insertedId,
    )
  })

  const move = (id: string | undefined, from: DeliveryState, to: DeliveryState) =>
    ada.call('PUT /delivery/{id}', { params: { id: String(id) }, body: { from, to } })
  const seen = async () => (await cartOf(cora)).map(({ delivery }) => delivery)

  once(
    'moves the order with all its lines by one step forwards or backwards, and the shopper sees each state',
    async () => {
      expect(await seen()).toEqual(['Ordered', 'Ordered', 'Ordered'])
      for (const [from, to] of [
        ['Ordered', 'Packed'],
        ['Packed', 'Sent'],
        ['Sent', 'Delivered'],
        ['Delivered', 'Sent'],
        ['Sent', 'Packed'],
        ['Packed', 'Ordered'],
      ] as const) {
        expect((await move(ids[1], from, to)).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
        expect(await seen()).toEqual([to, to, to])
        const { answer } = await ada.call('GET /allProducts', {
          query: { email: cora.email, sort: 'newest', direction: 'asc' },
        })
        expect(answer.map(({ delivery }) => delivery)).toEqual([to, to, to])
      }
    },
  )

  once('leaves an order alone that was refunded whole, and does not list it as one to deliver', async () => {
    const { answer: order } = await ada.call('GET /order/{id}', { params: { id: orderId } })
    await move(ids[0], 'Ordered', 'Packed')
    await ada.call('POST /order/{id}/refunds', { params: { id: orderId }, body: { amount: order.total } })
    expect((await move(ids[0], 'Packed', 'Sent')).problem).toMatchObject({
      code: 'state-conflict',
      detail: expect.stringMatching(/^Order \d+ is now: Refunded\.$/),
    })
    const email = cora.email
    const list = async (delivery?: DeliveryState) =>
      (await ada.call('GET /allProducts', { query: { email, ...(delivery && { delivery }) } })).answer
    expect((await list()).map(({ refunded }) => refunded)).toEqual([true, true, true])
    expect([await list('Ordered'), await list('Packed')]).toEqual([[], []])
    const full = async (query: object) =>
      (await ada.call('GET /fullProducts', { query: { email, ...query } })).answer
    expect((await full({}))[0]?.items[0]).toMatchObject({ refunded: true })
    expect([await full({ delivery: 'Packed' }), await full({ delivery: 'Ordered' })]).toEqual([[], []])
  })

  const leaps = deliveryStates.flatMap((from, at) =>
    deliveryStates.filter((_, to) => Math.abs(to - at) !== 1).map((to) => [from, to] as const),
  )
  once.each(leaps)('does not move from %s to %s in one step', async (from, to) => {
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('cart_items')
        .set({ delivery: from === 'Ordered' ? null : from })
        .where('id', '=', String(ids[0]))
        .execute(),
    )
    const { status, problem } = await move(ids[0], from, to)
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'to'])
  })

  once.each([
    { from: 'Ordered' },
    { from: 'Ordered', to: 'Lost' },
    { from: null, to: 'Packed' },
    { from: 'Ordered', to: 'Packed', payment: 'OK' },
  ])('refuses %j', async (body) => {
    expect((await ada.send('PUT /delivery/{id}', { params: { id: String(ids[0]) }, body })).status).toBe(422)
  })

  test('moves an order once if two admins move one of its lines at the same time', async () => {
    const both = await Promise.all([move(ids[0], 'Ordered', 'Packed'), move(ids[0], 'Ordered', 'Packed')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = await move(ids[0], 'Ordered', 'Packed')
    expect([late.status, late.problem.code]).toEqual([409, 'state-conflict'])
    expect(await seen()).toEqual(['Packed', 'Packed', 'Packed'])
  })

  once('is refused for an unpaid line', async () => {
    const [unpaid] = await fill(cora, shop.shelves.lungo)
    const { status, problem } = await move(unpaid, 'Ordered', 'Packed')
    expect([status, problem.code]).toEqual([409, 'not-paid'])
    expect((await cartOf(cora)).at(-1)).not.toHaveProperty('delivery')
    expect((await move('nothing', 'Ordered', 'Packed')).status).toBe(404)
  })

  once('moves a paid line that the shopper has removed from their list', async () => {
    await cora.call('DELETE /orderDelete/{id}', { params: { id: String(ids[0]) } })
    expect((await move(ids[0], 'Ordered', 'Packed')).status).toBe(200)
  })

  once('is part of the full order and of the list of full orders, with all lines', async () => {
    await move(ids[0], 'Ordered', 'Packed')
    await move(ids[2], 'Packed', 'Sent')
    const query = { email: cora.email, delivery: 'Sent' } as const
    const { answer: rows } = await ada.call('GET /fullProducts', { query })
    const head = {
      _id: orderId,
      number: expect.any(Number),
      state: 'sent',
      email: cora.email,
      customer: cora.name,
      total: '15.05',
      payment: 'OK',
      orderedAt: expect.closeTo(Date.now(), -5),
    }
    const { answer: order } = await ada.call('GET /fullProduct/{id}', { params: { id: orderId } })
    const { espresso, lungo } = shop.shelves
    const item = {
      email: cora.email,
      customer: cora.name,
      orderId,
      ratting: 4,
      payment: 'OK',
      orderedAt: expect.closeTo(Date.now(), -5),
    }
    const expected = {
      ...head,
      items: [
        {
          ...item,
          _id: ids[0],
          productName: 'Espresso',
          img: espresso.img,
          price: '2.50',
          delivery: 'Sent',
        },
        { ...item, _id: ids[1], productName: 'Lungo', img: lungo.img, price: '10.05', delivery: 'Sent' },
        { ...item, _id: ids[2], productName: 'Espresso', img: espresso.img, price: '2.50', delivery: 'Sent' },
      ],
    }
    expect(order).toEqual(expected)
    expect(rows).toEqual([expected])
    expect((await ada.call('GET /fullProduct/{id}', { params: { id: 'nothing' } })).problem.code).toBe(
      'not-found',
    )
  })

  once('refuses an outdated step with the number of the order and its state', async () => {
    await move(ids[0], 'Ordered', 'Packed')
    await move(ids[1], 'Packed', 'Sent')
    expect((await move(ids[0], 'Packed', 'Ordered')).problem).toMatchObject({
      code: 'state-conflict',
      detail: expect.stringMatching(/^Order \d+ is now: Sent\.$/),
    })
  })

  once('sends one mail about an order, and makes a pickup ready', async () => {
    await storeCheckout(shop.database, orderId, checkoutOf(pickup))
    await move(ids[0], 'Ordered', 'Packed')
    await move(ids[0], 'Packed', 'Sent')
    expect((await orderOfId(shop.database, orderId)).state).toBe('ready')
    await move(ids[1], 'Sent', 'Delivered')
    expect(await orderOfId(shop.database, orderId)).toMatchObject({
      state: 'delivered',
      delivered_at: expect.closeTo(Date.now(), -5),
    })
    const mails = await mailsOf(shop.database, 'order-ready')
    expect(mails.filter(({ recipient }) => recipient === cora.email)).toHaveLength(1)
  })

  const moveMany = (moves: { id: string; from: DeliveryState; to: DeliveryState }[]) =>
    ada.call('PUT /deliveries', { body: { moves } })

  const buyAnother = async () => {
    const [line = ''] = await fill(cora, shop.shelves.lungo)
    await cora.call('PUT /singlePayment/{id}', { params: { id: line }, body: {} })
    return line
  }

  once('moves many orders, each by its own step and once, and writes each to the audit log', async () => {
    const other = await buyAnother()
    await move(other, 'Ordered', 'Packed')
    const { answer } = await moveMany([
      { id: String(ids[0]), from: 'Ordered', to: 'Packed' },
      { id: other, from: 'Packed', to: 'Sent' },
      { id: String(ids[2]), from: 'Ordered', to: 'Packed' },
    ])
    expect(answer).toEqual({ acknowledged: true, modifiedCount: 3, refused: [] })
    expect(await seen()).toEqual(['Packed', 'Packed', 'Packed', 'Sent'])
    const entries = (await ada.call('GET /audit', { query: { limit: '2' } })).answer
    expect(entries.map(({ who, action, detail }) => [who, action, detail]).toSorted()).toEqual([
      [ada.email, 'moved order', `${cora.email}: Packed to Sent`],
      [ada.email, 'moved order', `${cora.email}: Paid to Packed`],
    ])
  })

  once('moves the orders that it can, and returns a reason for each of the other lines', async () => {
    const other = await buyAnother()
    const [unpaid = ''] = await fill(cora, shop.shelves.lungo)
    await move(ids[0], 'Ordered', 'Packed')
    const step = { from: 'Ordered', to: 'Packed' } as const
    const { answer } = await moveMany([
      { id: String(ids[0]), ...step },
      { id: other, ...step },
      { id: unpaid, ...step },
      { id: 'nothing', ...step },
      { id: String(ids[2]), from: 'Ordered', to: 'Sent' },
    ])
    expect([answer.acknowledged, answer.modifiedCount, await seen()]).toEqual([
      true,
      1,
      ['Packed', 'Packed', 'Packed', 'Packed', undefined],
    ])
    expect(answer.refused).toEqual([
      { id: ids[0], reason: expect.stringMatching(/^Order \d+ is now: Packed\.$/) },
      { id: unpaid, reason: 'Only what is paid can be sent.' },
      { id: 'nothing', reason: 'There is nothing here.' },
      { id: ids[2], reason: 'An item can only be moved one step at a time.' },
    ])
  })

  test('moves each of many orders once if two admins move them at the same time', async () => {
    const zoe = await shop.admin('Zoe')
    const other = await buyAnother()
    const moves = [...ids, other].map((id) => ({ id, from: 'Ordered', to: 'Packed' }) as const)
    const both = await Promise.all([
      moveMany(moves),
      zoe.call('PUT /deliveries', { body: { moves: moves.toReversed() } }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.reduce((sum, { answer }) => sum + answer.modifiedCount, 0)).toBe(4)
    expect(await seen()).toEqual(['Packed', 'Packed', 'Packed', 'Packed'])
  })

  once('accepts at least one line and at most as many as the contract allows', async () => {
    const many = (length: number) =>
      moveMany(Array.from({ length }, (_, at) => ({ id: `nothing ${at}`, from: 'Ordered', to: 'Packed' })))
    expect((await many(MAX_MOVES)).answer.refused).toHaveLength(MAX_MOVES)
    for (const length of [0, MAX_MOVES + 1])
      expect((await many(length)).problem.errors?.[0]?.field).toBe('moves')
  })
})
