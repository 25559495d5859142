import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cartOf } from '#test/cart.ts'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Fault } from '#test/stripe/serve.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { cancelAttempt } from '../cancel-attempt.ts'

describe.each(stores)('cancelling a payment with Stripe on $name', ({ fresh, once }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  const cancel = (id: string, person = cora) => person.call('DELETE /payment/{id}', { params: { id } })

  once('ends the page at Stripe, and releases the lines', async () => {
    const session = await shop.startPaying(cora)
    const reply = await cancel(paymentIdOf(session))
    expect([reply.status, reply.answer]).toEqual([
      200,
      { status: 'failed', reason: 'You cancelled the payment.' },
    ])
    expect(session.status).toBe('expired')
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
    expect((await cancel(paymentIdOf(session))).status).toBe(200)
  })

  once('completes the payment instead if Stripe says that it is paid', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    expect((await cancel(paymentIdOf(session))).problem.code).toBe('already-paid')
    const { payment, orders, refunds } = await shop.rowsOf(paymentIdOf(session))
    expect([payment.status, orders.length, refunds]).toEqual(['succeeded', 1, []])
  })

  once('changes nothing if Stripe cannot be asked', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.fault = () => 'down'
    expect((await cancel(paymentIdOf(session))).problem.code).toBe('gateway-unreachable')
    expect((await shop.rowsOf(paymentIdOf(session))).payment.status).toBe('pending')
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toHaveLength(3)
  })

  once('is refused while the bank is deciding', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.payByBank(session.id)
    expect((await cancel(paymentIdOf(session))).problem.code).toBe('being-paid')
    expect((await shop.rowsOf(paymentIdOf(session))).payment.status).toBe('pending')
  })

  describe('whose page nobody has had', () => {
    /** Opens a payment without a page. Returns its id. */
    async function startWithout(fault: Fault): Promise<string> {
      shop.stripe.fault = () => fault
      await expect(shop.startPaying(cora)).rejects.toThrow('No page')
      const [line] = await cartOf(cora)
      return String(line?.paymentId)
    }
    const isFree = async () => (await cartOf(cora)).every(({ checking }) => !checking)

    once.each(['down', 'lost', 'error', 'stored error'] as const)(
      'works while Stripe is out of order (%s)',
      async (fault) => {
        const id = await startWithout(fault)
        const { status, answer } = await cancel(id)
        expect([status, answer]).toEqual([200, { status: 'failed', reason: 'You cancelled the payment.' }])
        expect(await isFree()).toBe(true)
        shop.stripe.fault = () => null
        expect((await shop.startPaying(cora)).status).toBe('open')
      },
    )

    once('also works for an admin', async () => {
      const id = await startWithout('down')
      const outcome = await cancelAttempt(shop.payments, id, { by: 'ada' })
      expect(outcome).toEqual({ status: 'failed', reason: 'The shop cancelled the payment.' })
    })

    once('keeps a page secret that Stripe opens at the same time', async () => {
      const id = await startWithout('down')
      Object.assign(shop.stripe, { fault: () => null, delayMs: 300 })
      const page = cora.call('GET /payment/{id}', { params: { id } })
      await vi.waitFor(() => expect(shop.stripe.requests.at(-1)?.key).toContain(id))
      expect((await cancel(id)).answer.status).toBe('failed')
      expect((await page).answer).toEqual({ status: 'failed', reason: 'You cancelled the payment.' })
      expect((await shop.rowsOf(id)).payment).toMatchObject({ session: null, url: null })
    })

    once('refunds the money that arrives nevertheless', async () => {
      const id = await startWithout('lost')
      await cancel(id)
      const session = [...shop.stripe.account.sessions.values()].at(-1)
      shop.stripe.fault = () => null
      shop.stripe.account.pay(String(session?.id))
      await shop.stripe.events.deliver()
      const { payment, orders, refunds } = await shop.rowsOf(id)
      expect([payment.status, orders]).toEqual(['failed', []])
      expect(refunds).toMatchObject([{ amount_cents: 1505, status: 'succeeded' }])
    })
  })

  once('of another customer is not possible', async () => {
    const session = await shop.startPaying(cora)
    const dora = await shop.person(`Dora ${count}`)
    expect((await cancel(paymentIdOf(session), dora)).status).toBe(404)
    expect(session.status).toBe('open')
  })

  test('refunds money that arrives after it, by itself and once', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    // Marks the payment as failed in the database, as if the shop had cancelled it although Stripe has taken the money.
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('payments')
        .set({ status: 'failed', reason: 'cancelled' })
        .where('id', '=', id)
        .execute(),
    )
    await Promise.all([shop.stripe.events.deliver({ copies: 3 }), shop.stripe.events.deliver()])
    await shop.stripe.events.deliver({ copies: 2 })
    await reconcileAll(shop.payments)
    const { payment, orders, refunds } = await shop.rowsOf(id)
    expect([payment.status, orders]).toEqual(['failed', []])
    expect(refunds).toMatchObject([{ amount_cents: 1505, status: 'succeeded', created_by: null }])
    expect(shop.stripe.account.refundedOf(String(session.payment_intent))).toBe(1505)
    expect((await cora.call('GET /payment/{id}', { params: { id } })).answer.status).toBe('failed')
  })

  const known = [
    ['succeeded', 500],
    ['succeeded', 1005],
  ]
  once.each([
    ['the shop knows of', true, known],
    ['the shop learns of when Stripe refuses', false, [['failed', 1505], ...known]],
  ])('refunds all but what the owner has refunded before, which %s', async (_when, isKnown, expected) => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    shop.stripe.account.createRefund({ payment_intent: String(session.payment_intent), amount: '500' })
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute(),
    )
    const events = shop.stripe.events.waiting.splice(0)
    for (const event of isKnown ? events.toReversed() : events) await shop.stripe.events.deliverOne(event)
    await reconcileAll(shop.payments)
    const { refunds } = await shop.rowsOf(id)
    expect(refunds.map(({ status, amount_cents }) => [status, amount_cents])).toEqual(expected)
    expect(shop.stripe.account.refundedOf(String(session.payment_intent))).toBe(1505)
  })
})
