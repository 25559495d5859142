import '#test/cheap-passwords.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckoutRequest, Quote } from '#contract/selling/checkout.ts'
import type { Address, Checkout } from '#contract/selling/settings.ts'
import { DEFAULT_CURRENCY } from '#contract/values/money.ts'
import { cartOf, fill } from '#test/cart.ts'
import { changeCatalogue, putInStock, sellWithoutStock, setPrice } from '#test/catalogue.ts'
import {
  counter,
  lisbonAddress,
  portugueseShop,
  post,
  saveTestSelling,
} from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'

describe.each(stores)('the checkout on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let people = 0
  let cora: TestPerson
  let lines: string[]
  beforeEach(async () => {
    people += 1
    cora = await shop.person(`Cora ${people}`)
    await saveTestSelling(shop.database, portugueseShop)
    const { espresso, lungo, packet } = shop.shelves
    await changeCatalogue(shop.database, async (tx) => {
      const set = (id: string, weight_grams: number, tax_class: 'standard' | 'reduced') =>
        tx.updateTable('products').set({ weight_grams, tax_class }).where('id', '=', id).execute()
      await set(espresso.id, 250, 'reduced')
      await set(lungo.id, 500, 'reduced')
      await set(packet.id, 1000, 'standard')
    })
    lines = await fill(cora, espresso, lungo)
  })
  afterEach(() => void vi.useRealTimers())

  const quoteFor = async (given: object = {}): Promise<Quote> =>
    (
      await cora.send('POST /checkout/quote', {
        body: { lines, country: 'PT', methodId: 'post', ...given },
      })
    ).answer

  /** Returns the checkout request of a customer to whom this quote was shown. */
  function requestFor(quote: Quote, address: Address | null = lisbonAddress): CheckoutRequest {
    const { totals } = quote
    const offer = quote.offers.find(({ id }) => id === totals?.methodId)
    return {
      lines: quote.lines.map(({ _id }) => _id),
      methodId: offer?.id ?? '',
      address,
      note: ' Ring twice ',
      total: totals?.total ?? 0,
      promise: offer?.promise ?? null,
    }
  }

  const checkOut = (body: object) => cora.send('POST /checkout', { body })
  const payments = () =>
    shop.database.read.selectFrom('payments').selectAll().where('user_id', '=', cora.userId).execute()

  test('shows lines, delivery, tax and total, computed by the server', async () => {
    const quote = await quoteFor()
    expect(quote).toMatchObject({
      currency: DEFAULT_CURRENCY,
      country: 'PT',
      itemsTotal: 1255,
      weightGrams: 750,
    })
    expect(
      quote.lines.map(({ productName, price, weightGrams }) => [productName, price, weightGrams]),
    ).toEqual([
      ['Espresso', 250, 250],
      ['Lungo', 1005, 500],
    ])
    expect(quote.offers.map(({ id, price }) => [id, price])).toEqual([
      ['post', 450],
      ['counter', 0],
    ])
    // The lines cost 12.55 with 6 % tax included, and the delivery costs 4.50 with 23 % tax included.
    expect(quote.totals).toEqual({
      methodId: 'post',
      deliveryPrice: 450,
      payments: [{ way: 'instant', note: '' }],
      total: 1705,
      tax: [
        { rate: 2300, net: 366, tax: 84 },
        { rate: 600, net: 1184, tax: 71 },
      ],
    })
  })

  test('knows the countries of all zones, and only pickups without a country', async () => {
    expect((await quoteFor()).countries).toHaveLength(249)
    const [iberia] = post.zones
    await saveTestSelling(shop.database, {
      ...portugueseShop,
      methods: [{ ...post, zones: iberia ? [iberia] : [] }, counter],
    })
    expect((await quoteFor()).countries).toEqual(['ES', 'PT'])
    expect((await quoteFor({ country: 'FR' })).offers.map(({ id }) => id)).toEqual(['counter'])
    const quote = await quoteFor({ country: null })
    expect([quote.offers.map(({ id }) => id), quote.totals]).toEqual([['counter'], null])
  })

  test('quotes the whole cart if no lines are named, without lines that are no longer sold', async () => {
    const { lines: all } = await quoteFor({ lines: undefined })
    expect(all.map(({ _id }) => _id)).toEqual(lines)
    expect((await quoteFor({ lines: [...lines.slice(1), 'no such line'] })).lines).toMatchObject([
      { _id: lines[1] },
    ])
  })

  test('quotes and refuses lines of which too little is left, with the number that is left', async () => {
    const { espresso } = shop.shelves
    await fill(cora, espresso)
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [espresso, 250])
    const quote = await quoteFor({ lines: undefined })
    expect(quote.lines.map(({ productName, soldOut }) => [productName, soldOut])).toEqual([
      ['Espresso', undefined],
      ['Lungo', undefined],
      ['Espresso', true],
    ])
    const refused = await checkOut(requestFor(quote))
    expect(refused.problem).toMatchObject({
      code: 'sold-out',
      detail: 'Only 1 of Espresso is left.',
      left: 1,
    })
    expect((await checkOut(requestFor(await quoteFor({ lines })))).status).toBe(200)
    await sellWithoutStock(shop.database, espresso)
  })

  test('charges what was shown, and stores what the customer agreed to', async () => {
    const saved = (await cora.call('POST /addresses', { body: lisbonAddress })).answer
    const request = requestFor(await quoteFor())
    const { status, paymentId = '' } = (await checkOut(request)).answer
    expect(status).toBe('paid')
    expect(
      (await payments()).map((row) => [row.id, row.amount_cents, row.status, row.kind, row.has_checkout]),
    ).toEqual([[paymentId, 1705, 'succeeded', 'full', 1]])
    const row = await shop.database.read
      .selectFrom('checkouts')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
    const agreed: Checkout = JSON.parse(row.data)
    expect(agreed).toMatchObject({
      currency: DEFAULT_CURRENCY,
      method: { id: 'post', name: 'Post', kind: 'parcel', note: 'With a tracking number.' },
      address: lisbonAddress,
      note: 'Ring twice',
      promise: request.promise,
      weightGrams: 750,
      itemsTotal: 1255,
      deliveryPrice: 450,
      total: 1705,
    })
    expect(row).toMatchObject({
      user_id: cora.userId,
      method_kind: 'parcel',
      roast_on: request.promise?.roastOn,
    })
    const order = await shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ total_cents: 1705, kind: 'full' })
    const address = await shop.database.read
      .selectFrom('addresses')
      .selectAll()
      .where('id', '=', saved._id)
      .executeTakeFirstOrThrow()
    expect(address.used_at).not.toBeNull()
  })

  test('shows the order afterwards, to its owner only', async () => {
    const { paymentId: id = '' } = (await checkOut(requestFor(await quoteFor()))).answer
    const { number, checkout } = (await cora.call('GET /checkout/{id}', { params: { id } })).answer
    expect([checkout.total, checkout.addressLines.at(-1)]).toEqual([1705, 'Portugal'])
    expect(number).toBeGreaterThan(0)
    expect((await cora.call('GET /payment/{id}', { params: { id } })).answer.status).toBe('paid')
    const dora = await shop.person(`Dora ${people}`)
    expect((await dora.send('GET /checkout/{id}', { params: { id } })).status).toBe(404)
    expect((await dora.send('GET /payment/{id}', { params: { id } })).status).toBe(404)
  })

  test('of an order that is picked up stores no address, and has the tax of the shop', async () => {
    const quote = await quoteFor({ country: 'US', methodId: 'counter' })
    expect(quote.totals).toMatchObject({
      deliveryPrice: 0,
      total: 1255,
      tax: [{ rate: 600, net: 1184, tax: 71 }],
    })
    const { paymentId: id = '' } = (await checkOut(requestFor(quote, null))).answer
    const { checkout } = (await cora.call('GET /checkout/{id}', { params: { id } })).answer
    expect([checkout.address, checkout.method.kind]).toEqual([null, 'pickup'])
  })

  test('to a country without tax rates has no tax', async () => {
    const quote = await quoteFor({ country: 'US' })
    expect(quote.totals).toMatchObject({ deliveryPrice: 2000, tax: [] })
  })

  describe('charges nothing and says why', () => {
    async function expectRefusal(body: object, code: string) {
      const refused = await checkOut(body)
      expect([refused.status, refused.problem.code]).toEqual([code === 'invalid-input' ? 422 : 409, code])
      expect(await payments()).toEqual([])
      expect((await quoteFor({ methodId: null })).lines).toHaveLength(2)
      return refused.problem
    }

    test('if the total is not the one that was shown', async () => {
      const request = requestFor(await quoteFor())
      for (const total of [request.total - 1, request.total + 1, 0]) {
        const problem = await expectRefusal({ ...request, total }, 'total-changed')
        expect(problem.total).toBe('17.05')
      }
    })

    test('if a price has changed since', async () => {
      const request = requestFor(await quoteFor())
      await setPrice(shop.database, shop.shelves.espresso, 275)
      await expectRefusal(request, 'total-changed')
      await setPrice(shop.database, shop.shelves.espresso, 250)
    })

    test('if the price of the delivery has changed since', async () => {
      const request = requestFor(await quoteFor({ country: 'US' }), {
        ...lisbonAddress,
        country: 'US',
        region: 'CA',
        postcode: '94043',
      })
      const [iberia] = post.zones
      const [, world] = post.zones
      if (!iberia || !world) throw new Error('The post has two zones.')
      const dearer = { ...world, rate: { type: 'flat' as const, price: 2100 } }
      await saveTestSelling(shop.database, {
        ...portugueseShop,
        methods: [{ ...post, zones: [iberia, dearer] }],
      })
      await expectRefusal(request, 'total-changed')
    })

    test('if the way of delivery was deleted since', async () => {
      const request = requestFor(await quoteFor())
      await saveTestSelling(shop.database, { ...portugueseShop, methods: [counter] })
      await expectRefusal(request, 'cannot-be-delivered')
    })

    test('if a parcel that costs nothing has become a pickup, or the other way round', async () => {
      const free = { countries: ['PT'], rate: { type: 'flat' as const, price: 0 }, freeFrom: null }
      const bicycle = { ...post, zones: [{ ...free, transitDays: { least: 0, most: 0 } }] }
      const sameDay = { ...portugueseShop, roasting: { ...portugueseShop.roasting, weekdays: [] } }
      const offer = (method: typeof post) => saveTestSelling(shop.database, { ...sameDay, methods: [method] })
      const corner = { ...counter, id: post.id }
      await offer(bicycle)
      const parcel = requestFor(await quoteFor())
      await offer(corner)
      await expectRefusal(parcel, 'cannot-be-delivered')
      const pickup = requestFor(await quoteFor(), null)
      await offer(bicycle)
      await expectRefusal(pickup, 'cannot-be-delivered')
    })

    test('if the promise has changed since', async () => {
      const request = requestFor(await quoteFor())
      const closed = request.promise?.roastOn ?? ''
      await saveTestSelling(shop.database, {
        ...portugueseShop,
        roasting: { ...portugueseShop.roasting, closedDays: [closed] },
      })
      await expectRefusal(request, 'promise-changed')
    })

    test('if the address is in a country with another price', async () => {
      const request = requestFor(await quoteFor())
      const address = { ...lisbonAddress, country: 'US', region: 'CA', postcode: '94043' }
      await expectRefusal({ ...request, address }, 'total-changed')
    })

    test('if the parcel has no address, or the method does not exist', async () => {
      const request = requestFor(await quoteFor())
      await expectRefusal({ ...request, address: null }, 'cannot-be-delivered')
      await expectRefusal({ ...request, methodId: 'pigeon' }, 'cannot-be-delivered')
    })

    test('if the address is not complete', async () => {
      const request = requestFor(await quoteFor())
      const problem = await expectRefusal(
        { ...request, address: { ...lisbonAddress, postcode: 'x' } },
        'invalid-input',
      )
      expect(problem.errors?.map(({ field }) => field)).toEqual(['address.postcode'])
    })

    test('if the browser sends prices, a currency or a state of its own', async () => {
      const request = requestFor(await quoteFor())
      await expectRefusal({ ...request, deliveryPrice: 0 }, 'invalid-input')
      await expectRefusal({ ...request, payment: 'OK' }, 'invalid-input')
      await expectRefusal({ ...request, total: -5 }, 'invalid-input')
    })

    test('if the order is too heavy for every parcel', async () => {
      await shop.database.write(({ tx }) =>
        tx.updateTable('cart_items').set({ weight_grams: 6000 }).where('user_id', '=', cora.userId).execute(),
      )
      expect((await quoteFor()).offers.map(({ id }) => id)).toEqual(['counter'])
    })
  })

  test('charges once for a double click, and says the second time that it is paid', async () => {
    const request = requestFor(await quoteFor())
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkOut(request)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const placed = await payments()
    expect(placed).toHaveLength(1)
    expect(answers.map(({ answer }) => answer.paymentId)).toEqual(answers.map(() => placed[0]?.id))
    expect(answers.filter(({ answer }) => !answer.alreadyPaid)).toHaveLength(1)
    const rows = await shop.database.read
      .selectFrom('checkouts')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('quotes no lines that are paid already', async () => {
    await checkOut(requestFor(await quoteFor()))
    expect(await quoteFor()).toMatchObject({ lines: [], itemsTotal: 0, weightGrams: 0 })
    expect((await quoteFor({ lines: undefined })).lines).toEqual([])
  })

  test('does not pay for the lines of other people', async () => {
    const request = requestFor(await quoteFor())
    const dora = await shop.person(`Dora ${people}`)
    const refused = await dora.send('POST /checkout', { body: request })
    expect(refused.status).toBe(404)
    expect(await payments()).toEqual([])
  })

  test('asks for nothing but the total if the shop has no delivery methods', async () => {
    const request = requestFor(await quoteFor())
    await saveTestSelling(shop.database, { ...portugueseShop, methods: [] })
    expect((await checkOut(request)).problem.code).toBe('cannot-be-delivered')
    const quote = await quoteFor({ country: null, methodId: null })
    const { totals, delivers } = quote
    expect([delivers, totals?.methodId, totals?.deliveryPrice, totals?.total]).toEqual([
      false,
      null,
      0,
      quote.itemsTotal,
    ])
    const plain = { ...request, methodId: null, address: null, promise: null, total: quote.itemsTotal }
    const withAddress = await checkOut({ ...plain, address: lisbonAddress })
    const cheaper = await checkOut({ ...plain, total: quote.itemsTotal - 1 })
    expect([withAddress.problem.code, cheaper.problem.code]).toEqual(['cannot-be-delivered', 'total-changed'])
    const { answer } = await checkOut(plain)
    expect(answer.status).toBe('paid')
    expect(await payments()).toMatchObject([{ amount_cents: quote.itemsTotal, has_checkout: 0 }])
    expect((await checkOut(plain)).answer).toEqual({ ...answer, alreadyPaid: true })
    expect((await cora.send('GET /checkout/{id}', { params: { id: String(answer.paymentId) } })).status).toBe(
      404,
    )
  })

  test('tells admins what an order that is placed now would be promised', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), toFake: ['Date'] })
    const ada = await shop.admin(`Ada ${people}`)
    expect((await ada.call('GET /selling/promises', {})).answer).toEqual([
      {
        method: 'Post',
        kind: 'parcel',
        promise: { roastOn: '2026-11-23', from: '2026-11-24', to: '2026-11-26' },
      },
      {
        method: 'At the roastery',
        kind: 'pickup',
        promise: { roastOn: '2026-11-23', from: '2026-11-23', to: '2026-11-23' },
      },
    ])
  })
})

