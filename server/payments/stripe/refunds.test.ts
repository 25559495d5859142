import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#contract/errors.ts'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { reconcile } from '../reconcile.ts'
import { refund, resolveRefundsOf } from '../refunds/refund.ts'

describe.each(stores)('refunds through Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  let id: string
  let intent: string
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
    id = paymentIdOf(session)
    intent = String(session.payment_intent)
  })

  const give = (amountCents: number) => refund(shop.payments, { paymentId: id, amountCents, by: 'ada' })
  const refunded = () => shop.stripe.account.refundedOf(intent)
  const refundRequests = () =>
    shop.stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')

  test('move the money once, with the id of the row as the key', async () => {
    const done = await give(500)
    expect(done).toMatchObject({ status: 'succeeded', amount_cents: 500, created_by: 'ada' })
    const { refunds } = await shop.rowsOf(id)
    expect(refundRequests().at(-1)?.key).toBe(refunds[0]?.id)
    await shop.stripe.events.deliver({ copies: 2 })
    expect([refunded(), (await shop.rowsOf(id)).refunds.length]).toEqual([500, 1])
  })

  test('that run in parallel cannot exceed the amount', async () => {
    const given = await Promise.all(Array.from({ length: 10 }, () => give(400)))
    const refused = given.filter((one) => one instanceof Problem)
    expect(refused.map(({ code }) => code)).toEqual(Array(7).fill('refund-too-large'))
    expect([refunded(), (await shop.rowsOf(id)).refunds.length]).toEqual([1200, 3])
  })

  test('tell the order when they succeed, and what is refunded in all', async () => {
    const onRefunded = vi.spyOn(shop.payments, 'onRefunded')
    await give(500)
    await give(1005)
    expect(onRefunded.mock.calls.map(([, done]) => [done.refundedCents, done.payment.id])).toEqual([
      [500, id],
      [1505, id],
    ])
  })

  test('whose answer is lost are asked again by the reconciler with the same key', async () => {
    shop.stripe.fault = ({ method, path }) => (method === 'POST' && path === '/v1/refunds' ? 'lost' : null)
    expect(await give(500)).toMatchObject({ status: 'pending' })
    expect(refunded()).toBe(500)
    shop.stripe.fault = () => null
    const stop = new AbortController()
    const turn = vi.spyOn(shop.payments, 'jobTurn').mockImplementation(async () => stop.abort())
    await reconcile(shop.payments, -1, stop.signal)
    turn.mockRestore()
    expect((await shop.rowsOf(id)).refunds).toMatchObject([{ status: 'pending' }])
    await reconcileAll(shop.payments)
    const { refunds } = await shop.rowsOf(id)
    expect(refunds).toMatchObject([{ status: 'succeeded', amount_cents: 500 }])
    expect(
      refundRequests()
        .slice(-2)
        .map(({ key }) => key),
    ).toEqual([refunds[0]?.id, refunds[0]?.id])
    expect(refunded()).toBe(500)
  })

  test('are not made twice after Stripe has forgotten the key', async () => {
    shop.stripe.fault = ({ method, path }) => (method === 'POST' && path === '/v1/refunds' ? 'lost' : null)
    await give(500)
    expect(refunded()).toBe(500)
    shop.stripe.fault = () => null
    shop.stripe.keys.forget()
    await reconcileAll(shop.payments)
    expect((await shop.rowsOf(id)).refunds).toMatchObject([{ status: 'succeeded' }])
    expect(refunded()).toBe(500)
  })

  test('that Stripe refuses have failed, and can be tried again', async () => {
    shop.stripe.account.intent(intent).status = 'requires_payment_method'
    expect(await give(500)).toMatchObject({ status: 'failed', reason: expect.stringContaining('greater') })
    shop.stripe.account.intent(intent).status = 'succeeded'
    expect(await give(1505)).toMatchObject({ status: 'succeeded' })
  })

  test('are not made while the key may not list those that exist', async () => {
    shop.stripe.account.forbidden.add('refunds')
    expect(await give(500)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('permissions'),
    })
    shop.stripe.account.forbidden.clear()
    expect(refunded()).toBe(0)
  })

  test('that Stripe has accepted stay pending while it refuses the key', async () => {
    shop.stripe.account.newRefunds = 'pending'
    await give(500)
    shop.stripe.account.newRefunds = 'succeeded'
    const { secretKey } = shop.stripe
    shop.stripe.secretKey = 'another key'
    await resolveRefundsOf(shop.payments, id)
    shop.stripe.secretKey = secretKey
    expect((await shop.rowsOf(id)).refunds).toMatchObject([{ status: 'pending' }])
    const [made] = shop.stripe.account.refundsOf(intent)
    shop.stripe.account.confirmRefund(String(made?.id))
    await resolveRefundsOf(shop.payments, id)
    expect((await shop.rowsOf(id)).refunds).toMatchObject([{ status: 'succeeded' }])
  })

  test('that the owner made at Stripe are added to the books once', async () => {
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '300' })
    await shop.stripe.events.deliver({ copies: 3 })
    expect((await shop.rowsOf(id)).refunds).toMatchObject([
      { status: 'succeeded', amount_cents: 300, created_by: null },
    ])
    expect(await give(1300)).toMatchObject({ code: 'refund-too-large' })
    expect(await give(1205)).toMatchObject({ status: 'succeeded' })
  })

  test('that the owner made at Stripe while the same refund of the shop was pending are added, too', async () => {
    shop.stripe.fault = ({ path }) => (path === '/v1/refunds' ? 'down' : null)
    expect(await give(1505)).toMatchObject({ status: 'pending' })
    shop.stripe.fault = () => null
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '1505' })
    await shop.stripe.events.deliver()
    await reconcileAll(shop.payments)
    const { orders, refunds } = await shop.rowsOf(id)
    expect(refunds.map(({ status, amount_cents, created_by }) => [status, amount_cents, created_by])).toEqual(
      [
        ['failed', 1505, 'ada'],
        ['succeeded', 1505, null],
      ],
    )
    expect(orders.map(({ state }) => state)).toEqual(['refunded'])
  })

  test('that the customer’s bank sends back have failed, also if an event from before arrives again', async () => {
    await give(500)
    const [made] = shop.stripe.account.refundsOf(intent)
    const refundedEvent = shop.stripe.events.all.at(-1)
    await shop.stripe.events.deliver()
    shop.stripe.account.failRefund(String(made?.id))
    await shop.stripe.events.deliver()
    if (refundedEvent) await shop.stripe.events.deliverOne(refundedEvent)
    expect((await shop.rowsOf(id)).refunds).toMatchObject([
      { status: 'failed', reason: 'lost_or_stolen_card', amount_cents: 500 },
    ])
  })

  test('that the owner made at Stripe, and that the bank sends back, have failed', async () => {
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '300' })
    await shop.stripe.events.deliver()
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '200' })
    await shop.stripe.events.deliver()
    const [first] = shop.stripe.account.refundsOf(intent)
    shop.stripe.account.failRefund(String(first?.id))
    await shop.stripe.events.deliver({ copies: 2 })
    const { refunds } = await shop.rowsOf(id)
    expect(refunds.map(({ status, amount_cents }) => [status, amount_cents]).toSorted()).toEqual([
      ['failed', 300],
      ['succeeded', 200],
    ])
  })

  test('that come back after a newer refund have failed after it', async () => {
    await give(500)
    const [made] = shop.stripe.account.refundsOf(intent)
    await new Promise((resolve) => setTimeout(resolve, 2))
    await give(100)
    await new Promise((resolve) => setTimeout(resolve, 2))
    shop.stripe.account.failRefund(String(made?.id))
    await shop.stripe.events.deliver()
    const [returned, newer] = (await shop.rowsOf(id)).refunds
    expect(returned?.settled_at).toBeGreaterThan(Number(newer?.created_at))
  })

  test('of a payment that is not paid, or of no payment at all, are refused', async () => {
    const open = paymentIdOf(await shop.startPaying(await shop.person(`Dora ${count}`)))
    expect(await refund(shop.payments, { paymentId: open, amountCents: 1, by: 'ada' })).toMatchObject({
      code: 'refund-too-large',
    })
    expect(await refund(shop.payments, { paymentId: 'none', amountCents: 1, by: 'ada' })).toMatchObject({
      code: 'not-found',
    })
    for (const amountCents of [0, -5, 0.5]) expect(await give(amountCents)).toBeInstanceOf(Problem)
    expect(refunded()).toBe(0)
  })
})
