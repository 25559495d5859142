import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quote } from '#contract/selling/checkout.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { cartOf, fill, fillIn, fullPayment } from '#test/cart.ts'
import { changeCatalogue } from '#test/catalogue.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { giveCode, readDiscount } from '#test/selling/discounts.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('the currency of the shop on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let people = 0
  let ada: TestPerson
  let cora: TestPerson

  beforeEach(async () => {
    people += 1
    ada = await shop.admin(`Ada ${people}`)
    cora = await shop.person(`Cora ${people}`)
    const { espresso, lungo, packet } = shop.shelves
    await changeCatalogue(shop.database, async (tx) => {
      for (const table of ['checkouts', 'cart_items', 'orders', 'payments'] as const)
        await tx.deleteFrom(table).execute()
      await tx.updateTable('counters').set({ value: 0 }).execute()
      for (const { id, price_cents } of [espresso, lungo, packet])
        await tx
          .updateTable('products')
          .set({ price_cents, weight_grams: 250, tax_class: 'reduced' })
          .where('id', '=', id)
          .execute()
    })
    await saveTestSelling(shop.database, portugueseShop)
  })

  const change = (currency: string) => ada.send('PUT /selling/currency', { body: { currency } })
  const settings = async () => (await ada.call('GET /selling', {})).answer.settings
  const prices = async () =>
    (await shop.database.read.selectFrom('products').select('price_cents').orderBy('id').execute()).map(
      (row) => Number(row.price_cents),
    )
  const books = () =>
    readSnapshot({ dataDir: shop.store.dataDir, databaseUrl: shop.store.databaseUrl }, verifyBooks)

  test.each([
    ['EUR', { cents: [250, 1005, 1999], rates: [450, 900, 5000], text: '2.50' }],
    ['JPY', { cents: [3, 10, 20], rates: [5, 9, 50], text: '3' }],
    ['KWD', { cents: [2500, 10_050, 19_990], rates: [4500, 9000, 50_000], text: '2.500' }],
  ])('keeps the numbers of prices and rates in %s', async (currency, { cents, rates, text }) => {
    await fill(cora, shop.shelves.espresso)
    const before = (await ada.call('GET /selling', {})).answer
    expect((await change(currency)).answer).toEqual({ currency })
    expect(await prices()).toEqual(cents)
    const after = await settings()
    const [zone] = after.methods[0]?.zones ?? []
    const steps = zone?.rate.type === 'byWeight' ? zone.rate.steps : []
    expect([after.currency, [...steps.map(({ price }) => price), zone?.freeFrom]]).toEqual([currency, rates])
    expect((await cartOf(cora)).map(({ price, newPrice }) => [price, newPrice])).toEqual([[text, undefined]])
    expect((await ada.send('PUT /selling', { body: before })).status).toBe(422)
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(JSON.stringify(answer)).toContain(`currency: USD to ${currency}`)
  })

  test('keeps the numbers of former prices, and of those that are crossed out', async () => {
    const { espresso, lungo } = shop.shelves
    const former = { product_id: espresso.id, ended_at: Date.now(), price_cents: 305 }
    await changeCatalogue(shop.database, async (tx) => {
      await tx.insertInto('former_prices').values(former).execute()
      await tx.updateTable('products').set({ was_cents: 305 }).where('id', '=', espresso.id).execute()
    })
    expect((await change('KWD')).status).toBe(200)
    const { read } = shop.database
    expect(await read.selectFrom('former_prices').selectAll().execute()).toEqual([
      { ...former, price_cents: 3050 },
    ])
    const was = (id: string) =>
      read.selectFrom('products').select('was_cents').where('id', '=', id).executeTakeFirst()
    expect([await was(espresso.id), await was(lungo.id)]).toEqual([{ was_cents: 3050 }, { was_cents: null }])
  })

  test.each(['MGA', 'UGX', 'XXX', 'ABC'])('cannot be %s', async (currency) => {
    expect((await change(currency)).problem).toMatchObject({ code: 'invalid-input' })
  })

  test('keeps the numbers of the amounts of discounts, and their percentages', async () => {
    const amount = await giveCode(shop.database, { kind: 'amount', value: 500, from_subtotal_cents: 3000 })
    const percent = await giveCode(shop.database)
    expect((await change('JPY')).status).toBe(200)
    expect(await readDiscount(shop.database, amount.id)).toMatchObject({ value: 5, from_subtotal_cents: 30 })
    expect(await readDiscount(shop.database, percent.id)).toEqual(percent)
  })

  test('is not changed if a price would have more than nine digits', async () => {
    const { espresso } = shop.shelves
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set({ price_cents: 100_000_000 }).where('id', '=', espresso.id).execute(),
    )
    expect((await change('KWD')).problem.code).toBe('prices-too-large')
    expect(await prices()).toEqual([100_000_000, 1005, 1999])
  })

  test('never makes a product free', async () => {
    const { espresso } = shop.shelves
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set({ price_cents: 49 }).where('id', '=', espresso.id).execute(),
    )
    await change('JPY')
    expect((await prices())[0]).toBe(1)
  })

  test.each([
    [
      'JPY',
      [13, 5],
      [
        { rate: 2300, net: 4, tax: 1 },
        { rate: 600, net: 12, tax: 1 },
      ],
    ],
    [
      'KWD',
      [12_550, 4500],
      [
        { rate: 2300, net: 3659, tax: 841 },
        { rate: 600, net: 11_840, tax: 710 },
      ],
    ],
  ])('can be %s for a sale with delivery and tax, and is fixed then', async (currency, amounts, tax) => {
    const [items = 0, delivery = 0] = amounts
    await change(currency)
    const lines = await fillIn(currency, cora, await current())
    const ask = { lines, country: 'PT', methodId: 'post' }
    const quote: Quote = (await cora.call('POST /checkout/quote', { body: ask })).answer
    expect(quote).toMatchObject({ currency, itemsTotal: items })
    expect(quote.totals).toMatchObject({ deliveryPrice: delivery, total: items + delivery, tax })
    const request = {
      lines,
      methodId: 'post',
      address: lisbonAddress,
      note: '',
      total: items + delivery,
      promise: quote.offers[0]?.promise ?? null,
    }
    const other = await cora.send('POST /checkout', { body: { ...request, currency: 'USD' } })
    expect(other.problem.code).toBe('total-changed')
    const { paymentId = '' } = (await cora.call('POST /checkout', { body: { ...request, currency } })).answer
    const { checkout } = (await cora.call('GET /checkout/{id}', { params: { id: paymentId } })).answer
    expect(checkout).toMatchObject({ currency, total: items + delivery })
    expect(await books()).toEqual([])
    expect((await ada.call('GET /selling/currency', {})).answer).toEqual({ currency, isFixed: true })
    expect((await change('EUR')).problem.code).toBe('currency-fixed')
    expect((await settings()).currency).toBe(currency)
    const data = JSON.stringify({ ...checkout, currency: 'EUR' })
    await shop.database.write(({ tx }) => tx.updateTable('checkouts').set({ data }).execute())
    expect(await books()).toEqual([expect.stringContaining(`was agreed in EUR, not in ${currency}`)])
  })

  test('is shown in responses that were cached before another instance changed it', async () => {
    const shown = async () => {
      const params = { id: shop.shelves.brand.id }
      return JSON.stringify((await cora.call('GET /coffeeDetails/{id}', { params })).answer)
    }
    expect(await shown()).toContain('"price":"2.50"')
    await saveTestSelling(shop.database, { ...portugueseShop, currency: 'JPY' })
    await vi.waitFor(async () => expect(await shown()).toContain('"price":"250"'))
  })

  test.each(['POST /checkout', 'PUT /singlePayment/{id}', 'POST /fullOrder'] as const)(
    'that changes during %s is not charged before the customer has seen it',
    async (call) => {
      const methods = call === 'POST /checkout' ? portugueseShop.methods : []
      await saveTestSelling(shop.database, { ...portugueseShop, methods })
      const lines = await fill(cora, shop.shelves.espresso)
      const [id = ''] = lines
      const body = fullPayment(cora, await cartOf(cora))
      const quote = { lines, country: 'PT', methodId: 'post' }
      const { totals, offers } = methods.length
        ? (await cora.call('POST /checkout/quote', { body: quote })).answer
        : { totals: null, offers: [] }
      const pay = {
        'POST /checkout': () => {
          const [total, promise] = [totals?.total ?? 0, offers[0]?.promise ?? null]
          const request = { lines, methodId: 'post', address: lisbonAddress, note: '', total, promise }
          return cora.send('POST /checkout', { body: request })
        },
        'PUT /singlePayment/{id}': () => cora.send('PUT /singlePayment/{id}', { params: { id }, body: {} }),
        'POST /fullOrder': () => cora.send('POST /fullOrder', { body }),
      }[call]
      const { write } = shop.database
      vi.spyOn(shop.database, 'write').mockImplementationOnce(async (work) => {
        expect((await change('EUR')).status).toBe(200)
        return write(work)
      })
      expect((await pay()).problem).toMatchObject({ code: 'total-changed' })
      vi.restoreAllMocks()
      expect(await shop.database.read.selectFrom('payments').select('id').execute()).toEqual([])
    },
  )

  test('is the currency of a sale without a checkout', async () => {
    await saveTestSelling(shop.database, { ...portugueseShop, methods: [] })
    await change('KWD')
    await fillIn('KWD', cora, await current())
    const shown = await cartOf(cora)
    expect(shown.map(({ price }) => price).toSorted()).toEqual(['10.050', '2.500'])
    const body = fullPayment(cora, shown, 'KWD')
    expect(body.total).toBe('12.550')
    const wrong = await cora.send('POST /fullOrder', { body: { ...body, total: '12.5505' } })
    expect(wrong.status).toBe(422)
    expect(
      (await cora.call('POST /fullOrder', { body: { ...body, total: 12.55 } })).answer.acknowledged,
    ).toBe(true)
    expect(JSON.stringify((await ada.call('GET /fullProducts', { query: {} })).answer)).toContain(
      '"total":"12.550"',
    )
    expect(await books()).toEqual([])
  })

  /** Returns the two coffees with their current prices. */
  async function current() {
    const { espresso, lungo } = shop.shelves
    const ids = await prices()
    return [
      { ...espresso, price_cents: ids[0] ?? 0 },
      { ...lungo, price_cents: ids[1] ?? 0 },
    ]
  }
})