describe.each(anyStore)('the calls that pay without a checkout', ({ fresh }) => {
  const demo = givenShop(fresh, { env: { DEMO: '1' } })
  const real = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })

  test('work in a demo shop beside its checkout, with and without delivery methods', async () => {
    const cora = await demo.person('Cora')
    const [one = '', other = '', third = ''] = await fill(cora, ...Array(3).fill(demo.shelves.espresso))
    const pay = (id: string) => cora.send('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect((await pay(one)).status).toBe(200)
    await saveTestSelling(demo.database, {
      ...portugueseShop,
      roasting: { ...portugueseShop.roasting, weekdays: [] },
    })
    expect((await pay(other)).status).toBe(200)
    const body = { lines: [third], methodId: counter.id, address: null, note: '', total: 250, promise: null }
    expect((await cora.call('POST /checkout', { body })).answer.status).toBe('paid')
  })

  test.each([[[]], [[counter]]])(
    'are refused in a real shop with the delivery methods %j',
    async (methods) => {
      await saveTestSelling(real.database, { ...portugueseShop, methods })
      const cora = await real.person(`Cora ${methods.length}`)
      const [id = ''] = await fill(cora, real.shelves.espresso)
      const single = await cora.send('PUT /singlePayment/{id}', { params: { id }, body: {} })
      const full = await cora.send('POST /fullOrder', {
        body: { email: cora.email, items: [{ _id: id }], total: '2.50' },
      })
      expect([single, full].map(({ status, problem }) => [status, problem.code])).toEqual([
        [409, 'checkout-needed'],
        [409, 'checkout-needed'],
      ])
      expect((await cartOf(cora)).map(({ checking }) => checking)).toEqual([undefined])
    },
  )
})
