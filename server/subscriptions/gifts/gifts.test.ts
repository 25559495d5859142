import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSubscriptions } from '#server/account/export-subscriptions.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { erasePeople } from '#server/erase-guests.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { markPaid } from '#server/payments/mark-paid.ts'
import { refund } from '#server/payments/refunds/refund.ts'
import { joinGuests } from '#server/user-data.ts'
import { cookiesOf } from '#test/calls.ts'
import { lastToken, mailsTo } from '#test/mails/queued-mails.ts'
import {
  buyGift,
  giftQuote,
  newGift,
  opened,
  orderGift,
  redemption,
  settleDispute,
} from '#test/selling/gifts.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** A Tuesday, on which the shop roasts until 10:00. */
const NOW = Date.parse('2026-11-24T08:00:00Z')

describe.each(stores)('gifts on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later', TRUST_PROXY: '1' } })
  let ada: TestPerson
  let email = ''
  let recipient = ''
  let count = 0
  const from = () => ({ 'x-forwarded-for': `198.51.100.${count}` })
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting, ways: ['transfer', 'pickup'] })
    await saveOpening(shop.database, forEveryone)
  })
  beforeEach(() => {
    count += 1
    email = `gil${count}@people.example`
    recipient = `rui${count}@people.example`
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  })
  afterEach(() => vi.useRealTimers())

  const open = (code: string) => shop.send('POST /gifts/code', { body: { code }, headers: from() })
  const redeem = (code: string) =>
    shop.send('POST /gifts/subscription', { ...redemption(code, recipient), headers: from() })
  const orderOf = (paymentId: string) =>
    shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
  const giftOf = (paymentId: string) =>
    shop.database.read
      .selectFrom('gifts')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
  const begunOf = async (paymentId: string) => {
    const row = shop.database.read.selectFrom('subscriptions').selectAll().where('payment_id', '=', paymentId)
    return row.executeTakeFirst()
  }
  type Step = Parameters<typeof ada.send<'PUT /order/{id}/state'>>[1]['body']
  const step = ({ id }: { id: string }, body: Step) =>
    ada.send('PUT /order/{id}/state', { params: { id }, body })
  const takeBack = (order: { id: string }) => step(order, { from: 'delivered', to: 'waiting' })

  test('cost their deliveries once, with the tax of the country, and no discount of the weight of all', async () => {
    const body = { ...giftQuote, productId: shop.shelves.espresso.id, quantity: 2 }
    const { answer } = await shop.call('POST /gifts/quote', { body })
    expect(answer).toMatchObject({
      itemsTotal: 1500,
      offers: [{ id: 'post', price: 1350 }],
      totals: {
        deliveryPrice: 1350,
        total: 2850,
        tax: [{ rate: 2300, net: 2317, tax: 533 }],
        payments: [{ way: 'transfer' }],
      },
    })
    expect([answer.roastDays.length, answer.roastDays[0], answer.roastDays.at(-1)]).toEqual([
      26,
      '2026-12-01',
      '2027-05-25',
    ])
  })

  test('are an order that takes no coffee, and is done once it is paid', async () => {
    const paymentId = await orderGift(shop, { email })
    const order = await orderOf(paymentId)
    expect(order).toMatchObject({ state: 'waiting', total_cents: 2100, customer: 'Gil' })
    expect(await giftOf(paymentId)).toMatchObject({ code_hash: null, deliveries: 3 })
    expect((await mailsTo(shop.database, email)).map(({ template }) => template)).not.toContain('gift')
    await markPaid(shop.payments, paymentId, { by: ada.userId })
    expect(await orderOf(paymentId)).toMatchObject({ state: 'delivered', delivered_at: NOW })
    expect((await ada.call('GET /pickList', {})).answer).not.toContainEqual(
      expect.objectContaining({ number: order.number }),
    )
    const moves = shop.database.read
      .selectFrom('stock_moves')
      .select('id')
      .where('payment_id', '=', paymentId)
    expect(await moves.execute()).toEqual([])
    const checkout = shop.database.read
      .selectFrom('checkouts')
      .select('data')
      .where('payment_id', '=', paymentId)
    expect(JSON.parse((await checkout.executeTakeFirstOrThrow()).data)).toMatchObject({
      gift: { country: 'PT' },
      method: { name: 'Gift, 3 deliveries: Post' },
      address: null,
      note: 'A gift for Rui Alves',
      deliveryPrice: 1350,
      promise: null,
    })
  })

  test('say in every list whether their code was used, and are neither packed nor sent', async () => {
    const cora = await shop.person(`Cora ${count}`)
    const body = { ...newGift, productId: shop.shelves.espresso.id }
    const { paymentId = '' } = (await cora.call('POST /gifts', { body })).answer
    await markPaid(shop.payments, paymentId, { by: ada.userId })
    const order = await orderOf(paymentId)
    const query = { email: cora.email }
    const shown = async () => {
      const { answer: lines } = await ada.call('GET /allProducts', { query })
      return {
        own: (await cora.call('GET /myOrders', { query: {} })).answer.orders.map(({ gift }) => gift),
        page: (await ada.call('GET /order/{id}', { params: { id: order.id } })).answer.gift,
        list: (await ada.call('GET /fullProducts', { query })).answer.map(({ gift }) => gift),
        lines: [...new Set(lines.map(({ gift }) => gift))],
      }
    }
    const all = (gift: string) => ({ own: [gift], page: gift, list: [gift], lines: [gift] })
    expect(await shown()).toEqual(all('unused'))
    await settleDispute(shop, { paymentId, kind: 'dispute', status: 'open' })
    expect(await shown()).toEqual(all('blocked'))
    await settleDispute(shop, { paymentId, kind: 'dispute', status: 'won' })
    await redeem(await lastToken(shop.database, cora.email))
    expect(await shown()).toEqual(all('used'))
    expect((await step(order, { from: 'delivered', to: 'sent' })).problem.code).toBe('invalid-input')
    const { answer: lines } = await ada.call('GET /allProducts', { query })
    const moved = { params: { id: lines[0]?._id ?? '' }, body: { from: 'Delivered', to: 'Sent' } } as const
    expect((await ada.send('PUT /delivery/{id}', moved)).problem.code).toBe('invalid-input')
  })

  test('are marked as paid by an admin, who can take that back', async () => {
    const paymentId = await orderGift(shop, { email })
    const order = await orderOf(paymentId)
    const shown = async () => (await ada.call('GET /order/{id}', { params: { id: order.id } })).answer
    const canTakeBack = async () => (await shown()).canTakeBackPayment
    const actions = async () =>
      (await ada.call('GET /audit', { query: {} })).answer.flatMap(({ action, subject }) =>
        subject === `Order ${order.number}` ? [action] : [],
      )
    const templates = async () => (await mailsTo(shop.database, email)).map(({ template }) => template)
    expect((await step(order, { from: 'waiting', to: 'paid' })).answer).toMatchObject({ modifiedCount: 1 })
    expect([await canTakeBack(), await actions()]).toEqual([true, ['marked as paid']])
    expect(await templates()).toEqual(['order-confirmation', 'gift'])
    // The mail with the code is not repeated: a new code is mailed instead.
    expect((await shown()).mails.map(({ subject }) => subject)).not.toContain('Your gift')
    expect((await takeBack(order)).answer).toMatchObject({ modifiedCount: 1 })
    expect(await orderOf(paymentId)).toMatchObject({ state: 'waiting', delivered_at: null })
    expect([await canTakeBack(), await actions()]).toEqual([
      undefined,
      ['took back payment', 'marked as paid'],
    ])
    expect(await templates()).toEqual(['order-confirmation', 'payment-taken-back'])
  })

  test('show their message to the person with the code, however it is typed, and begin a subscription', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const typed = code.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase()
    expect((await open(typed)).answer).toMatchObject({ ...opened, hasBegun: false })
    expect((await redeem(typed)).answer).toEqual({ firstOn: '2026-12-08' })
    expect(await begunOf(paymentId)).toMatchObject({
      state: 'active',
      next_on: '2026-12-08',
      deliveries_left: 3,
      every_weeks: 2,
    })
    const { id } = await orderOf(paymentId)
    const { answer: order } = await ada.call('GET /order/{id}', { params: { id } })
    expect([order.gift, order.canTakeBackPayment]).toEqual(['used', undefined])
    const [mail] = await mailsTo(shop.database, recipient)
    const linked = await shop.call('POST /subscriptions/link', { body: { token: mail?.token ?? '' } })
    expect(linked.answer.subscriptions).toMatchObject([{ deliveriesLeft: 3, next: [{}, {}, {}] }])
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('begin on the first possible roast day if their first day has passed', async () => {
    const { code } = await buyGift(shop, { email })
    vi.setSystemTime(Date.parse('2027-01-01T08:00:00Z'))
    expect((await redeem(code)).answer).toEqual({ firstOn: '2027-01-05' })
  })

  test('wait for a recipient without an order for longer than other guests are kept', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    await redeem(code)
    vi.setSystemTime(NOW + 31 * 24 * 60 * 60_000)
    await erasePeople(shop.database, 10)
    expect(await begunOf(paymentId)).toMatchObject({ state: 'active', deliveries_left: 3 })
  })

  test('have a code that works once, also in two tabs at the same moment', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    const both = await Promise.all([redeem(code), redeem(code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await redeem(code)).problem.code).toBe('gift-used')
    expect((await open(code)).answer.hasBegun).toBe(true)
    const begun = shop.database.read
      .selectFrom('subscriptions')
      .select('id')
      .where('payment_id', '=', paymentId)
    expect(await begun.execute()).toHaveLength(1)
  })

  test('are not found with a wrong code, which can be tried only so often', async () => {
    expect((await open('AAAA-BBBB-CCCC-DDDD')).problem.code).toBe('gift-unknown')
    expect((await redeem('')).problem.code).toBe('gift-unknown')
    const tries = await Promise.all(Array.from({ length: 70 }, () => open('AAAA-BBBB-CCCC-DDDD')))
    expect(tries.at(-1)?.problem.code).toBe('too-many-requests')
  })

  test('go only to the country that was paid, and to a person with an address', async () => {
    const { code } = await buyGift(shop, { email })
    const address = { ...lisbonAddress, country: 'DE', postcode: '10115', city: 'Berlin' }
    const body = { code, email: recipient, address }
    const abroad = await shop.send('POST /gifts/subscription', { body, headers: from() })
    expect(abroad.problem.code).toBe('cannot-be-delivered')
    const withoutEmail = { code, address: lisbonAddress }
    const unknown = await shop.send('POST /gifts/subscription', { body: withoutEmail, headers: from() })
    expect(unknown.problem.code).toBe('not-signed-in')
    expect((await redeem(code)).status).toBe(200)
  })

  test('have no code while they are not paid, and another one if the money was taken back and came later', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    await takeBack(await orderOf(paymentId))
    expect((await redeem(code)).problem.code).toBe('gift-unknown')
    await markPaid(shop.payments, paymentId, { by: ada.userId })
    expect((await redeem(code)).problem.code).toBe('gift-unknown')
    expect((await redeem(await lastToken(shop.database, email))).status).toBe(200)
  })

  test('stay paid once their code was used, also if that happens while the money is taken back', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    const both = await Promise.all([redeem(code), takeBack(await orderOf(paymentId))])
    const [begun, taken] = both.map(({ status }) => status)
    expect([begun, taken]).toEqual(begun === 200 ? [200, 409] : [404, 200])
    const used = await buyGift(shop, { email })
    await redeem(used.code)
    const order = await orderOf(used.paymentId)
    expect((await takeBack(order)).problem.code).toBe('gift-used')
    expect(await begunOf(used.paymentId)).toMatchObject({ state: 'active', deliveries_left: 3 })
    expect(await orderOf(used.paymentId)).toEqual(order)
  })

  test('are quoted for the first country and its first delivery until the buyer chooses others', async () => {
    const body = { ...giftQuote, productId: shop.shelves.espresso.id }
    const chosen = await shop.call('POST /gifts/quote', { body })
    const first = await shop.call('POST /gifts/quote', { body: { ...body, country: null, methodId: null } })
    expect(first.answer).toMatchObject({ country: 'PT', totals: { methodId: 'post', total: 2100 } })
    expect({ ...first.answer, lines: [] }).toEqual({ ...chosen.answer, lines: [] })
  })

  test('get a new code from an admin until the code is used, which replaces the one before', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    const { id, number } = await orderOf(paymentId)
    const renew = () => ada.send('POST /order/{id}/giftCode', { params: { id } })
    expect((await renew()).status).toBe(200)
    const { answer } = await ada.call('GET /audit', { query: {} })
    const entry = answer.find(({ action }) => action === 'sent new gift code')
    expect(entry).toMatchObject({ subject: `Order ${number}`, detail: email })
    const second = await lastToken(shop.database, email)
    expect([(await open(code)).problem.code, (await open(second)).answer.hasBegun]).toEqual([
      'gift-unknown',
      false,
    ])
    await redeem(second)
    expect((await renew()).problem.code).toBe('gift-used')
    const unpaid = await orderOf(await orderGift(shop, { email }))
    const refused = await ada.send('POST /order/{id}/giftCode', { params: { id: unpaid.id } })
    expect(refused.problem.code).toBe('state-conflict')
  })

  test.each(['waiting', 'sent'] as const)(
    'go to the corrected address of their buyer with a new code if the one before is %s',
    async (status) => {
      const { code, paymentId } = await buyGift(shop, { email })
      await shop.database.write(({ tx }) =>
        tx.updateTable('outbox').set({ status }).where('recipient', '=', email).execute(),
      )
      const { id } = await orderOf(paymentId)
      const right = `right.${email}`
      const correct = () =>
        ada.send('PUT /order/{id}/address', { params: { id }, body: { email: right, tellsCustomer: false } })
      const codes = async (to: string) =>
        (await mailsTo(shop.database, to)).flatMap(({ template, token }) =>
          template === 'gift' ? [token] : [],
        )
      expect((await correct()).answer.modifiedCount).toBe(1)
      const [renewed = '', ...others] = await codes(right)
      expect([await codes(email), others]).toEqual([[], []])
      expect((await open(code)).problem.code).toBe('gift-unknown')
      await redeem(renewed)
      expect((await correct()).problem.code).toBe('state-conflict')
    },
  )

  test('keeps a working code if a dispute is won that the shop did not know of', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    await settleDispute(shop, { paymentId, kind: 'dispute', status: 'won' })
    expect((await open(code)).status).toBe(200)
  })

  test('end when they are refunded, whether the code was used or not', async () => {
    const unused = await buyGift(shop, { email })
    const used = await buyGift(shop, { email })
    await redeem(used.code)
    const part = { paymentId: used.paymentId, amountCents: 100, by: ada.userId }
    await refund(shop.payments, part)
    expect(await begunOf(used.paymentId)).toMatchObject({ state: 'active' })
    await refund(shop.payments, { ...part, amountCents: 2000 })
    await refund(shop.payments, { ...part, paymentId: unused.paymentId, amountCents: 2100 })
    expect(await begunOf(used.paymentId)).toMatchObject({ state: 'ended' })
    expect((await open(unused.code)).problem.code).toBe('gift-unknown')
    expect((await redeem(unused.code)).problem.code).toBe('gift-unknown')
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('are bought once by requests with the same id, also at the same moment', async () => {
    const cora = await shop.person('Cora')
    const body = { ...newGift, productId: shop.shelves.espresso.id }
    const replies = await Promise.all([1, 2].map(() => cora.send('POST /gifts', { body })))
    replies.push(await cora.send('POST /gifts', { body }))
    const [first] = replies
    expect(replies.map(({ answer }) => answer)).toEqual([first?.answer, first?.answer, first?.answer])
    const other = await cora.send('POST /gifts', { body: { ...body, recipient: 'Eva' } })
    expect(other.problem.code).toBe('being-paid')
    const { gifts } = await readSubscriptions(shop.database.read, cora.userId, 'USD')
    expect(gifts).toMatchObject([{ recipient: 'Rui Alves', deliveries: 3, hasBegun: false }])
  })

  test('are refused at another price, before they can begin, and without a login or a guest', async () => {
    const guest = { name: 'Gil', email }
    const body = { ...newGift, productId: shop.shelves.espresso.id, guest }
    const codeOf = async (wish: object) =>
      (await shop.send('POST /gifts', { body: { ...body, ...wish }, headers: from() })).problem.code
    expect(await codeOf({ total: 2099 })).toBe('total-changed')
    expect(await codeOf({ startOn: '2026-11-24' })).toBe('invalid-input')
    // It is no roast day.
    expect(await codeOf({ startOn: '2026-12-09' })).toBe('invalid-input')
    expect(await codeOf({ methodId: 'counter', total: 750 })).toBe('cannot-be-delivered')
    expect(await codeOf({ productId: 'nothing' })).toBe('product-removed')
    expect(await codeOf({ guest: undefined })).toBe('not-signed-in')
  })

  test('show their order to the browser of the guest who has bought them', async () => {
    const guest = { name: 'Gil', email }
    const body = { ...newGift, productId: shop.shelves.espresso.id, guest }
    const reply = await shop.send('POST /gifts', { body, headers: from() })
    const params = { id: String(reply.answer.paymentId) }
    const headers = { cookie: cookiesOf(reply) }
    expect((await shop.send('GET /checkout/{id}', { params, headers })).answer.checkout.total).toBe(2100)
  })

  test('come to the account of their recipient, who has no order yet', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    await redeem(code)
    const rui = await shop.person('Rui')
    const user = shop.database.read.selectFrom('users').selectAll().where('id', '=', rui.userId)
    await joinGuests(shop.database, { ...(await user.executeTakeFirstOrThrow()), email: recipient })
    expect(await begunOf(paymentId)).toMatchObject({ user_id: rui.userId })
  })

  test('belong to the recipient who is logged in', async () => {
    const { code, paymentId } = await buyGift(shop, { email })
    const eva = await shop.person('Eva')
    await eva.call('POST /gifts/subscription', { body: { code, address: lisbonAddress } })
    expect(await begunOf(paymentId)).toMatchObject({ user_id: eva.userId, deliveries_left: 3 })
  })

  test('forget who has given them when the account of the buyer is deleted, and still work', async () => {
    const dora = await shop.person('Dora')
    const body = { ...newGift, productId: shop.shelves.espresso.id }
    const { paymentId = '' } = (await dora.call('POST /gifts', { body })).answer
    await markPaid(shop.payments, paymentId, { by: ada.userId })
    const code = await lastToken(shop.database, dora.email)
    await ada.call('DELETE /userDelete/{id}', { params: { id: dora.userId } })
    expect((await open(code)).answer).toMatchObject({ from: '', recipient: '', message: '' })
    expect((await redeem(code)).status).toBe(200)
  })
})
