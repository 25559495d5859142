import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryState } from '#contract/values/states.ts'
import { deliveryStates } from '#contract/values/states.ts'
import { MOST_MOVES } from '#contract/values/limits.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('delivery on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
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

  test('moves by one step forwards or backwards, and the shopper sees each state', async () => {
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
      expect(await seen()).toEqual(['Ordered', to, 'Ordered'])
      const { answer } = await ada.call('GET /allProducts', {
        query: { email: cora.email, sort: 'newest', direction: 'asc' },
      })
      expect(answer.map(({ delivery }) => delivery)).toEqual(['Ordered', to, 'Ordered'])
    }
  })

  test('leaves an order alone that was refunded whole, and does not list it as one to deliver', async () => {
    const { answer: order } = await ada.call('GET /order/{id}', { params: { id: orderId } })
    await move(ids[0], 'Ordered', 'Packed')
    await ada.call('POST /order/{id}/refunds', { params: { id: orderId }, body: { amount: order.total } })
    expect((await move(ids[0], 'Packed', 'Sent')).problem).toMatchObject({
      code: 'moved-meanwhile',
      detail: 'Its order was refunded.',
    })
    const email = cora.email
    const list = async (delivery?: DeliveryState) =>
      (await ada.call('GET /allProducts', { query: { email, ...(delivery && { delivery }) } })).answer
    expect((await list()).map(({ refunded }) => refunded)).toEqual([true, true, true])
    expect([await list('Ordered'), await list('Packed')]).toEqual([[], []])
    const full = async (query: object) =>
      (await ada.call('GET /fullProducts', { query: { email, ...query } })).answer
    expect((await full({}))[0]?.items[0]).toMatchObject({ refunded: true })
    expect(await full({ delivery: 'Packed' })).toEqual([])
  })

  const leaps = deliveryStates.flatMap((from, at) =>
    deliveryStates.filter((_, to) => Math.abs(to - at) !== 1).map((to) => [from, to] as const),
  )
  test.each(leaps)('does not move from %s to %s in one step', async (from, to) => {
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

  test.each([
    { from: 'Ordered' },
    { from: 'Ordered', to: 'Lost' },
    { from: null, to: 'Packed' },
    { from: 'Ordered', to: 'Packed', payment: 'OK' },
  ])('refuses %j', async (body) => {
    expect((await ada.send('PUT /delivery/{id}', { params: { id: String(ids[0]) }, body })).status).toBe(422)
  })

  test('moves a line once if two admins move it at the same time', async () => {
    const both = await Promise.all([move(ids[0], 'Ordered', 'Packed'), move(ids[0], 'Ordered', 'Packed')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = await move(ids[0], 'Ordered', 'Packed')
    expect([late.status, late.problem.code]).toEqual([409, 'moved-meanwhile'])
    expect(await seen()).toEqual(['Packed', 'Ordered', 'Ordered'])
  })

  test('is refused for an unpaid line', async () => {
    const [unpaid] = await fill(cora, shop.shelves.lungo)
    const { status, problem } = await move(unpaid, 'Ordered', 'Packed')
    expect([status, problem.code]).toEqual([409, 'not-paid'])
    expect((await cartOf(cora)).at(-1)).not.toHaveProperty('delivery')
    expect((await move('nothing', 'Ordered', 'Packed')).status).toBe(404)
  })

  test('moves a paid line that the shopper has removed from their list', async () => {
    await cora.call('DELETE /orderDelete/{id}', { params: { id: String(ids[0]) } })
    expect((await move(ids[0], 'Ordered', 'Packed')).status).toBe(200)
  })

  test('is part of the full order and of the list of full orders, with all lines', async () => {
    await move(ids[0], 'Ordered', 'Packed')
    await move(ids[2], 'Ordered', 'Packed')
    await move(ids[2], 'Packed', 'Sent')
    const { answer: rows } = await ada.call('GET /fullProducts', { query: { email: cora.email } })
    const head = {
      _id: orderId,
      number: expect.any(Number),
      state: 'paid',
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
          delivery: 'Packed',
        },
        { ...item, _id: ids[1], productName: 'Lungo', img: lungo.img, price: '10.05', delivery: 'Ordered' },
        { ...item, _id: ids[2], productName: 'Espresso', img: espresso.img, price: '2.50', delivery: 'Sent' },
      ],
    }
    expect(order).toEqual(expected)
    expect(rows).toEqual([expected])
    expect((await ada.call('GET /fullProduct/{id}', { params: { id: 'nothing' } })).problem.code).toBe(
      'not-found',
    )
  })

  const refusedFor = async (admin: TestPerson, body: { from: DeliveryState; to: DeliveryState }) =>
    (await admin.call('PUT /delivery/{id}', { params: { id: String(ids[0]) }, body })).problem.detail

  test('refuses an outdated step with the name of the admin who moved the line, and its state', async () => {
    const zoe = await shop.admin('Zoe Field')
    await move(ids[0], 'Ordered', 'Packed')
    await move(ids[0], 'Packed', 'Sent')
    expect(await refusedFor(ada, { from: 'Packed', to: 'Ordered' })).toBe(
      'You moved it to Sent yourself in the meantime.',
    )
    expect(await refusedFor(zoe, { from: 'Packed', to: 'Sent' })).toBe(
      'Ada moved it to Sent in the meantime.',
    )
    await zoe.call('PUT /delivery/{id}', {
      params: { id: String(ids[0]) },
      body: { from: 'Sent', to: 'Delivered' },
    })
    expect(await refusedFor(ada, { from: 'Sent', to: 'Packed' })).toBe(
      'Zoe Field moved it to Delivered in the meantime.',
    )
    await shop.database.write(({ tx }) =>
      tx.updateTable('cart_items').set({ moved_by: null }).where('id', '=', String(ids[0])).execute(),
    )
    expect(await refusedFor(ada, { from: 'Sent', to: 'Packed' })).toBe(
      'Another admin moved it to Delivered in the meantime.',
    )
  })

  const moveMany = (moves: { id: string; from: DeliveryState; to: DeliveryState }[]) =>
    ada.call('PUT /deliveries', { body: { moves } })

  test('moves many lines, each by its own step, and writes each to the audit log', async () => {
    await move(ids[1], 'Ordered', 'Packed')
    const { answer } = await moveMany([
      { id: String(ids[0]), from: 'Ordered', to: 'Packed' },
      { id: String(ids[1]), from: 'Packed', to: 'Sent' },
      { id: String(ids[2]), from: 'Ordered', to: 'Packed' },
    ])
    expect(answer).toEqual({ acknowledged: true, modifiedCount: 3, refused: [] })
    expect(await seen()).toEqual(['Packed', 'Sent', 'Packed'])
    const entries = (await ada.call('GET /audit', { query: { limit: '3' } })).answer
    expect(entries.map(({ who, subject, detail }) => [who, subject, detail]).toSorted()).toEqual([
      [ada.email, 'Espresso', `${cora.email}: Ordered to Packed`],
      [ada.email, 'Espresso', `${cora.email}: Ordered to Packed`],
      [ada.email, 'Lungo', `${cora.email}: Packed to Sent`],
    ])
  })

  test('moves the lines that it can, and returns a reason for each of the others', async () => {
    const [unpaid = ''] = await fill(cora, shop.shelves.lungo)
    await move(ids[0], 'Ordered', 'Packed')
    const step = { from: 'Ordered', to: 'Packed' } as const
    const { answer } = await moveMany([
      { id: String(ids[0]), ...step },
      { id: String(ids[1]), ...step },
      { id: unpaid, ...step },
      { id: 'nothing', ...step },
      { id: String(ids[2]), from: 'Ordered', to: 'Sent' },
    ])
    expect([answer.acknowledged, answer.modifiedCount, await seen()]).toEqual([
      true,
      1,
      ['Packed', 'Packed', 'Ordered', undefined],
    ])
    expect(answer.refused.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
      { id: ids[2], reason: 'An item can only be moved one step at a time.' },
      { id: unpaid, reason: 'Only what is paid can be sent.' },
      { id: 'nothing', reason: 'There is nothing here.' },
      { id: ids[0], reason: 'You moved it to Packed yourself in the meantime.' },
    ])
  })

  test('moves each of many lines once if two admins move them at the same time', async () => {
    const zoe = await shop.admin('Zoe')
    const moves = ids.map((id) => ({ id, from: 'Ordered', to: 'Packed' }) as const)
    const both = await Promise.all([
      moveMany(moves),
      zoe.call('PUT /deliveries', { body: { moves: moves.toReversed() } }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.reduce((sum, { answer }) => sum + answer.modifiedCount, 0)).toBe(3)
    expect(await seen()).toEqual(['Packed', 'Packed', 'Packed'])
  })

  test('accepts at least one line and at most as many as the contract allows', async () => {
    const many = (length: number) =>
      moveMany(Array.from({ length }, (_, at) => ({ id: `nothing ${at}`, from: 'Ordered', to: 'Packed' })))
    expect((await many(MOST_MOVES)).answer.refused).toHaveLength(MOST_MOVES)
    for (const length of [0, MOST_MOVES + 1])
      expect((await many(length)).problem.errors?.[0]?.field).toBe('moves')
  })

  test('is written to the audit log with the admin and the line', async () => {
    await move(ids[1], 'Ordered', 'Packed')
    const { answer } = await ada.call('GET /audit', { query: { limit: '1' } })
    expect(answer).toMatchObject([
      {
        who: ada.email,
        action: 'moved delivery',
        subject: 'Lungo',
        detail: `${cora.email}: Ordered to Packed`,
      },
    ])
  })
})
