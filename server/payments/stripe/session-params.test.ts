import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { cartOf, fill } from '#test/cart.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import type { Intent, Session } from '#test/stripe/objects.ts'
import { suffixOf } from './session.ts'

describe.each(anyStore)('what Stripe shows of a payment on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    shop.stripe.account.clear()
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  /** Opens the checkout, pays at Stripe, and returns what Stripe has. */
  async function checkOut(methodId: 'post' | 'counter'): Promise<{ session: Session; intent: Intent }> {
    await saveTestSelling(shop.database, portugueseShop)
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo, shop.shelves.espresso)
    const { answer } = await cora.call('POST /checkout/quote', { body: { country: 'PT', methodId } })
    const { status } = await cora.call('POST /checkout', {
      body: {
        lines: answer.lines.map(({ _id }) => _id),
        methodId,
        address: methodId === 'post' ? lisbonAddress : null,
        note: '',
        total: answer.totals?.total ?? 0,
        promise: answer.offers.find(({ id }) => id === methodId)?.promise ?? null,
      },
    })
    expect(status).toBeLessThan(300)
    return pay(only())
  }

  function only(): Session {
    const [session, ...others] = shop.stripe.account.sessions.values()
    if (!session || others.length > 0) throw new Error('There is not exactly one session.')
    return session
  }

  function pay(session: Session): { session: Session; intent: Intent } {
    shop.stripe.account.pay(session.id)
    return { session, intent: shop.stripe.account.intent(String(session.payment_intent)) }
  }

  test('has equal bags on one line', async () => {
    await shop.startPaying(cora)
    expect(shop.stripe.account.items.get(only().id)).toEqual([
      { name: shop.shelves.espresso.name, amount: 250, quantity: 2 },
      { name: shop.shelves.lungo.name, amount: 1005, quantity: 1 },
    ])
  })

  test('goes without the details that Stripe refuses', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('users').set({ email: 'cora@localhost' }).where('id', '=', cora.userId).execute(),
    )
    await fill(cora, shop.shelves.espresso)
    const [line] = await cartOf(cora)
    const { answer } = await cora.call('PUT /singlePayment/{id}', {
      params: { id: String(line?._id) },
      body: {},
    })
    expect(answer).toMatchObject({ checking: true, url: only().url })
    expect(only()).toMatchObject({ customer_email: null, amount_total: 250 })
  })

  test('may change between a request whose answer was lost and its repetition', async () => {
    await fill(cora, shop.shelves.espresso)
    const [line] = await cartOf(cora)
    shop.stripe.fault = () => 'lost'
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(line?._id) }, body: {} })
    shop.stripe.fault = () => null
    const email = `new-${cora.email}`
    await shop.database.write(({ tx }) =>
      tx.updateTable('users').set({ email }).where('id', '=', cora.userId).execute(),
    )
    await reconcileAll(shop.payments)
    const sessions = [...shop.stripe.account.sessions.values()]
    expect(sessions.map(({ customer_email }) => customer_email)).toEqual([cora.email, email])
    const { payment } = await shop.rowsOf(paymentIdOf(sessions[0] ?? only()))
    expect(payment).toMatchObject({ status: 'pending', session: sessions[1]?.id, url: sessions[1]?.url })
  })

  test('is the number of the order, soon after it was paid, even if Stripe fails at first', async () => {
    const { session, intent } = pay(await shop.startPaying(cora))
    shop.stripe.fault = ({ method, path }) =>
      method === 'POST' && path.startsWith('/v1/payment_intents/') ? 'down' : null
    const warn = vi.fn()
    shop.payments.log = { warn }
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    const { orders, payment } = await shop.rowsOf(paymentIdOf(session))
    expect([payment.status, intent.description]).toEqual(['succeeded', null])
    expect(warn.mock.calls).toEqual([[expect.stringContaining('does not take the numbers of orders')]])
    shop.stripe.fault = () => null
    await reconcileAll(shop.payments)
    const order = String(orders[0]?.number)
    expect(intent).toMatchObject({
      description: `Order ${order}`,
      metadata: { payment_id: payment.id, order },
    })
    const changes = () =>
      shop.stripe.requests.filter(
        ({ method, path }) => method === 'POST' && path.endsWith(`payment_intents/${intent.id}`),
      ).length
    const before = changes()
    await reconcileAll(shop.payments)
    expect(changes()).toBe(before)
  })

  test('is who gets the parcel, in the language of the browser, with the shop on the card statement', async () => {
    const { session, intent } = await checkOut('post')
    expect(session).toMatchObject({ customer_email: cora.email, locale: 'auto' })
    const { name, line1, city, postcode, country } = lisbonAddress
    expect(intent.shipping).toEqual(
      expect.objectContaining({
        name,
        address: expect.objectContaining({ line1, city, postal_code: postcode, country }),
      }),
    )
    expect(intent.statement_descriptor_suffix).toBe('Crema s Ro')
  })

  test('has no address if the customer picks the order up', async () => {
    const { session, intent } = await checkOut('counter')
    expect([session.customer_email, intent.shipping]).toEqual([cora.email, null])
  })
})

test.each([
  ['Crema', 'Crema'],
  ["Joe's <Best> *Coffee*", 'Joe s Best'],
  ['Straßen-Café', 'Strassen C'],
  ['豆 1900', ''],
  ['コーヒー', ''],
  ['', ''],
])('the shop %j is %j on a card statement', (name, suffix) => {
  expect(suffixOf(name)).toBe(suffix)
})
