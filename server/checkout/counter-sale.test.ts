import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Check } from 'typebox/value'
import { FullOrder } from '#contract/orders.ts'
import type { NewSale } from '#contract/orders/counter-sales.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { NO_EMAIL } from '#contract/values/limits.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { joinGuests } from '#server/user-data.ts'
import { putInStock, sellWithoutStock } from '#test/catalogue.ts'
import { endDiscounts, giveByItself } from '#test/selling/discounts.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { saleOf } from '#test/selling/sales.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('orders that staff make on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later' } })
  let ada: TestPerson
  let pia: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ;[ada, pia, cora] = await Promise.all([shop.admin('Ada'), shop.packer('Pia'), shop.person('Cora')])
    await saveTestSelling(shop.database, portugueseShop)
  })
  beforeEach(async () => {
    await shop.database.write(({ tx }) => tx.deleteFrom('outbox').execute())
  })

  const price = () => shop.shelves.espresso.price_cents
  const items = (quantity: number) => [{ productId: shop.shelves.espresso.id, quantity }]
  const sell = (seller: TestPerson, changes: Partial<NewSale> = {}) =>
    seller.send('POST /counter/sales', { body: saleOf(shop, changes) })
  const sold = async (seller: TestPerson, changes: Partial<NewSale> = {}) =>
    (await seller.call('POST /counter/sales', { body: saleOf(shop, changes) })).answer
  const orderOf = async (id: string) => (await ada.call('GET /order/{id}', { params: { id } })).answer
  const mails = () => shop.database.read.selectFrom('outbox').selectAll().execute()
  const countOrders = async () =>
    (await shop.database.read.selectFrom('orders').select('id').execute()).length
  const readFile = async (path: string) =>
    (await shop.app.inject({ url: `/api${path}`, headers: { cookie: ada.cookie } })).body
  const problems = async () => readSnapshot(shop.store, verifyBooks)
  const refund = (id: string, amount: string) =>
    ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount } })

  test.each(['cash', 'reader'] as const)(
    'paid by %s, are paid and delivered at once, and nobody gets a mail',
    async (way) => {
      const sale = await sold(ada, { way })
      expect(sale).toEqual({
        _id: expect.any(String),
        number: expect.any(Number),
        total: (price() / 100).toFixed(2),
        state: 'delivered',
      })
      const order = await orderOf(sale._id)
      expect(order).toMatchObject({
        customer: 'Walk-in customer',
        email: '',
        gateway: way,
        payment: 'OK',
        mails: [],
      })
      expect(order.checkout).toMatchObject({
        method: { name: 'At the counter' },
        promise: null,
        address: null,
      })
      expect(order.items.map(({ delivery }) => delivery)).toEqual(['Delivered'])
      expect(await mails()).toEqual([])
      expect(await problems()).toEqual([])
    },
  )

  test('are in the list and the file of the month, without an invented email address', async () => {
    const { _id } = await sold(ada)
    const { answer } = await ada.call('GET /fullProduct/{id}', { params: { id: _id } })
    expect(Check(FullOrder, answer)).toBe(true)
    const file = await readFile(`${EXPORT_PATHS.monthOrders}?month=${new Date().toISOString().slice(0, 7)}`)
    expect(file).toContain('Walk-in customer')
    expect(file).not.toContain(NO_EMAIL)
  })

  test('mail the customer who gives an address as usual', async () => {
    const { number } = await sold(ada, { name: ' Tim ', email: 'Tim@people.example' })
    expect((await mails()).map(({ template, recipient }) => [template, recipient])).toEqual([
      ['order-confirmation', 'tim@people.example'],
      ['new-order', null],
    ])
    const order = await shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ email: 'tim@people.example', customer: 'Tim' })
  })

  test('by transfer, wait for the money, and are handed over when it is there', async () => {
    const { _id: id, number, state } = await sold(ada, { way: 'transfer', name: 'Tim' })
    expect(state).toBe('waiting')
    const body = { from: 'waiting', to: 'delivered' } as const
    expect((await pia.send('PUT /order/{id}/state', { params: { id }, body })).status).toBe(403)
    await ada.call('PUT /order/{id}/state', { params: { id }, body })
    expect(await orderOf(id)).toMatchObject({ state: 'delivered', gateway: 'transfer', payment: 'OK' })
    const { answer: audit } = await ada.call('GET /audit', { query: {} })
    const changes = audit.filter(({ subject }) => subject === `Order ${number}`)
    const amount = `$${(price() / 100).toFixed(2)}`
    expect(changes.map(({ detail }) => detail)).toEqual([amount, `${amount}, transfer`])
    expect(audit).toContainEqual(expect.objectContaining({ who: 'Walk-in customer', action: 'order placed' }))
    expect(JSON.stringify(audit)).not.toContain(NO_EMAIL)
    expect(await mails()).toEqual([])
    expect(await problems()).toEqual([])
  })

  test('are sent to an address with the price and the promise of the delivery, or picked up later', async () => {
    const asked = { items: items(1), methodId: 'post', country: 'PT' }
    const { totals, offers } = (await pia.call('POST /counter/quote', { body: asked })).answer
    expect(offers.map(({ id }) => id)).toEqual(['handed-over', 'post', 'counter'])
    expect(totals?.total).toBe(price() + 450)
    const sent = await sold(pia, { methodId: 'post', address: lisbonAddress, total: price() + 450 })
    expect(await orderOf(sent._id)).toMatchObject({
      state: 'paid',
      customer: lisbonAddress.name,
      checkout: { address: lisbonAddress, promise: offers[1]?.promise },
    })
    const later = await sold(pia, { methodId: 'counter' })
    expect((await orderOf(later._id)).state).toBe('paid')
    const nowhere = await sell(pia, { methodId: 'post', total: price() + 450 })
    expect(nowhere.problem.code).toBe('cannot-be-delivered')
    const wrong = await sell(pia, { methodId: 'post', address: { ...lisbonAddress, postcode: '1' } })
    expect(wrong.problem.errors?.[0]?.field).toBe('address.postcode')
  })

  test('cost what the catalogue says, whatever is sent', async () => {
    const before = await countOrders()
    expect((await sell(ada, { total: 1 })).problem.code).toBe('total-changed')
    expect((await sell(ada, { currency: 'EUR' })).problem.code).toBe('total-changed')
    for (const extra of [{ price: '0.01' }, { code: 'HALF' }, { discount: 1 }])
      expect((await ada.send('POST /counter/sales', { body: { ...saleOf(shop), ...extra } })).status).toBe(
        422,
      )
    const unknown = [{ productId: crypto.randomUUID(), quantity: 1 }]
    expect((await sell(ada, { items: unknown })).problem.code).toBe('product-removed')
    expect(await countOrders()).toBe(before)
  })

  test('get the discounts that everybody gets, and none about a person', async () => {
    await giveByItself(shop.database)
    await giveByItself(shop.database, { value: 50, is_first_order: 1 })
    const off = Math.floor(price() / 10)
    const sale = await sold(pia, { total: price() - off })
    expect((await orderOf(sale._id)).checkout?.discounts).toMatchObject([{ goods: off }])
    await endDiscounts(shop.database)
    expect(await problems()).toEqual([])
  })

  test('are made once by a double click, by parallel requests, and after a lost answer', async () => {
    const before = await countOrders()
    const body = saleOf(shop, { way: 'reader' })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => ada.send('POST /counter/sales', { body })),
    )
    const again = await ada.call('POST /counter/sales', { body })
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set([...replies, again].map(({ answer }) => answer._id)).size).toBe(1)
    expect(await countOrders()).toBe(before + 1)
    const other = await ada.send('POST /counter/sales', {
      body: { ...body, items: items(2), total: 2 * price() },
    })
    expect(other.problem.detail).toContain('This sale was made before')
    expect(await countOrders()).toBe(before + 1)
    // The same id of somebody else is another sale.
    expect((await pia.call('POST /counter/sales', { body })).answer._id).not.toBe(again.answer._id)
  })

  test.each<[string, Partial<NewSale>]>([
    ['way of payment', { way: 'reader' }],
    ['total', { total: 1 }],
    ['delivery', { methodId: 'post', address: lisbonAddress, total: 1250 }],
    ['note', { note: 'For Tim' }],
    ['name', { name: 'Tim' }],
    ['email address', { email: 'tim@people.example' }],
  ])('are not taken for the same with another %s', async (_, change) => {
    const before = await countOrders()
    const sale = saleOf(shop)
    await ada.call('POST /counter/sales', { body: sale })
    const other = await sell(ada, { ...sale, ...change })
    expect([other.status, other.problem.code]).toEqual([409, 'state-conflict'])
    expect(other.problem.detail).toContain('This sale was made before')
    expect(await countOrders()).toBe(before + 1)
  })

  test('that wait for their money are not sold again in another way', async () => {
    const sale = saleOf(shop, { way: 'transfer' })
    const { answer } = await ada.call('POST /counter/sales', { body: sale })
    expect((await ada.call('POST /counter/sales', { body: sale })).answer).toEqual(answer)
    const { problem } = await sell(ada, { ...sale, way: 'cash' })
    expect([problem.code, problem.detail]).toEqual([
      'state-conflict',
      expect.stringContaining('begin a new sale'),
    ])
  })

  test('that were cancelled are not made again by the same request', async () => {
    const sale = saleOf(shop, { way: 'transfer' })
    const { answer } = await ada.call('POST /counter/sales', { body: sale })
    const params = { id: answer._id }
    await ada.call('PUT /order/{id}/state', { params, body: { from: 'waiting', to: 'cancelled' } })
    const before = await countOrders()
    expect((await sell(ada, sale)).problem.detail).toContain('This sale was made before')
    expect(await countOrders()).toBe(before)
  })

  test('that cost nothing are made once, in whatever way', async () => {
    await giveByItself(shop.database, { value: 100 })
    const sale = saleOf(shop, { total: 0 })
    const { answer } = await ada.call('POST /counter/sales', { body: sale })
    expect((await ada.call('POST /counter/sales', { body: sale })).answer).toEqual(answer)
    await endDiscounts(shop.database)
  })

  test('cannot be for the address that stands for none', async () => {
    for (const email of [`tim${NO_EMAIL}`, `tim${NO_EMAIL.toUpperCase()}`])
      expect((await sell(ada, { email })).problem.errors?.[0]?.field).toBe('email')
  })

  test('never sell more than there is, and say how many are left', async () => {
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 2 }, [
      shop.shelves.espresso,
      null,
    ])
    const three = await sell(ada, { items: items(3), total: 3 * price() })
    expect(three.problem.code).toBe('sold-out')
    expect(three.problem.detail).toContain('2')
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => sell(pia)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    const { remaining } = await shop.database.read
      .selectFrom('stocks')
      .select('remaining')
      .where('id', '=', String(stock))
      .executeTakeFirstOrThrow()
    expect(remaining).toBe(0)
    expect(await problems()).toEqual([])
    await sellWithoutStock(shop.database, shop.shelves.espresso)
  })

  test('are refunded by hand, and a mistake is undone without a mail', async () => {
    const email = 'tia@people.example'
    const { _id: id } = await sold(ada, { items: items(2), total: 2 * price(), email })
    await refund(id, '0.10')
    expect(await orderOf(id)).toMatchObject({
      state: 'delivered',
      refunds: [{ status: 'succeeded', amount: '0.10' }],
    })
    const mistake = await sold(ada, { email })
    await shop.database.write(({ tx }) => tx.deleteFrom('outbox').execute())
    const params = { id: mistake._id }
    for (const [from, to] of [
      ['delivered', 'ready'],
      ['ready', 'packed'],
      ['packed', 'paid'],
    ] as const)
      await ada.call('PUT /order/{id}/state', { params, body: { from, to } })
    expect(await mails()).toEqual([])
    for (const [from, to] of [
      ['paid', 'waiting'],
      ['waiting', 'cancelled'],
    ] as const)
      await ada.call('PUT /order/{id}/state', { params, body: { from, to } })
    expect((await orderOf(mistake._id)).state).toBe('cancelled')
    expect(await problems()).toEqual([])
  })

  test('are in the files of the month with their way of payment', async () => {
    const cash = await sold(ada)
    const reader = await sold(ada, { way: 'reader' })
    await refund(reader._id, reader.total)
    const month = new Date().toISOString().slice(0, 7)
    const money = (await readFile(`${EXPORT_PATHS.monthMoney}?month=${month}`)).split('\r\n')
    const rowsOf = (number: number) =>
      money.filter((row) => row.split(/[,;]/)[2]?.replaceAll('"', '') === String(number))
    expect(rowsOf(cash.number).join()).toMatch(/payment.*cash/)
    expect(rowsOf(reader.number).join('|')).toMatch(/payment.*card reader.*\|.*refund.*card reader/)
  })

  test('are written to the audit log under the name of the seller', async () => {
    const { number } = await sold(pia)
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer.find(({ action }) => action === 'made order')).toMatchObject({
      who: pia.email,
      subject: `Order ${number}`,
    })
  })

  test('of a customer with an account are joined to the account at the next login', async () => {
    expect((await sell(cora)).status).toBe(403)
    const sale = await sold(ada, { email: cora.email })
    const users = shop.database.read.selectFrom('users').selectAll().where('id', '=', cora.userId)
    await joinGuests(shop.database, await users.executeTakeFirstOrThrow())
    const { answer } = await cora.call('GET /myOrders', { query: {} })
    expect(JSON.stringify(answer)).toContain(sale._id)
    expect(await problems()).toEqual([])
  })
})
