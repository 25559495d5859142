import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { shopOrigin } from '#test/calls.ts'
import { cartOf, fill } from '#test/cart.ts'
import { changeCatalogue, leftIn, putInStock } from '#test/catalogue.ts'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { paymentHooks } from '#server/orders/payment-hooks.ts'
import { reconcile } from '../reconcile.ts'
import { startPayment } from '../start-payment.ts'

describe.each(anyStore)('paying on the page of Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  const sessions = () => [...shop.stripe.account.sessions.values()]
  const sessionsOf = (id: string) =>
    sessions().filter(({ client_reference_id }) => client_reference_id === id)
  const pay = (id: string) => cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
  const attempts = () =>
    shop.database.read.selectFrom('payments').selectAll().where('user_id', '=', cora.userId).execute()

  test('shows each line and the delivery, and leads back to the shop', async () => {
    const ids = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    const stored: string[] = []
    const outcome = await startPayment(shop.payments, {
      userId: cora.userId,
      kind: 'full',
      ids,
      prices: new Map(),
      totalCents: 1255,
      currency: 'USD',
      checkout: { deliveryCents: 490, store: async (_tx, paymentId) => void stored.push(paymentId) },
    })
    const [session] = sessionsOf(String(stored[0]))
    expect(outcome).toEqual({ status: 'redirect', url: session?.url })
    expect(shop.stripe.account.items.get(String(session?.id))).toEqual([
      { name: shop.shelves.espresso.name, amount: 250, quantity: 1 },
      { name: shop.shelves.lungo.name, amount: 1005, quantity: 1 },
      { name: 'Delivery', amount: 490, quantity: 1 },
    ])
    const page = `${shopOrigin}/checkout/return/${stored[0]}`
    expect(session).toMatchObject({
      amount_total: 1745,
      currency: 'usd',
      success_url: page,
      cancel_url: page,
    })
    expect((await attempts())[0]).toMatchObject({
      amount_cents: 1745,
      session: session?.id,
      url: session?.url,
    })
  })

  test('gives the same page to a customer who presses Pay again', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const first = await pay(id)
    const again = await pay(id)
    expect(first.answer).toEqual({
      acknowledged: false,
      modifiedCount: 0,
      checking: true,
      url: expect.stringContaining('/pay/'),
    })
    expect([again.status, again.answer]).toEqual([202, first.answer])
    expect(await attempts()).toHaveLength(1)
  })

  test('has one page, however often Stripe’s answer is lost', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    shop.stripe.fault = () => 'lost'
    const unknown = await pay(id)
    expect([unknown.status, unknown.answer]).toEqual([
      202,
      { acknowledged: false, modifiedCount: 0, checking: true, notStarted: true },
    ])
    await reconcileAll(shop.payments)
    shop.stripe.fault = () => null
    await reconcileAll(shop.payments)
    const [attempt] = await attempts()
    const [session, ...others] = sessionsOf(String(attempt?.id))
    expect([others, attempt?.url]).toEqual([[], session?.url])
    expect((await pay(id)).answer.url).toBe(session?.url)
  })

  test('says that nothing was charged while Stripe has no page, and goes on when it has one', async () => {
    const [line = ''] = await fill(cora, shop.shelves.espresso)
    shop.stripe.fault = () => 'down'
    await pay(line)
    const id = String((await attempts())[0]?.id)
    const page = async () => (await cora.call('GET /payment/{id}', { params: { id } })).answer
    expect(await page()).toEqual({ status: 'not-started' })
    shop.stripe.fault = () => null
    const [session] = (await page(), sessionsOf(id))
    expect(await page()).toEqual({ status: 'checking', url: session?.url })
    shop.stripe.account.payByBank(String(session?.id))
    expect(await page()).toEqual({ status: 'checking' })
  })

  test('is given up when Stripe repeats an error that it has stored for a day', async () => {
    const [line = ''] = await fill(cora, shop.shelves.espresso)
    shop.stripe.fault = () => 'stored error'
    expect((await pay(line)).answer).toMatchObject({ notStarted: true })
    shop.stripe.fault = () => null
    await reconcileAll(shop.payments)
    expect(await attempts()).toMatchObject([
      { status: 'failed', reason: 'The payment service could not open its page.' },
    ])
    expect((await pay(line)).answer.url).toEqual(expect.stringContaining('/pay/'))
  })

  test('is given up, with its stock, when a page could no longer be paid', async () => {
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [shop.shelves.lungo, null])
    const [line = ''] = await fill(cora, shop.shelves.lungo)
    shop.stripe.fault = () => 'error'
    await pay(line)
    const id = String((await attempts())[0]?.id)
    const startedAgo = async (minutes: number) => {
      await shop.database.write(({ tx }) =>
        tx
          .updateTable('payments')
          .set({ created_at: Date.now() - minutes * 60_000 })
          .where('id', '=', id)
          .execute(),
      )
      await reconcileAll(shop.payments)
      return (await shop.rowsOf(id)).payment.status
    }
    const left = () => leftIn(shop.database, stock)
    expect([await startedAgo(59), await left()]).toEqual(['pending', 0])
    expect([await startedAgo(61), await left()]).toEqual(['failed', 1])
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('products').set({ stock_id: null }).where('stock_id', '=', stock).execute(),
    )
  })

  test.each(['down', 'error'] as const)('is found out later if Stripe has failed (%s)', async (fault) => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    shop.stripe.events.lose()
    shop.stripe.fault = () => fault
    await reconcileAll(shop.payments)
    expect((await shop.rowsOf(paymentIdOf(session))).payment.status).toBe('pending')
    shop.stripe.fault = () => null
    await reconcileAll(shop.payments)
    expect((await shop.rowsOf(paymentIdOf(session))).orders).toHaveLength(1)
  })

  test('that has expired, or whose debit failed, is found out without any event', async () => {
    const expired = await shop.startPaying(cora)
    shop.stripe.account.expire(expired.id)
    const debit = await shop.startPaying(await shop.person(`Dora ${count}`))
    shop.stripe.account.payByBank(debit.id)
    shop.stripe.account.decide(debit.id, false)
    await reconcileAll(shop.payments)
    for (const session of [expired, debit])
      expect(await shop.rowsOf(paymentIdOf(session))).toMatchObject({
        payment: { status: 'failed' },
        lines: [],
      })
  })

  test('has failed two hours later if the key in use does not know the page, which is logged once', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.sessions.delete(session.id)
    const warn = vi.fn()
    shop.payments.log = { warn }
    const startedAgo = async (ms: number) => {
      await shop.database.write(({ tx }) =>
        tx
          .updateTable('payments')
          .set({ created_at: Date.now() - ms })
          .where('id', '=', id)
          .execute(),
      )
      await reconcileAll(shop.payments)
      await reconcileAll(shop.payments)
      return (await shop.rowsOf(id)).payment
    }
    expect((await startedAgo(119 * 60_000)).status).toBe('pending')
    expect(warn.mock.calls.filter(([message]) => message.includes(id))).toEqual([
      [expect.stringContaining('No such checkout.session')],
    ])
    expect(await startedAgo(121 * 60_000)).toMatchObject({
      status: 'failed',
      reason: 'The payment page no longer exists.',
    })
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
  })

  test('is refused by Stripe, so that the lines can be paid again', async () => {
    const { secretKey } = shop.stripe
    shop.stripe.secretKey = 'sk_test_another'
    const hooks = paymentHooks({ sendsMail: true, currency: shop.payments.currency })
    vi.spyOn(shop.payments, 'onKeyRefused').mockImplementation(async (tx) => hooks.onKeyRefused?.(tx))
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await pay(id)
    const refused = await pay(id)
    shop.stripe.secretKey = secretKey
    const subject = 'Customers cannot pay in your shop'
    const { read } = shop.database
    const mails = read.selectFrom('outbox').select('recipient').where('subject', '=', subject)
    // The owner gets one mail, however many customers could not pay.
    expect(await mails.execute()).toEqual([{ recipient: null }])
    expect([refused.status, refused.problem.code]).toEqual([402, 'payments-unavailable'])
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
    expect((await pay(id)).status).toBe(202)
  })

  test('is asked about by the page to which the customer returns, but not at every poll', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    shop.stripe.events.lose()
    shop.payments.pollMs = 60_000
    const before = shop.stripe.requests.length
    const poll = () => cora.call('GET /payment/{id}', { params: { id } })
    expect((await Promise.all([poll(), poll(), poll()])).map(({ answer }) => answer.status)).toEqual(
      Array(3).fill('checking'),
    )
    expect(shop.stripe.requests.length).toBe(before)
    shop.payments.pollMs = 0
    expect((await poll()).answer.status).toBe('paid')
  })

  test('is asked about less often by the reconciler while the page is open', async () => {
    const id = paymentIdOf(await shop.startPaying(cora))
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('payments')
        .set({ created_at: Date.now() - 3_600_000 })
        .where('id', '=', id)
        .execute(),
    )
    const before = shop.stripe.requests.length
    for (let times = 0; times < 3; times++) await reconcile(shop.payments, 60_000)
    expect(shop.stripe.requests.length).toBe(before)
    await reconcileAll(shop.payments)
    expect(shop.stripe.requests.length).toBeGreaterThan(before)
  })

  test('adds up the lines that do not fit on Stripe’s page', async () => {
    const ids = await fill(cora, ...Array.from({ length: 101 }, () => shop.shelves.espresso))
    await shop.database.write(async ({ tx }) => {
      for (const [index, id] of ids.entries())
        await tx
          .updateTable('cart_items')
          .set({ product_name: `Bag ${index}` })
          .where('id', '=', id)
          .execute()
    })
    const request = { userId: cora.userId, kind: 'full' as const, ids, prices: new Map<string, number>() }
    await startPayment(shop.payments, { ...request, totalCents: 25_250, currency: 'USD' })
    const session = sessions().at(-1)
    const items = shop.stripe.account.items.get(String(session?.id)) ?? []
    expect([items.length, items.at(-1), session?.amount_total]).toEqual([
      100,
      { name: '2 more', amount: 500, quantity: 1 },
      25_250,
    ])
  })
})
