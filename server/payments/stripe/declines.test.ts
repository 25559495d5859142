import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { cartOf } from '#test/cart.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import type { Session } from '#test/stripe/objects.ts'
import { eraseAttempts } from '../refuse-card-testing.ts'

const REASON = 'Five attempts to pay were declined, so the page was closed. Nothing was charged.'

describe.each(stores)('cards that are declined on one page of Stripe on $name', ({ fresh, once }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  /** Declines a card on Stripe's page so many times, and delivers each event twice. */
  async function decline(session: Session, times: number): Promise<number[]> {
    for (let at = 0; at < times; at++) shop.stripe.account.decline(session.id)
    return shop.stripe.events.deliver({ copies: 2 })
  }

  once('end the page after five, and the lines can be paid again', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    await decline(session, 4)
    expect(session.status).toBe('open')
    expect((await shop.rowsOf(id)).payment.status).toBe('pending')
    expect(await decline(session, 1)).toEqual([200, 200])
    expect(session.status).toBe('expired')
    await shop.stripe.events.deliver()
    const { payment, lines, orders } = await shop.rowsOf(id)
    expect([payment.status, payment.reason, lines, orders]).toEqual(['failed', REASON, [], []])
    expect((await cora.call('GET /payment/{id}', { params: { id } })).answer).toEqual({
      status: 'failed',
      reason: REASON,
    })
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
  })

  once('end the page once if five events arrive at the same moment, in any order', async () => {
    const session = await shop.startPaying(cora)
    const asked = shop.stripe.requests.length
    expect(await decline(session, 5)).toEqual(Array(10).fill(200))
    expect((await shop.rowsOf(paymentIdOf(session))).payment).toMatchObject({
      status: 'failed',
      reason: REASON,
    })
    expect(shop.stripe.requests.length).toBeGreaterThan(asked)
  })

  once('do not count for another payment, and not against a card that is accepted in the end', async () => {
    const dora = await shop.person(`Dora ${count}`)
    const [one, other] = [await shop.startPaying(cora), await shop.startPaying(dora)]
    await decline(one, 4)
    await decline(other, 4)
    shop.stripe.account.pay(one.id)
    shop.stripe.account.decline(other.id)
    await shop.stripe.events.deliver({ isReversed: true })
    expect((await shop.rowsOf(paymentIdOf(one))).orders).toHaveLength(1)
    expect((await shop.rowsOf(paymentIdOf(other))).payment.status).toBe('failed')
  })

  once('complete a payment that is paid before the page could be ended', async () => {
    const session = await shop.startPaying(cora)
    await decline(session, 4)
    shop.stripe.account.decline(session.id)
    const late = shop.stripe.events.waiting.splice(0)
    shop.stripe.account.pay(session.id)
    shop.stripe.events.lose()
    shop.stripe.events.waiting.push(...late)
    expect(await shop.stripe.events.deliver()).toEqual([200])
    const { payment, orders } = await shop.rowsOf(paymentIdOf(session))
    expect([payment.status, orders.length]).toEqual(['succeeded', 1])
  })

  once('are reported again by Stripe until it can be asked to end the page', async () => {
    const session = await shop.startPaying(cora)
    await decline(session, 4)
    shop.stripe.fault = () => 'down'
    expect(await decline(session, 1)).toEqual([503, 503])
    expect(session.status).toBe('open')
    shop.stripe.fault = () => null
    expect(await shop.stripe.events.deliver()).toEqual([200])
    expect(session.status).toBe('expired')
    expect((await shop.rowsOf(paymentIdOf(session))).payment.reason).toBe(REASON)
  })

  test('are counted until the payment has an outcome', async () => {
    const dora = await shop.person(`Dora ${count}`)
    const [ended, open] = [await shop.startPaying(cora), await shop.startPaying(dora)]
    await decline(ended, 5)
    await decline(open, 4)
    await shop.stripe.events.deliver()
    await eraseAttempts(shop.database)
    const counters = await shop.database.read
      .selectFrom('counters')
      .select(['name', 'value'])
      .where(
        'name',
        'in',
        [ended, open].map((session) => `declines of ${paymentIdOf(session)}`),
      )
      .execute()
    expect(counters).toEqual([{ name: `declines of ${paymentIdOf(open)}`, value: 4 }])
    const order = shop.database.read.selectFrom('counters').select('name').where('name', '=', 'order')
    expect(await order.execute()).toHaveLength(1)
    await decline(open, 1)
    expect(open.status).toBe('expired')
  })

  once('are ignored if another program on the same account has asked for the money', async () => {
    for (const metadata of [{}, { payment_id: 'another' }])
      shop.stripe.events.add('payment_intent.payment_failed', { id: 'pi_1', metadata })
    expect(await shop.stripe.events.deliver()).toEqual([200, 200])
    const rows = await shop.database.read
      .selectFrom('counters')
      .select('name')
      .where('name', '=', 'declines of another')
      .execute()
    expect(rows).toEqual([])
  })
})
