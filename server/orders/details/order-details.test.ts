import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORDER_NOTE_LENGTH } from '#contract/values/limits.ts'
import { fill } from '#test/cart.ts'
import { buy, checkoutOf, mailsOf, orderOfId, orderToPayLater, storeCheckout } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('one order in the dashboard on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    id = await buy(cora, shop.shelves.espresso)
  })

  const show = async (shown = id) => (await ada.call('GET /order/{id}', { params: { id: shown } })).answer
  const refund = (amount: string) =>
    ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount } })
  const note = (body: string) => ada.send('POST /order/{id}/notes', { params: { id }, body: { body } })

  test('has its number, its state, its lines and how it was paid', async () => {
    const { number } = await orderOfId(shop.database, id)
    expect(await show()).toMatchObject({
      _id: id,
      number,
      state: 'paid',
      kind: 'full',
      payment: 'OK',
      total: '2.50',
      gateway: 'instant',
      items: [{ productName: 'Espresso' }],
      refunds: [],
      notes: [],
    })
    expect((await ada.call('GET /order/{id}', { params: { id: 'none' } })).status).toBe(404)
  })

  test('is found if only a single product was bought', async () => {
    const [line = ''] = await fill(cora, shop.shelves.lungo)
    await cora.call('PUT /singlePayment/{id}', { params: { id: line }, body: {} })
    const row = await shop.database.read
      .selectFrom('cart_items')
      .select('order_id')
      .where('id', '=', line)
      .executeTakeFirstOrThrow()
    expect(await show(String(row.order_id))).toMatchObject({ kind: 'single', total: '10.05' })
    const { answer } = await ada.call('GET /allProducts', { query: { email: cora.email } })
    expect(answer.map(({ productName, orderId }) => [productName, orderId])).toEqual([
      ['Lungo', row.order_id],
      ['Espresso', id],
    ])
    expect((await ada.call('GET /fullProduct/{id}', { params: { id: String(row.order_id) } })).status).toBe(
      404,
    )
  })

  test('has what the customer agreed to in the checkout, and grind and weight of its lines', async () => {
    await storeCheckout(shop.database, id, checkoutOf())
    await shop.database.write(async ({ tx }) => {
      await tx
        .updateTable('cart_items')
        .set({ grind: 'Filter', weight_grams: 250 })
        .where('order_id', '=', id)
        .execute()
    })
    expect(await show()).toMatchObject({
      checkout: checkoutOf(),
      items: [{ grind: 'Filter', weight: 250 }],
    })
  })

  test('is listed with its number and state, and waiting orders are listed as not paid', async () => {
    const later = await orderToPayLater(shop.database, cora, shop.shelves.lungo)
    const listed = async (query: object) =>
      (await ada.send('GET /fullProducts', { query: { email: cora.email, ...query } })).answer.map(
        ({ _id, state, payment, number }) => ({ _id, state, payment, number }),
      )
    const waiting = { _id: later.id, state: 'waiting', payment: undefined, number: later.number }
    const paid = { _id: id, state: 'paid', payment: 'OK', number: later.number - 1 }
    expect(await listed({})).toEqual([waiting, paid])
    expect(await listed({ state: 'waiting' })).toEqual([waiting])
    expect(await listed({ state: 'packed' })).toEqual([])
    const counted = await ada.call('GET /count/orders', { query: { email: cora.email, state: 'paid' } })
    expect(counted.answer).toEqual({ rows: 1 })
    expect((await show(later.id)).payment).toBeUndefined()
  })

  test('has notes in the order in which they were written, with the names of their writers', async () => {
    expect((await note('  Rang twice.  ')).answer).toMatchObject({ acknowledged: true })
    await note('No answer at the door.')
    const written = { who: 'Ada', at: expect.closeTo(Date.now(), -5) }
    expect((await show()).notes).toMatchObject([
      { body: 'Rang twice.', ...written },
      { body: 'No answer at the door.', ...written },
    ])
  })

  test.each(['', '   ', 'x'.repeat(ORDER_NOTE_LENGTH + 1), 'a\u0000b'])(
    'refuses the note %j',
    async (body) => {
      expect((await note(body)).status).toBe(422)
      expect((await show()).notes).toEqual([])
    },
  )

  test('is refunded in parts, with a mail each, and becomes refunded with the last one', async () => {
    expect((await refund('1.00')).answer).toEqual({ acknowledged: true, status: 'succeeded' })
    expect(await show()).toMatchObject({ state: 'paid', refunds: [{ amount: '1.00', by: 'Ada' }] })
    await refund('1,50')
    expect(await show()).toMatchObject({ state: 'refunded', refunds: [{}, { amount: '1.50' }] })
    const mails = await mailsOf(shop.database, 'order-refunded')
    const own = mails.filter(({ recipient }) => recipient === cora.email)
    expect(own.map(({ subject }) => subject.slice(0, 21))).toEqual([
      'Your refund of $1.00 ',
      'Your refund of $1.50 ',
    ])
    const { answer: audit } = await ada.call('GET /audit', { query: {} })
    expect(audit[0]).toMatchObject({ action: 'refunded order', detail: `${cora.email}: $1.50` })
  })

  test.each(['0', '0.00', '-1', '2.51', '1.005', 'all'])('does not refund %s', async (amount) => {
    expect([409, 422]).toContain((await refund(amount)).status)
    expect((await show()).refunds).toEqual([])
  })

  /**
   * Gives the order a stock with 4 bags left, from which it has taken one. Returns a function that reads what is
   * left.
   */
  async function stockOf(): Promise<() => Promise<number | undefined>> {
    const { payment_id } = await orderOfId(shop.database, id)
    const stock = { id: `stock-${id}`, name: 'Espresso', unit: 'bags' as const, remaining: 4, created_at: 1 }
    const held = { id: `held-${id}`, stock_id: stock.id, payment_id, kind: 'held' as const, amount: -1 }
    await shop.database.write(async ({ tx }) => {
      await tx.insertInto('stocks').values(stock).execute()
      await tx
        .insertInto('stock_moves')
        .values({ ...held, created_at: 1 })
        .execute()
    })
    return async () => {
      const stocks = shop.database.read.selectFrom('stocks').select('remaining')
      return (await stocks.where('id', '=', stock.id).executeTakeFirst())?.remaining
    }
  }

  test.each([
    ['paid', 5],
    ['packed', 5],
    ['sent', 4],
    ['ready', 5],
    ['delivered', 4],
  ] as const)('that is %s has %i bags in its stock after it is refunded as a whole', async (state, bags) => {
    const left = await stockOf()
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ state }).where('id', '=', id).execute(),
    )
    await refund('1.00')
    expect(await left()).toBe(4)
    await refund('1.50')
    expect(await left()).toBe(bags)
    expect((await show()).state).toBe('refunded')
  })
})
