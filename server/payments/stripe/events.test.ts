import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cartOf } from '#test/cart.ts'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { sign } from '#test/stripe/events.ts'
import { sendEvent } from '#test/stripe/shop-actions.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'

describe.each(stores)('events of Stripe on $name', ({ fresh, once }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  const eventRows = (paymentId: string) =>
    shop.database.read.selectFrom('gateway_events').selectAll().where('payment_id', '=', paymentId).execute()

  once('place an order when only the webhook comes', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    expect(await shop.stripe.events.deliver()).toEqual([200])
    const { payment, orders, lines } = await shop.rowsOf(paymentIdOf(session))
    expect(payment).toMatchObject({
      status: 'succeeded',
      reference: session.payment_intent,
      amount_cents: 1505,
    })
    expect(orders).toMatchObject([{ state: 'paid', total_cents: 1505, kind: 'full' }])
    expect(lines.map(({ payment: paid }) => paid)).toEqual(['OK', 'OK', 'OK'])
    expect((await cartOf(cora)).map(({ payment: paid }) => paid)).toEqual(['OK', 'OK', 'OK'])
  })

  once('about refunds wait until the shop knows that the payment has succeeded', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    shop.stripe.events.lose()
    shop.stripe.account.createRefund({ payment_intent: String(session.payment_intent), amount: '1505' })
    shop.stripe.fault = () => 'down'
    expect(await shop.stripe.events.deliver()).toContain(503)
    expect(await shop.rowsOf(id)).toMatchObject({ payment: { status: 'pending' }, orders: [], refunds: [] })
    expect(await eventRows(id)).toEqual([])
    shop.stripe.fault = () => null
    expect(await shop.stripe.events.deliver({ copies: 2 })).toEqual([200, 200])
    const { payment, orders, refunds } = await shop.rowsOf(id)
    expect([payment.status, orders.map(({ state }) => state)]).toEqual(['succeeded', ['refunded']])
    expect(refunds).toMatchObject([{ status: 'succeeded', amount_cents: 1505 }])
  })

  test('and the page to which the customer returns place one order if they race', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    const page = () => cora.call('GET /payment/{id}', { params: { id } })
    await Promise.all([page(), shop.stripe.events.deliver({ copies: 3 }), page(), page()])
    const { orders } = await shop.rowsOf(id)
    expect(orders).toHaveLength(1)
    expect((await page()).answer).toEqual({ status: 'paid', orderId: orders[0]?.id })
  })

  once('that arrive twice do nothing the second time', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    expect(await shop.stripe.events.deliver({ copies: 5 })).toEqual([200, 200, 200, 200, 200])
    const rows = await shop.rowsOf(paymentIdOf(session))
    const [event] = shop.stripe.events.all.slice(-1)
    if (event) await shop.stripe.events.deliverOne(event)
    expect(await shop.rowsOf(paymentIdOf(session))).toEqual(rows)
    expect([rows.orders.length, (await eventRows(paymentIdOf(session))).length]).toEqual([1, 1])
  })

  once('about payments of other programs are ignored', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    const foreign = [
      { ...session, metadata: {} },
      { ...session, metadata: { payment_id: 'of another shop' } },
      { ...session, id: 'cs_test_of_another_session' },
    ]
    for (const object of foreign)
      shop.stripe.events.add('checkout.session.completed', {
        ...object,
        status: 'complete',
        payment_status: 'paid',
      })
    shop.stripe.events.add('customer.created', { id: 'cus_1', object: 'customer' })
    expect(await shop.stripe.events.deliver()).toEqual([200, 200, 200, 200])
    expect(await shop.rowsOf(id)).toMatchObject({ payment: { status: 'pending' }, orders: [] })
    expect(await eventRows(id)).toEqual([])
  })

  once('are refused if they are forged, altered, too old, of the future, or not signed', async () => {
    const session = await shop.startPaying(cora)
    const data = { object: { ...session, status: 'complete', payment_status: 'paid' } }
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      data,
    })
    const { webhookSecret } = shop.stripe
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600
    const statuses = await Promise.all([
      sendEvent(shop, body, sign(body, 'whsec_of_somebody_else')),
      sendEvent(shop, `${body} `, sign(body, webhookSecret)),
      sendEvent(shop, body, sign(body, webhookSecret, anHourAgo)),
      sendEvent(shop, body, sign(body, webhookSecret, anHourAgo + 7200)),
      sendEvent(shop, body, sign(body, webhookSecret, NaN)),
      sendEvent(shop, body, `${sign(body, webhookSecret)},t=NaN`),
      sendEvent(shop, body, `t=NaN,${sign(body, webhookSecret)}`),
      sendEvent(shop, body, `t=${anHourAgo + 3600},${sign(body, webhookSecret, NaN)}`),
      sendEvent(shop, body, ''),
      sendEvent(shop, '', sign('', webhookSecret)),
    ])
    expect(statuses).toEqual(Array(10).fill(400))
    expect(await shop.rowsOf(paymentIdOf(session))).toMatchObject({
      payment: { status: 'pending' },
      orders: [],
    })
    // The same body is accepted with a valid signature, so its content was not the reason for the refusals.
    expect(await sendEvent(shop, body, sign(body, webhookSecret))).toBe(200)
    expect((await shop.rowsOf(paymentIdOf(session))).orders).toHaveLength(1)
  })

  once('are accepted without an `Origin`, and with that of another site', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    const body = JSON.stringify(shop.stripe.events.waiting[0])
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: {
        'origin': 'https://evil.example',
        'stripe-signature': sign(body, shop.stripe.webhookSecret),
      },
      payload: body,
    })
    expect(statusCode).toBe(200)
    expect((await shop.rowsOf(paymentIdOf(session))).orders).toHaveLength(1)
  })

  const wrongAmounts = [
    [
      'another currency',
      { amount_total: 1, currency: 'jpy' },
      'Another amount has arrived: 1 JPY instead of 15.05 USD',
    ],
    ['another amount', { amount_total: 1504 }, 'Another amount has arrived: 15.04 USD instead of 15.05 USD'],
  ] as const
  once.each(wrongAmounts)(
    'about %s are not booked as paid, but shown on the payment desk until the right amount is known',
    async (...[, change, reason]) => {
      const session = await shop.startPaying(cora)
      const id = paymentIdOf(session)
      const desk = async () =>
        (await ada.call('GET /paymentDesk', {})).answer.filter((entry) => entry._id === id)
      shop.stripe.events.add('checkout.session.completed', {
        ...session,
        status: 'complete',
        payment_status: 'paid',
        ...change,
      })
      expect(await shop.stripe.events.deliver()).toEqual([200])
      expect(await shop.rowsOf(id)).toMatchObject({ payment: { status: 'pending' }, orders: [] })
      expect(await desk()).toMatchObject([{ fault: 'wrong-amount', repair: 'ask', reason }])
      // Stripe itself says so, too, as long as the session has this amount.
      Object.assign(session, change)
      shop.stripe.account.pay(session.id)
      await shop.stripe.events.deliver()
      await reconcileAll(shop.payments)
      expect(await shop.rowsOf(id)).toMatchObject({ payment: { status: 'pending' }, orders: [] })
      Object.assign(session, { amount_total: 1505, currency: 'usd' })
      await reconcileAll(shop.payments)
      expect((await shop.rowsOf(id)).orders).toHaveLength(1)
      expect(await desk()).toEqual([])
    },
  )

  once(
    'about another amount for a payment that has failed are not refunded, but shown on the payment desk',
    async () => {
      const session = await shop.startPaying(cora)
      const id = paymentIdOf(session)
      await cora.call('DELETE /payment/{id}', { params: { id } })
      const paid = {
        ...session,
        status: 'complete',
        payment_status: 'paid',
        amount_total: 1,
        currency: 'jpy',
      }
      shop.stripe.events.add('checkout.session.completed', paid)
      expect(await shop.stripe.events.deliver()).toContain(200)
      expect(await shop.rowsOf(id)).toMatchObject({ payment: { status: 'failed' }, orders: [], refunds: [] })
      const entry = (await ada.call('GET /paymentDesk', {})).answer.find(({ _id }) => _id === id)
      expect(entry).toMatchObject({ fault: 'wrong-amount', reason: expect.stringContaining('1 JPY') })
    },
  )

  once('about an expired page release the lines', async () => {
    const session = await shop.startPaying(cora)
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toHaveLength(3)
    shop.stripe.account.expire(session.id)
    await shop.stripe.events.deliver()
    const { payment, lines } = await shop.rowsOf(paymentIdOf(session))
    expect(payment).toMatchObject({ status: 'failed', reason: 'The payment page has expired.' })
    expect(lines).toEqual([])
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
  })

  once('about a debit that the bank declines release the lines', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.payByBank(session.id)
    await shop.stripe.events.deliver()
    expect((await cora.call('GET /payment/{id}', { params: { id } })).answer).toEqual({ status: 'checking' })
    shop.stripe.account.decide(session.id, false)
    await shop.stripe.events.deliver()
    const { payment, lines } = await shop.rowsOf(id)
    expect([payment.status, payment.reason, lines]).toEqual(['failed', 'The bank declined the payment.', []])
  })

  once('about a debit place the order once the bank has confirmed it, also in the wrong order', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.payByBank(session.id)
    shop.stripe.account.decide(session.id, true)
    expect(await shop.stripe.events.deliver({ isReversed: true })).toEqual([200, 200])
    const { payment, orders } = await shop.rowsOf(paymentIdOf(session))
    expect([payment.status, orders.length]).toEqual(['succeeded', 1])
  })
})
