import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import { markPaid } from '#server/payments/mark-paid.ts'
import { readReceipt } from '#server/orders/order-mails.ts'
import { cartOf } from '#test/cart.ts'
import { changeCatalogue, orderOf, setPrice } from '#test/catalogue.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { bank, guestItem, guestRequest, orderAsGuest } from '#test/selling/guests.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'

const offered = {
  ...portugueseShop,
  ways: ['transfer' as const],
  bank,
  subscriptions: { isOffered: true, percentOff: 10 },
}

describe.each(stores)('choosing a subscription on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })
  let cora: TestPerson
  let count = 0
  beforeAll(async () => {
    await saveOpening(shop.database, forEveryone)
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set({ facts: '{"kind":"blend"}' }).execute(),
    )
  })
  beforeEach(async () => {
    await saveTestSelling(shop.database, offered)
    for (const coffee of [shop.shelves.espresso, shop.shelves.lungo])
      await setPrice(shop.database, coffee, 250)
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  const add = (price: string, choice: object) =>
    cora.send('POST /orders', { body: { ...orderOf(cora, shop.shelves.espresso), price, ...choice } })
  const change = (id: string, everyWeeks: Rhythm | null, choice = {}) =>
    cora.send('PUT /cartQuantity/{id}', { params: { id }, body: { everyWeeks, ...choice } })
  const shown = async () =>
    (await cartOf(cora)).map(({ price, newPrice, everyWeeks }) => [price, newPrice, everyWeeks])
  const chosen = async () => (await shop.call('GET /grinds', {})).answer.subscriptions
  const checkout = async () => {
    const lines = (await cartOf(cora)).map(({ _id }) => _id)
    const country = lisbonAddress.country
    const quote = await cora.call('POST /checkout/quote', { body: { lines, country, methodId: 'post' } })
    const { offers, totals } = quote.answer
    const promise = offers.find(({ id }) => id === 'post')?.promise ?? null
    const body = { lines, methodId: 'post', address: lisbonAddress, note: '', promise }
    const sent = { ...body, total: totals?.total ?? 0, way: 'transfer' as const }
    return { quote: quote.answer, reply: await cora.send('POST /checkout', { body: sent }) }
  }

  test('is possible if the owner offers it, and the shop roasts and delivers', async () => {
    expect(await chosen()).toEqual({ percentOff: 10 })
    const { roasting } = offered
    const without = [
      { subscriptions: { isOffered: false, percentOff: 10 } },
      { roasting: { ...roasting, weekdays: [] } },
      { methods: [] },
    ]
    for (const one of without) {
      await saveTestSelling(shop.database, { ...offered, ...one })
      expect(await chosen()).toBeUndefined()
      const refused = await add('2.25', { everyWeeks: 2 })
      expect([refused.status, refused.problem.errors?.[0]?.field]).toEqual([422, 'everyWeeks'])
    }
    expect(await shown()).toEqual([])
  })

  test('costs less, and only at the price that was seen', async () => {
    expect((await add('2.50', { everyWeeks: 2 })).problem).toMatchObject({
      code: 'price-changed',
      price: '2.25',
    })
    await add('2.25', { everyWeeks: 2, count: 2 })
    await add('2.50', {})
    await setPrice(shop.database, shop.shelves.espresso, 300)
    expect(await shown()).toEqual([
      ['2.25', '2.70', 2],
      ['2.25', '2.70', 2],
      ['2.50', '3.00', undefined],
    ])
  })

  test.each([5, 0, '2'])('is refused every %j weeks', async (everyWeeks) => {
    expect((await add('2.25', { everyWeeks })).status).toBe(422)
  })

  test('is a row of its own, whose quantity and rhythm can be changed', async () => {
    const { insertedId: once = '' } = (await add('2.50', {})).answer
    const { insertedId: again = '' } = (await add('2.25', { everyWeeks: 2 })).answer
    const params = { id: again }
    const more = await cora.call('PUT /cartQuantity/{id}', { params, body: { quantity: 2 } })
    expect(more.answer.quantity).toBe(2)
    expect((await shown()).map(([price, , everyWeeks]) => [price, everyWeeks])).toEqual([
      ['2.50', undefined],
      ['2.25', 2],
      ['2.25', 2],
    ])
    expect((await change(again, 6)).answer).toEqual({ acknowledged: true, quantity: 2 })
    expect((await shown()).map(([, , everyWeeks]) => everyWeeks)).toEqual([undefined, 6, 6])
    await change(again, null)
    expect(await shown()).toEqual(Array.from({ length: 3 }, () => ['2.50', undefined, undefined]))
    await change(once, 1)
    expect(await shown()).toEqual(Array.from({ length: 3 }, () => ['2.25', undefined, 1]))
  })

  test('leaves lines of others and of payments alone', async () => {
    const { insertedId: id = '' } = (await add('2.25', { everyWeeks: 2 })).answer
    const dora = await shop.person(`Dora ${count}`)
    const params = { id }
    const foreign = await dora.send('PUT /cartQuantity/{id}', { params, body: { everyWeeks: 1 } })
    expect(foreign.status).toBe(404)
    const reserve = (payment_id: string | null) =>
      shop.database.write(({ tx }) =>
        tx.updateTable('cart_items').set({ payment_id }).where('id', '=', id).execute(),
      )
    await reserve('p1')
    expect((await change(id, 1)).problem.code).toBe('being-paid')
    await reserve(null)
    expect(await shown()).toEqual([['2.25', undefined, 2]])
  })

  test('begins with the first order, which says how often it comes and what it costs then', async () => {
    await add('2.25', { everyWeeks: 2 })
    await add('2.50', {})
    const { quote, reply } = await checkout()
    expect(quote.lines.map(({ price, everyWeeks }) => [price, everyWeeks])).toEqual([
      [225, 2],
      [250, undefined],
    ])
    const deliveryPrice = quote.totals?.deliveryPrice ?? 0
    expect(deliveryPrice).toBeGreaterThan(0)
    expect(quote.renewals).toEqual([{ everyWeeks: 2, deliveryPrice, total: 225 + deliveryPrice }])
    const params = { id: String(reply.answer.paymentId) }
    expect((await cora.call('GET /checkout/{id}', { params })).answer.subscribed).toEqual([
      { coffee: 'Espresso', everyWeeks: 2, roastersChoice: false },
    ])
  })

  test('can leave the later coffees to the roaster, which the cart, the order, its mail and the subscription say', async () => {
    const choice = { roastersChoice: true }
    const choicesOf = (lines: { everyWeeks?: number | undefined; roastersChoice?: boolean }[]) =>
      lines.map(({ everyWeeks, roastersChoice }) => [everyWeeks, roastersChoice])
    const { insertedId: id = '' } = (await add('2.25', { everyWeeks: 2, ...choice })).answer
    await cora.call('PUT /cartQuantity/{id}', { params: { id }, body: { quantity: 2 } })
    const { insertedId: same = '' } = (await add('2.25', { everyWeeks: 2 })).answer
    expect(choicesOf(await cartOf(cora))).toEqual([
      [2, true],
      [2, true],
      [2, undefined],
    ])
    await change(same, 2, choice)
    await change(same, null)
    expect(choicesOf(await cartOf(cora))).toEqual(Array.from({ length: 3 }, () => [undefined, undefined]))
    await change(same, 1, choice)
    await add('2.25', { everyWeeks: 1 })
    await add('2.50', choice)
    const wanted = [...Array.from({ length: 3 }, () => [1, true]), [1, undefined], [undefined, undefined]]
    expect(choicesOf(await cartOf(cora))).toEqual(wanted)
    const { quote, reply } = await checkout()
    expect(choicesOf(quote.lines)).toEqual(wanted)
    const paymentId = String(reply.answer.paymentId)
    const placed = (await cora.call('GET /checkout/{id}', { params: { id: paymentId } })).answer
    expect(placed.subscribed.map(({ roastersChoice }) => roastersChoice).toSorted()).toEqual([false, true])
    const order = shop.database.read.selectFrom('orders').select('id').where('payment_id', '=', paymentId)
    const receipt = await readReceipt(shop.database.read, (await order.executeTakeFirstOrThrow()).id)
    expect(choicesOf(receipt?.lines ?? [])).toEqual(wanted)
    await markPaid(shop.payments, paymentId, { by: 'ada' })
    const begun = await subscriptionsOf(shop, cora)
    expect(begun.map(({ quantity, roasters_choice }) => [quantity, roasters_choice]).toSorted()).toEqual([
      [1, 0],
      [3, 1],
    ])
  })

  test('is left to the roaster only if there is another coffee of this kind for no more', async () => {
    const choice = { everyWeeks: 2 as const, roastersChoice: true as const }
    const { insertedId: id = '' } = (await add('2.25', choice)).answer
    await setPrice(shop.database, shop.shelves.lungo, 251)
    expect((await checkout()).reply.problem).toMatchObject({
      code: 'product-removed',
      detail: expect.stringContaining('no other coffee like Espresso'),
    })
    const items = [{ ...guestItem(shop.shelves.espresso), ...choice }]
    const request = await guestRequest(shop, { items, email: `gil.${count}@people.example` })
    expect((await orderAsGuest(shop, request)).reply.problem.code).toBe('product-removed')
    await change(id, 2)
    expect((await checkout()).reply.answer.status).toBe('waiting')
  })

  test('is refused in the checkout once the owner no longer offers it, until the line comes once', async () => {
    const { insertedId: id = '' } = (await add('2.25', { everyWeeks: 2 })).answer
    await saveTestSelling(shop.database, { ...offered, subscriptions: { isOffered: false, percentOff: 0 } })
    expect((await checkout()).reply.problem.detail).toContain('Choose “Once”')
    expect((await change(id, 3)).status).toBe(422)
    await change(id, null)
    expect((await checkout()).reply.answer.status).toBe('waiting')
  })

  test('is possible for a guest, whose subscription begins when the order is paid', async () => {
    const email = `gil${count}@people.example`
    const choice = { everyWeeks: 4 as const, roastersChoice: true as const }
    const items = [{ ...guestItem(shop.shelves.espresso, 2), ...choice }]
    const cart = (await shop.call('POST /guestCart', { body: { items } })).answer
    expect(
      cart.map(({ price, newPrice, ...line }) => [price, newPrice, line.everyWeeks, line.roastersChoice]),
    ).toEqual([
      ['2.25', undefined, 4, true],
      ['2.25', undefined, 4, true],
    ])
    const request = await guestRequest(shop, { items, email })
    const { reply } = await orderAsGuest(shop, request)
    // The same cart again is the same order, and one with another rhythm or without the roaster’s choice is not.
    const again = await orderAsGuest(shop, request)
    expect(again.reply.answer.paymentId).toBe(reply.answer.paymentId)
    for (const rest of [
      { everyWeeks: 1 as const, roastersChoice: true as const },
      { everyWeeks: 4 as const },
    ]) {
      const other = request.guest && {
        ...request.guest,
        items: [{ ...guestItem(shop.shelves.espresso, 2), ...rest }],
      }
      expect(
        (await orderAsGuest(shop, { ...request, ...(other && { guest: other }) })).reply.problem.code,
      ).toBe('being-paid')
    }
    const orders = shop.database.read.selectFrom('orders').select(['payment_id', 'user_id', 'total_cents'])
    const placed = await orders.where('email', '=', email).executeTakeFirstOrThrow()
    expect(placed.total_cents).toBe(2 * 225 + 450)
    expect(await subscriptionsOf(shop, { userId: placed.user_id })).toEqual([])
    await markPaid(shop.payments, placed.payment_id, { by: 'ada' })
    expect(await subscriptionsOf(shop, { userId: placed.user_id })).toMatchObject([
      { every_weeks: 4, roasters_choice: 1, quantity: 2, price_cents: 225, mandate_id: null },
    ])
  })
})

describe.each(anyStore)('a shop that is paid at once on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('has no subscriptions', async () => {
    await saveTestSelling(shop.database, offered)
    const cora = await shop.person('Cora')
    expect((await cora.call('GET /grinds', {})).answer).not.toHaveProperty('subscriptions')
    const body = { ...orderOf(cora, shop.shelves.espresso), everyWeeks: 2 as const }
    expect((await cora.send('POST /orders', { body })).problem.errors).toMatchObject([
      { field: 'everyWeeks' },
    ])
  })
})
