import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quote } from '#contract/selling/checkout.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { cartOf, fill, fillIn, fullPayment } from '#test/cart.ts'
import { changeCatalogue } from '#test/catalogue.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { giveCode } from '#test/selling/discounts.ts'
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

  test('keeps the numbers of prices and rates', async () => {
    await fill(cora, shop.shelves.espresso)
    const before = (await ada.call('GET /selling', {})).answer
    expect((await change('EUR')).answer).toEqual({ currency: 'EUR' })
    expect(await prices()).toEqual([250, 1005, 1999])
    expect(await settings()).toEqual({ ...before.settings, currency: 'EUR' })
    expect((await cartOf(cora)).map(({ price, newPrice }) => [price, newPrice])).toEqual([
      ['2.50', undefined],
    ])
    expect((await ada.send('PUT /selling', { body: before })).status).toBe(422)
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(JSON.stringify(answer)).toContain('currency: USD to EUR')
  })

  test('cannot be one with other decimals while there are prices', async () => {
    const refused = { code: 'currency-fixed', detail: expect.stringContaining('other decimals') }
    expect((await change('JPY')).problem).toMatchObject(refused)
    const archive = (archived_at: number | null) =>
      changeCatalogue(shop.database, (tx) => tx.updateTable('products').set({ archived_at }).execute())
    await archive(Date.now())
    expect((await change('JPY')).problem).toMatchObject(refused)
    await saveTestSelling(shop.database, { ...portugueseShop, methods: [] })
    const { id } = await giveCode(shop.database, { kind: 'amount', value: 500 })
    expect((await change('JPY')).problem).toMatchObject(refused)
    await shop.database.write(({ tx }) => tx.deleteFrom('discounts').where('id', '=', id).execute())
    expect((await change('JPY')).answer).toEqual({ currency: 'JPY' })
    const restored = { params: { id: shop.shelves.espresso.id } }
    expect((await ada.send('PUT /packetNameRestore/{id}', restored)).status).toBe(404)
    await archive(null)
  })

  test.each(['MGA', 'UGX', 'XXX', 'ABC'])('cannot be %s', async (currency) => {
    expect((await change(currency)).problem).toMatchObject({ code: 'invalid-input' })
  })

  test.each(['JPY', 'KWD'])(
    'can be %s for a sale with delivery and tax, and is fixed then',
    async (currency) => {
      const [items, delivery] = [1255, 450]
      const tax = [
        { rate: 2300, net: 366, tax: 84 },
        { rate: 600, net: 1184, tax: 71 },
      ]
      await saveTestSelling(shop.database, { ...portugueseShop, currency })
      const lines = await fillIn(currency, cora, [shop.shelves.espresso, shop.shelves.lungo])
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
      const { paymentId = '' } = (await cora.call('POST /checkout', { body: { ...request, currency } }))
        .answer
      const { checkout } = (await cora.call('GET /checkout/{id}', { params: { id: paymentId } })).answer
      expect(checkout).toMatchObject({ currency, total: items + delivery })
      expect(await books()).toEqual([])
      expect((await ada.call('GET /selling/currency', {})).answer).toEqual({ currency, isFixed: true })
      expect((await change('EUR')).problem.code).toBe('currency-fixed')
      expect((await settings()).currency).toBe(currency)
      const data = JSON.stringify({ ...checkout, currency: 'EUR' })
      await shop.database.write(({ tx }) => tx.updateTable('checkouts').set({ data }).execute())
      expect(await books()).toEqual([expect.stringContaining(`was agreed in EUR, not in ${currency}`)])
    },
  )

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
    await saveTestSelling(shop.database, { ...portugueseShop, methods: [], currency: 'KWD' })
    await fillIn('KWD', cora, [shop.shelves.espresso, shop.shelves.lungo])
    const shown = await cartOf(cora)
    expect(shown.map(({ price }) => price).toSorted()).toEqual(['0.250', '1.005'])
    const body = fullPayment(cora, shown, 'KWD')
    expect(body.total).toBe('1.255')
    const wrong = await cora.send('POST /fullOrder', { body: { ...body, total: '1.2555' } })
    expect(wrong.status).toBe(422)
    expect(
      (await cora.call('POST /fullOrder', { body: { ...body, total: 1.255 } })).answer.acknowledged,
    ).toBe(true)
    expect(JSON.stringify((await ada.call('GET /fullProducts', { query: {} })).answer)).toContain(
      '"total":"1.255"',
    )
    expect(await books()).toEqual([])
  })
})
