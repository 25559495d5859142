import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { cartOf } from '#test/cart.ts'
import { reconcileAll } from '#test/gateway.ts'
import { mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Session } from '#test/stripe/objects.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'

describe.each(stores)('a payment for which another amount has arrived on $name', ({ fresh, once }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let count = 0
  let ada: TestPerson
  let cora: TestPerson
  let session: Session
  let id: string
  beforeEach(async () => {
    shop.stripe.account.clear()
    ada ??= await shop.admin('Ada')
    cora = await shop.person(`Cora ${(count += 1)}`)
    session = await shop.startPaying(cora)
    id = paymentIdOf(session)
  })

  /** Completes Stripe's page, and lets 100 JPY arrive instead of $15.05. */
  const payWrongly = async () => {
    Object.assign(session, { amount_total: 100, currency: 'jpy' })
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
  }
  const desk = async () => (await ada.call('GET /paymentDesk', {})).answer.filter(({ _id }) => _id === id)
  const close = () => ada.call('PUT /paymentDesk/{id}', { params: { id }, body: { repair: 'close' } })
  const faults = () => readSnapshot(shop.store, verifyBooks)

  test('is closed at the desk without an order, and what has arrived is refunded', async () => {
    await payWrongly()
    expect(await desk()).toMatchObject([
      { fault: 'wrong-amount', repair: 'ask', canClose: true, amount: '100', currency: 'JPY' },
    ])
    expect((await Promise.all([close(), close()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await desk()).toEqual([])
    await reconcileAll(shop.payments)
    const { payment, orders, refunds } = await shop.rowsOf(id)
    expect([payment.status, orders]).toEqual(['failed', []])
    expect(refunds).toMatchObject([{ status: 'succeeded', amount_cents: 100, created_by: ada.userId }])
    expect(shop.stripe.account.refundsOf(String(session.payment_intent))).toMatchObject([
      { status: 'succeeded', amount: 100, currency: 'jpy', metadata: { refund_id: refunds[0]?.id } },
    ])
    expect([await desk(), await faults()]).toEqual([[], []])
  })

  once(
    'and that was closed can be paid again; the customer gets a mail, and the audit log has it',
    async () => {
      await payWrongly()
      await close()
      await reconcileAll(shop.payments)
      expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
      const mails = shop.database.read
        .selectFrom('outbox')
        .select('subject')
        .where('recipient', '=', cora.email)
      expect(await mails.execute()).toContainEqual({ subject: 'Your payment of ¥100 was refunded' })
      expect((await ada.call('GET /audit', { query: {} })).answer).toContainEqual(
        expect.objectContaining({ action: 'closed payment', subject: `Payment ${id}`, who: ada.email }),
      )
    },
  )

  once('is not refunded twice if the owner has refunded it at Stripe', async () => {
    await payWrongly()
    shop.stripe.account.createRefund({ payment_intent: String(session.payment_intent), amount: '100' })
    shop.stripe.events.lose()
    await close()
    await reconcileAll(shop.payments)
    expect(shop.stripe.account.refundedOf(String(session.payment_intent))).toBe(100)
    expect([await desk(), await faults()]).toEqual([[], []])
  })

  once('and that has failed before is closed, too', async () => {
    await cora.call('DELETE /payment/{id}', { params: { id } })
    shop.stripe.events.lose()
    session.status = 'open'
    await payWrongly()
    expect(await desk()).toMatchObject([{ fault: 'wrong-amount', canClose: true, amount: '100' }])
    await close()
    await reconcileAll(shop.payments)
    expect(shop.stripe.account.refundedOf(String(session.payment_intent))).toBe(100)
    expect([await desk(), await faults()]).toEqual([[], []])
  })

  once('is not closed as long as the shop does not know what has arrived', async () => {
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('payments')
        .set({ reason: 'Another amount has arrived: 1 JPY instead of 15.05 USD' })
        .where('id', '=', id)
        .execute(),
    )
    expect(await desk()).toEqual([expect.not.objectContaining({ canClose: true })])
    expect((await close()).status).toBe(409)
  })
})
