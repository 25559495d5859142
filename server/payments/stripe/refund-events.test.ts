import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { recordExternalRefunds } from '../refunds/record-external-refunds.ts'
import { refund } from '../refunds/refund.ts'

describe.each(anyStore)('refunds that were made at Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  let ada: TestPerson
  let id: string
  let intent: string
  beforeEach(async () => {
    shop.stripe.account.clear()
    cora = await shop.person(`Cora ${(count += 1)}`)
    ada ??= await shop.admin('Ada')
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
    id = paymentIdOf(session)
    intent = String(session.payment_intent)
  })

  const { account, events } = { account: () => shop.stripe.account, events: () => shop.stripe.events }
  const refundAtStripe = (cents: number) =>
    account().createRefund({ payment_intent: intent, amount: String(cents) })
  /** Returns the refunds of the shop, and those of Stripe, as `[reference, amount, state]`. */
  const known = async () =>
    (await shop.rowsOf(id)).refunds.map((row) => [row.reference, row.amount_cents, row.status]).toSorted()
  const atStripe = () =>
    account()
      .refundsOf(intent)
      .map((one) => [one.id, one.amount, one.status])
      .toSorted()
  const stateOfOrder = async () => (await shop.rowsOf(id)).orders.map(({ state }) => state)
  const desk = async () => (await ada.call('GET /paymentDesk', {})).answer.filter(({ _id }) => _id === id)
  const faults = () => readSnapshot(shop.store, verifyBooks)

  test('and failed have not refunded the order, although the failure is reported first', async () => {
    const onRefunded = vi.spyOn(shop.payments, 'onRefunded')
    const { id: reference } = refundAtStripe(1505)
    account().failRefund(reference)
    await events().deliver({ isReversed: true, copies: 2 })
    expect(await known()).toEqual([[reference, 1505, 'failed']])
    expect(await stateOfOrder()).toEqual(['paid'])
    expect(onRefunded).not.toHaveBeenCalled()
  })

  test('are kept one by one, also if the second is reported first and the first fails', async () => {
    const first = refundAtStripe(500)
    refundAtStripe(300)
    await events().deliver({ isReversed: true })
    expect(await known()).toEqual(atStripe())
    account().failRefund(first.id)
    await events().deliver({ isReversed: true })
    expect(await known()).toEqual(atStripe())
    expect((await shop.rowsOf(id)).refunds).toContainEqual(
      expect.objectContaining({ reference: first.id, status: 'failed', reason: 'lost_or_stolen_card' }),
    )
  })

  test('and are pending count once they succeed', async () => {
    const onRefunded = vi.spyOn(shop.payments, 'onRefunded')
    account().newRefunds = 'pending'
    const { id: reference } = refundAtStripe(1505)
    account().newRefunds = 'succeeded'
    await events().deliver()
    expect([await known(), await stateOfOrder()]).toEqual([[[reference, 1505, 'pending']], ['paid']])
    expect(onRefunded).not.toHaveBeenCalled()
    account().confirmRefund(reference)
    await events().deliver({ copies: 3 })
    expect([await known(), await stateOfOrder()]).toEqual([[[reference, 1505, 'succeeded']], ['refunded']])
    expect(onRefunded).toHaveBeenCalledTimes(1)
  })

  test('and failed stay failed if an older list is written after a newer one', async () => {
    const { id: reference } = refundAtStripe(500)
    const gateway = shop.payments.gateways.get('stripe')
    if (gateway?.kind !== 'remote') throw new Error('There is no gateway.')
    const older = await Array.fromAsync(gateway.listRefunds({ charge: intent }))
    account().failRefund(reference)
    await events().deliver()
    await shop.database.write((write) =>
      recordExternalRefunds(shop.payments, write, { paymentId: id, refunds: older }),
    )
    expect(await known()).toEqual([[reference, 500, 'failed']])
  })

  test('are answered by asking if all their events are lost', async () => {
    refundAtStripe(500)
    const { id: reference } = refundAtStripe(300)
    events().lose()
    await reconcileAll(shop.payments)
    expect(await known()).toEqual(atStripe())
    account().failRefund(reference)
    events().lose()
    await reconcileAll(shop.payments)
    expect(await known()).toEqual(atStripe())
  })

  test('and fail after the whole order was refunded leave books that are in order', async () => {
    const { id: reference } = refundAtStripe(1505)
    await events().deliver()
    account().failRefund(reference)
    await events().deliver()
    expect([await known(), await stateOfOrder()]).toEqual([[[reference, 1505, 'failed']], ['refunded']])
    expect(await faults()).toEqual([])
    expect(await desk()).toMatchObject([
      { _id: id, fault: 'refund-failed', repair: 'refund', amount: '15.05' },
    ])
    await ada.call('PUT /paymentDesk/{id}', { params: { id }, body: { repair: 'refund' } })
    await reconcileAll(shop.payments)
    expect(await known()).toEqual(atStripe())
    expect(await desk()).toEqual([])
  })

  test('and that the shop does not know make its own refund fail, which is at the desk', async () => {
    refundAtStripe(500)
    events().lose()
    const own = await refund(shop.payments, { paymentId: id, amountCents: 1505, by: 'ada' })
    expect(own).toMatchObject({ status: 'failed', reason: expect.stringContaining('greater') })
    expect((await shop.rowsOf(id)).refunds.map((row) => [row.amount_cents, row.status])).toEqual([
      [1505, 'failed'],
      [500, 'succeeded'],
    ])
    expect(await desk()).toMatchObject([
      { _id: id, fault: 'refund-failed', repair: 'refund', amount: '10.05' },
    ])
    await ada.call('PUT /paymentDesk/{id}', { params: { id }, body: { repair: 'refund' } })
    await reconcileAll(shop.payments)
    expect(account().refundedOf(intent)).toBe(1505)
    expect(await stateOfOrder()).toEqual(['refunded'])
  })

  test.each([
    ['an event has come', () => events().deliver()],
    [
      'the shop has asked',
      () => {
        events().lose()
        return reconcileAll(shop.payments)
      },
    ],
  ])('take the place of a sum that an older version has stored, when %s', async (_, happen) => {
    const onRefunded = vi.spyOn(shop.payments, 'onRefunded')
    refundAtStripe(500)
    refundAtStripe(300)
    await happen()
    await shop.database.write(async ({ tx }) => {
      const [, second] = (await shop.rowsOf(id)).refunds
      await tx.deleteFrom('refunds').where('id', '=', String(second?.id)).execute()
      const sum = { amount_cents: 800, reference: `sum:${id}`, created_by: null }
      await tx.updateTable('refunds').set(sum).where('payment_id', '=', id).execute()
    })
    onRefunded.mockClear()
    refundAtStripe(200)
    await happen()
    expect(await known()).toEqual(atStripe())
    expect(
      onRefunded.mock.calls.map(
        ([
          ,
          {
            refund: { amount_cents },
          },
        ]) => amount_cents,
      ),
    ).toEqual([200])
  })

  test('of payments of other shops with the same account are ignored', async () => {
    const metadata = { payment_id: 'of another shop', shop: 'https://trial.example' }
    const foreign = { ...account().intent(intent), id: 'pi_foreign', latest_charge: 'ch_foreign', metadata }
    account().intents.set(foreign.id, foreign)
    account().createRefund({ payment_intent: foreign.id, amount: '100' })
    expect(await events().deliver()).toEqual([200, 200])
    await reconcileAll(shop.payments)
    const { read } = shop.database
    const ofForeign = read.selectFrom('payments').selectAll().where('reference', '=', foreign.id)
    expect(await ofForeign.execute()).toEqual([])
    expect((await shop.rowsOf(id)).refunds).toEqual([])
  })
})
