import { setTimeout as sleep } from 'node:timers/promises'
import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { cancelAttempt } from '#server/payments/cancel-attempt.ts'
import { now } from '#server/platform/clock.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { fill } from '#test/cart.ts'
import { endDiscounts, giveByItself, giveCode, readDiscount } from '#test/selling/discounts.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const env = { PAYMENT_GATEWAY: 'later', TRUST_PROXY: '1' }

describe.each(stores)('discounts in the checkout on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env })
  let people = 0
  let ada: TestPerson
  let cora: TestPerson
  let from: { 'x-forwarded-for': string }
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    await saveTestSelling(shop.database, portugueseShop)
  })
  beforeEach(async () => {
    people += 1
    from = { 'x-forwarded-for': `198.51.100.${people}` }
    cora = await shop.person(`Cora ${people}`)
    await endDiscounts(shop.database)
  })

  /** Two espressos for 2.50 and a lungo for 10.05, which go to Lisbon for 4.50. */
  const fillCart = (person = cora) =>
    fill(person, shop.shelves.espresso, shop.shelves.lungo, shop.shelves.espresso)

  async function quoteFor(lines: string[], code?: string, { person = cora, methodId = 'post' } = {}) {
    const country = methodId === 'post' ? 'PT' : null
    const body = { lines, country, methodId, ...(code !== undefined && { code }) }
    return (await person.call('POST /checkout/quote', { body })).answer
  }

  async function requestFor(
    lines: string[],
    code?: string,
    { person = cora } = {},
  ): Promise<CheckoutRequest> {
    const { totals, offers } = await quoteFor(lines, code, { person })
    const promise = offers.find(({ id }) => id === 'post')?.promise ?? null
    const chosen = { methodId: 'post', address: lisbonAddress, note: '', promise }
    return { lines, ...chosen, total: totals?.total ?? 0, ...(code !== undefined && { code }) }
  }

  const pay = (body: CheckoutRequest, person = cora) => person.send('POST /checkout', { body })
  const buy = async (code?: string, person = cora) =>
    pay(await requestFor(await fillCart(person), code, { person }), person)
  const refusalOf = async (code: string, lines?: string[]) =>
    (await quoteFor(lines ?? (await fillCart()), code)).code?.refusal
  const orderOf = (paymentId: string | undefined) =>
    shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('payment_id', '=', String(paymentId))
      .executeTakeFirstOrThrow()
  const linesOf = (paymentId: string | undefined) =>
    shop.database.read
      .selectFrom('cart_items')
      .select(['price_cents', 'discount_cents'])
      .where('payment_id', '=', String(paymentId))
      .orderBy('id')
      .execute()
  const expectBooks = async () => expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])

  test('take a code off in any spelling, and the order keeps it on its lines, in its checkout and on its receipt', async () => {
    const { code } = await giveCode(shop.database, { value: 15 })
    const lines = await fillCart()
    const quote = await quoteFor(lines, ` ${code.toLowerCase()} `)
    // 15 % of 15.05 are 2.2575, so 2.26. The exact shares of it are 0.3754, 1.5092 and 0.3754.
    expect(quote.code).toEqual({ code })
    expect(quote.totals).toMatchObject({
      deliveryPrice: 450,
      discounts: [{ name: 'Spring', code, goods: 226, ofDelivery: 0 }],
      total: 1505 + 450 - 226,
    })
    const { answer } = await pay(await requestFor(lines, code))
    const order = await orderOf(answer.paymentId)
    expect(order.total_cents).toBe(1729)
    expect(await linesOf(answer.paymentId)).toEqual([
      { price_cents: 212, discount_cents: 38 },
      { price_cents: 854, discount_cents: 151 },
      { price_cents: 213, discount_cents: 37 },
    ])
    const receipt = (await cora.call('GET /myOrder/{id}', { params: { id: order.id } })).answer
    expect(receipt.items.map(({ price }) => price)).toEqual(['2.50', '10.05', '2.50'])
    expect([receipt.total, receipt.checkout?.discounts]).toEqual(['17.29', quote.totals?.discounts])
    await expectBooks()
  })

  test('are the best one that needs no code, and then the code, with free delivery apart from the goods', async () => {
    await giveByItself(shop.database, { kind: 'amount', value: 200 })
    await giveByItself(shop.database, { name: 'Ten', value: 20 })
    const { code } = await giveCode(shop.database, { kind: 'delivery', value: 400 })
    const lines = await fillCart()
    const { totals } = await quoteFor(lines, code)
    expect(totals?.discounts).toMatchObject([
      { name: 'Ten', code: null, goods: 301, ofDelivery: 0 },
      { code, goods: 0, ofDelivery: 400 },
    ])
    expect(totals?.total).toBe(1505 - 301 + 50)
    const picked = await quoteFor(lines, code, { methodId: 'counter' })
    expect([picked.totals?.discounts?.length, picked.code]).toEqual([1, { code }])
    const { answer } = await pay(await requestFor(lines, code))
    expect((await orderOf(answer.paymentId)).total_cents).toBe(1254)
    await expectBooks()
  })

  test('change the tax: it is in what is left of the goods and of the delivery', async () => {
    const { code } = await giveCode(shop.database, { kind: 'amount', value: 505 })
    const { totals } = await quoteFor(await fillCart(), code)
    const taxed = totals?.tax.reduce((sum, { net, tax }) => sum + net + tax, 0)
    expect([taxed, totals?.total]).toEqual([1450, 1450])
    // 14.50 with 23 % tax included.
    expect(totals?.tax).toEqual([{ rate: 2300, net: 1179, tax: 271 }])
  })

  test('are for the chosen coffees only, also by their brand', async () => {
    const { espresso, lungo } = shop.shelves
    const one = await giveCode(shop.database, { value: 50, chosen: JSON.stringify([lungo.id]) })
    const brand = await giveCode(shop.database, { value: 50, chosen: JSON.stringify([espresso.brand_id]) })
    const other = await giveCode(shop.database, { chosen: JSON.stringify(['no such product']) })
    const lines = await fillCart()
    expect((await quoteFor(lines, one.code)).totals?.discounts).toMatchObject([{ goods: 503 }])
    expect((await quoteFor(lines, brand.code)).totals?.discounts).toMatchObject([{ goods: 753 }])
    expect(await refusalOf(other.code, lines)).toBe('This code is not for these coffees.')
  })

  test('are refused in words, and nothing is charged', async () => {
    const lines = await fillCart()
    const refused: [Partial<DiscountRow>, string][] = [
      [{ ended_at: now() }, 'This code has ended.'],
      [{ until_day: '2020-01-01' }, 'This code has ended.'],
      [{ from_day: '2999-05-07' }, 'This code can be used from Tuesday, 7 May on.'],
      [{ max_uses: 1, used: 1 }, 'This code is used up.'],
      [{ from_subtotal_cents: 3000 }, 'This code needs coffee for at least $30.00.'],
    ]
    for (const [given, refusal] of refused) {
      const { code, id } = await giveCode(shop.database, given)
      expect(await refusalOf(code, lines)).toBe(refusal)
      const { problem } = await pay(await requestFor(lines, code))
      expect(problem).toMatchObject({ code: 'discount-refused', detail: refusal })
      // The rows of this test are not in order: one counts a use that it never had.
      await shop.database.write(({ tx }) => tx.deleteFrom('discounts').where('id', '=', id).execute())
    }
    expect(await refusalOf('nosuchcode', lines)).toBe('We do not know this code.')
    expect((await quoteFor(lines, 'nosuchcode')).totals?.total).toBe(1955)
  })

  test('begin and end with a day in the time zone of the shop', async () => {
    const today = Temporal.Now.zonedDateTimeISO(portugueseShop.timeZone).toPlainDate().toString()
    const { code } = await giveCode(shop.database, { from_day: today, until_day: today })
    expect(await refusalOf(code)).toBeUndefined()
  })

  test('of a code that is good for one go to one of 30 parallel customers', async () => {
    const { code, id } = await giveCode(shop.database, { max_uses: 1 })
    const buyers = await Promise.all(Array.from({ length: 30 }, (_, at) => shop.person(`Buyer ${at}`)))
    const requests = await Promise.all(
      buyers.map(async (person) => requestFor(await fillCart(person), code, { person })),
    )
    const replies = await Promise.all(requests.map((body, at) => pay(body, buyers[at])))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = replies.filter(({ status }) => status !== 200).map(({ problem }) => problem.code)
    expect(refused).toEqual(Array.from({ length: 29 }, () => 'discount-refused'))
    expect((await readDiscount(shop.database, id)).used).toBe(1)
    await expectBooks()
  })

  test('without a code that are used up change the total, and the customer sees the new one', async () => {
    const { id } = await giveByItself(shop.database, { max_uses: 1 })
    const request = await requestFor(await fillCart())
    const other = await shop.person(`Other ${people}`)
    expect((await buy(undefined, other)).status).toBe(200)
    expect((await pay(request)).problem.code).toBe('total-changed')
    expect((await pay(await requestFor(request.lines ?? []))).status).toBe(200)
    expect((await readDiscount(shop.database, id)).used).toBe(1)
  })

  test('for a first order are given once, and again when that order was cancelled', async () => {
    const { code } = await giveCode(shop.database, { is_first_order: 1, max_per_person: 1 })
    const first = (await buy(code)).answer
    expect(await refusalOf(code)).toBe('This code is only for a first order.')
    const id = (await orderOf(first.paymentId)).id
    await cora.call('DELETE /myOrder/{id}', { params: { id } })
    expect((await buy(code)).answer.status).toBe('waiting')
    await expectBooks()
  })

  test('for a first order are given to who has got the deliveries of a gift, which cost nothing', async () => {
    const { code } = await giveCode(shop.database, { is_first_order: 1, max_per_person: 1 })
    const { paymentId = '' } = (await buy()).answer
    const { total_cents } = await orderOf(paymentId)
    const change = (values: Partial<Pick<PaymentRow, 'subscription' | 'amount_cents'>>) =>
      shop.database.write(({ tx }) =>
        tx.updateTable('payments').set(values).where('id', '=', paymentId).execute(),
      )
    await change({ subscription: 'renewal' })
    expect(await refusalOf(code)).toBe('This code is only for a first order.')
    await change({ amount_cents: 0 })
    expect((await buy(code)).answer.status).toBe('waiting')
    await change({ subscription: null, amount_cents: total_cents })
  })

  test('go back with the lines when the payment fails: the code can be used again, and prices are as before', async () => {
    const { code, id } = await giveCode(shop.database, { max_uses: 1 })
    const { paymentId = '' } = (await buy(code)).answer
    expect(await refusalOf(code)).toBe('This code is used up.')
    await cancelAttempt(shop.payments, paymentId, { by: ada.userId })
    expect((await readDiscount(shop.database, id)).used).toBe(0)
    expect((await buy(code)).status).toBe(200)
    await expectBooks()
  })

  test('are refunded by what was paid: a part, then the rest to the cent, and the code can be used again', async () => {
    const { code, id } = await giveCode(shop.database, { value: 33, max_uses: 1 })
    const { paymentId = '' } = (await buy(code)).answer
    const order = await orderOf(paymentId)
    // 33 % of 15.05 are 4.9665, and the delivery costs 4.50.
    const paid = 1505 - 497 + 450
    expect(order.total_cents).toBe(paid)
    const params = { id: order.id }
    await ada.call('PUT /order/{id}/state', { params, body: { from: 'waiting', to: 'paid' } })
    const refund = (cents: number) =>
      ada.send('POST /order/{id}/refunds', { params, body: { amount: (cents / 100).toFixed(2) } })
    expect((await refund(paid + 1)).problem.code).toBe('refund-too-large')
    expect((await refund(333)).answer.status).toBe('succeeded')
    expect((await refund(paid - 332)).problem.code).toBe('refund-too-large')
    expect((await readDiscount(shop.database, id)).used).toBe(1)
    expect((await refund(paid - 333)).answer.status).toBe('succeeded')
    expect((await orderOf(paymentId)).state).toBe('refunded')
    expect((await readDiscount(shop.database, id)).used).toBe(0)
    await expectBooks()
  })

  test('have no person after the account was deleted', async () => {
    const { code, id } = await giveCode(shop.database)
    const { paymentId = '' } = (await buy(code)).answer
    const persons = async () => {
      const uses = shop.database.read.selectFrom('discount_uses').select(['id', 'person'])
      return uses.where('discount_id', '=', id).execute()
    }
    const [own, host] = cora.email.split('@')
    expect(await persons()).toMatchObject([{ person: `${own?.replaceAll('.', '')}@${host}` }])
    await cancelAttempt(shop.payments, paymentId, { by: ada.userId })
    await ada.call('DELETE /userDelete/{id}', { params: { id: cora.userId } })
    const [use] = await persons()
    expect(use?.person).toBe(use?.id)
  })

  test('never refuse an order because of its own use: a request that is sent again continues it', async () => {
    const { code } = await giveCode(shop.database, { max_uses: 1 })
    const request = await requestFor(await fillCart(), code)
    const first = await pay(request)
    const second = await pay(request)
    expect(second.answer).toEqual(first.answer)
  })

  test('that leave nothing to pay place the order as paid, without a gateway', async () => {
    const { code } = await giveCode(shop.database, { value: 100 })
    const free = await giveByItself(shop.database, { kind: 'delivery', value: null })
    const lines = await fillCart()
    const { totals } = await quoteFor(lines, code)
    expect([totals?.total, totals?.payments]).toEqual([0, [{ way: 'instant', note: '' }]])
    const { answer } = await pay(await requestFor(lines, code))
    expect(answer.status).toBe('paid')
    expect(await orderOf(answer.paymentId)).toMatchObject({ state: 'paid', total_cents: 0 })
    expect((await readDiscount(shop.database, free.id)).used).toBe(1)
    await expectBooks()
    const full = await requestFor(await fillCart())
    expect((await pay({ ...full, way: 'instant' })).problem.code).toBe('way-not-offered')
  })

  test('are ended once by a refund of 0 if nothing was paid, and come back with the stock', async () => {
    const { code, id } = await giveCode(shop.database, { value: 100, max_uses: 1 })
    const stocks = () => shop.database.read.selectFrom('stocks').select('remaining').orderBy('id').execute()
    await giveByItself(shop.database, { kind: 'delivery', value: null })
    const before = await stocks()
    const { paymentId } = (await buy(code)).answer
    const order = await orderOf(paymentId)
    const params = { id: order.id }
    const refund = (amount: string) => ada.send('POST /order/{id}/refunds', { params, body: { amount } })
    expect((await refund('0.01')).problem.code).toBe('refund-too-large')
    expect((await refund('0')).answer.status).toBe('succeeded')
    expect((await orderOf(paymentId)).state).toBe('refunded')
    expect([(await readDiscount(shop.database, id)).used, await stocks()]).toEqual([0, before])
    expect((await refund('0')).problem.code).toBe('state-conflict')
    const paid = await orderOf((await buy(undefined)).answer.paymentId)
    await ada.call('PUT /order/{id}/state', {
      params: { id: paid.id },
      body: { from: 'waiting', to: 'paid' },
    })
    const { problem } = await ada.send('POST /order/{id}/refunds', {
      params: { id: paid.id },
      body: { amount: '0' },
    })
    expect(problem.code).toBe('invalid-input')
    await expectBooks()
  })

  test('are taken again by an order that is reopened, unless they are used up', async () => {
    const { code, id } = await giveCode(shop.database, { max_uses: 1 })
    const order = await orderOf((await buy(code)).answer.paymentId)
    const params = { id: order.id }
    const move = (before: 'waiting' | 'cancelled', to: 'waiting' | 'cancelled') =>
      ada.send('PUT /order/{id}/state', { params, body: { from: before, to } })
    await move('waiting', 'cancelled')
    expect((await readDiscount(shop.database, id)).used).toBe(0)
    expect((await move('cancelled', 'waiting')).status).toBe(200)
    expect((await readDiscount(shop.database, id)).used).toBe(1)
    await expectBooks()
    await move('waiting', 'cancelled')
    const other = await shop.person(`Other ${people}`)
    expect((await buy(code, other)).status).toBe(200)
    expect((await move('cancelled', 'waiting')).problem).toMatchObject({
      code: 'state-conflict',
      detail: 'Its discount is used up.',
    })
    expect((await orderOf(order.payment_id)).state).toBe('cancelled')
    await expectBooks()
  })

  test('never refuse a request because of one that was sent at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { code } = await giveCode(shop.database, { max_uses: 1 })
      const request = await requestFor(await fillCart(), code)
      const later = [0, 2, 4, 6].map(async (ms) => {
        await sleep(ms)
        return pay(request)
      })
      const replies = await Promise.all(later)
      expect(replies.map(({ answer }) => answer?.status)).toEqual(replies.map(() => 'waiting'))
      expect(new Set(replies.map(({ answer }) => answer.paymentId)).size).toBe(1)
    }
  })

  test('are not found by guessing', async () => {
    const { code } = await giveCode(shop.database)
    const lines = await fillCart()
    const ask = async (typed: string) => {
      const body = { lines, country: 'PT', methodId: 'post', code: typed }
      return (await cora.send('POST /checkout/quote', { body, headers: from })).answer.code?.refusal
    }
    for (let tries = 0; tries < 60; tries++) {
      expect(await ask(code)).toBeUndefined()
      expect(await ask(`guess${tries}`)).toBe('We do not know this code.')
    }
    expect(await ask('guess60')).toMatch(/^Too many codes/)
    expect(await ask(code)).toMatch(/^Too many codes/)
  })
})
