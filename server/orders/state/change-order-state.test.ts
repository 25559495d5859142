import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderStates } from '#contract/values/states.ts'
import type { OrderState } from '#contract/values/states.ts'
import { cartOf } from '#test/cart.ts'
import {
  buy,
  checkoutOf,
  mailsOf,
  orderOfId,
  orderToPayLater,
  pickup,
  storeCheckout,
} from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const LINK = 'https://post.example/track/7'

describe.each(stores)('moving an order on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    id = await buy(cora, shop.shelves.espresso, shop.shelves.lungo)
    await shop.database.write(async ({ tx }) => void (await tx.deleteFrom('outbox').execute()))
  })

  const move = (from: OrderState, to: OrderState, link?: string) =>
    ada.call('PUT /order/{id}/state', {
      params: { id },
      body: { from, to, ...(link !== undefined && { tracking: { carrier: 'own', code: link } }) },
    })
  const seen = async () => (await cartOf(cora)).map(({ delivery }) => delivery)
  const isAt = (state: OrderState) =>
    shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
    })

  test('takes its lines along, forwards and backwards', async () => {
    for (const [from, to, delivery] of [
      ['paid', 'packed', 'Packed'],
      ['packed', 'sent', 'Sent'],
      ['sent', 'delivered', 'Delivered'],
      ['delivered', 'sent', 'Sent'],
      ['sent', 'packed', 'Packed'],
      ['packed', 'paid', 'Ordered'],
    ] as const) {
      expect((await move(from, to)).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
      expect(await seen()).toEqual([delivery, delivery])
    }
    const { answer } = await ada.call('GET /audit', { query: {} })
    const { number } = await orderOfId(shop.database, id)
    expect(answer[0]).toMatchObject({
      who: ada.email,
      action: 'moved order',
      subject: `Order ${number}`,
      detail: `${cora.email}: Packed to Paid`,
    })
  })

  test('stores when it is delivered, and forgets that when it goes back', async () => {
    await isAt('sent')
    await move('sent', 'delivered')
    expect((await orderOfId(shop.database, id)).delivered_at).toBeCloseTo(Date.now(), -5)
    await move('delivered', 'sent')
    expect((await orderOfId(shop.database, id)).delivered_at).toBeNull()
  })

  test('keeps the tracking link until the order is packed again', async () => {
    await isAt('packed')
    await move('packed', 'sent', LINK)
    await move('sent', 'delivered')
    expect((await orderOfId(shop.database, id)).tracking_url).toBe(LINK)
    await move('delivered', 'sent')
    await move('sent', 'packed')
    expect((await orderOfId(shop.database, id)).tracking_url).toBeNull()
  })

  test.each(['http://post.example', 'javascript:alert(1)', 'https://a b', 'post.example'])(
    'refuses the tracking link %s',
    async (link) => {
      await isAt('packed')
      expect((await move('packed', 'sent', link)).status).toBe(422)
      expect((await orderOfId(shop.database, id)).state).toBe('packed')
    },
  )

  test('happens once if two admins do it at the same time, and the other one is told in words', async () => {
    const both = await Promise.all([move('paid', 'packed'), move('paid', 'packed')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = await move('paid', 'packed')
    expect(late.problem).toMatchObject({
      code: 'state-conflict',
      detail: expect.stringMatching(/^Order \d+ is now: Packed\.$/),
    })
    expect(
      (
        await ada.send('PUT /order/{id}/state', {
          params: { id: 'none' },
          body: { from: 'paid', to: 'packed' },
        })
      ).status,
    ).toBe(404)
  })

  test('queues one mail when it is sent, also if it goes back and is sent again', async () => {
    await isAt('packed')
    await move('packed', 'sent', LINK)
    await move('sent', 'packed')
    await move('packed', 'sent')
    await move('sent', 'packed')
    await move('packed', 'sent', LINK)
    const mails = await mailsOf(shop.database, 'order-sent', 'order-ready')
    expect(mails).toMatchObject([{ template: 'order-sent', recipient: cora.email, reply_to: '' }])
  })

  test('queues another mail when it is sent again with a tracking link', async () => {
    await isAt('packed')
    await move('packed', 'sent')
    await move('sent', 'packed')
    await move('packed', 'sent', LINK)
    expect(await mailsOf(shop.database, 'order-sent')).toHaveLength(2)
    await move('sent', 'delivered')
    await move('delivered', 'sent', LINK)
    expect(await mailsOf(shop.database, 'order-sent')).toHaveLength(2)
  })

  test('makes a pickup ready instead of sending it', async () => {
    await storeCheckout(shop.database, id, checkoutOf(pickup))
    await isAt('packed')
    expect((await move('packed', 'sent')).status).toBe(422)
    expect((await move('packed', 'ready')).status).toBe(200)
    expect(await seen()).toEqual(['Sent', 'Sent'])
    expect(await mailsOf(shop.database, 'order-ready')).toHaveLength(1)
  })

  test('marks a waiting order as paid, or cancels it', async () => {
    const later = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    id = later.id
    expect((await move('waiting', 'paid')).status).toBe(200)
    expect((await orderOfId(shop.database, id)).state).toBe('paid')
    expect((await move('waiting', 'cancelled')).problem.code).toBe('state-conflict')

    id = (await orderToPayLater(shop.database, cora, shop.shelves.espresso)).id
    expect((await move('waiting', 'cancelled')).status).toBe(200)
    expect((await orderOfId(shop.database, id)).state).toBe('cancelled')
    const payment = await shop.database.read
      .selectFrom('payments')
      .select('status')
      .where('id', '=', (await orderOfId(shop.database, id)).payment_id)
      .executeTakeFirst()
    expect(payment?.status).toBe('failed')
  })

  test('is marked as paid by one of four admins who do that at the same time, with one row in the audit log', async () => {
    for (let round = 0; round < 10; round++) {
      const later = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
      id = later.id
      const replies = await Promise.all(Array.from({ length: 4 }, () => move('waiting', 'paid')))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      const { answer } = await ada.call('GET /audit', { query: {} })
      const rows = answer.filter(({ subject }) => subject === `Order ${later.number}`)
      expect(rows.map(({ action }) => action)).toEqual(['marked as paid'])
    }
  })

  test('sends one mail when it is cancelled, also if two admins cancel it at the same time', async () => {
    id = (await orderToPayLater(shop.database, cora, shop.shelves.espresso)).id
    await Promise.all([move('waiting', 'cancelled'), move('waiting', 'cancelled')])
    const { number } = await orderOfId(shop.database, id)
    expect(await mailsOf(shop.database, 'order-cancelled')).toMatchObject([
      { recipient: cora.email, reply_to: '', subject: `Order ${number} was cancelled` },
    ])
  })
})

/**
 * The moves that an admin can make with an order that is sent as a parcel, each as the state before and the state
 * after.
 */
const STEPS = [
  'waiting paid',
  'waiting cancelled',
  'cancelled waiting',
  'paid packed',
  'paid waiting',
  'packed paid',
  'packed sent',
  'sent packed',
  'sent delivered',
  'ready packed',
  'ready delivered',
  'delivered sent',
]

describe.each(stores)('an order on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let id: string
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    id = await buy(await shop.person('Cora'), shop.shelves.espresso)
  })

  const leaps = orderStates.flatMap((from) =>
    orderStates.filter((to) => !STEPS.includes(`${from} ${to}`)).map((to) => [from, to] as const),
  )
  test.each(leaps)('does not move from %s to %s', async (from, to) => {
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ state: from }).where('id', '=', id).execute()
    })
    const { status, problem } = await ada.call('PUT /order/{id}/state', {
      params: { id },
      body: { from, to },
    })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, 'to'])
    expect((await orderOfId(shop.database, id)).state).toBe(from)
  })
})
