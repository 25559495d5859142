import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeskFault, DeskRepair } from '#contract/values/desk.ts'
import { mailsOf } from '#test/orders/orders.ts'
import { reconcileAll } from '#test/gateway.ts'
import { mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { readSnapshot } from '#server/books/snapshot.ts'

describe.each(anyStore)('disputes on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let count = 0
  let ada: TestPerson
  let paymentId: string
  let orderId: string
  let number: number
  let intent: string
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    shop.stripe.account.clear()
    await shop.database.write(async ({ tx }) => void (await tx.deleteFrom('disputes').execute()))
    const session = await shop.startPaying(await shop.person(`Cora ${(count += 1)}`))
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
    paymentId = paymentIdOf(session)
    intent = String(session.payment_intent)
    const [order] = (await shop.rowsOf(paymentId)).orders
    orderId = String(order?.id)
    number = Number(order?.number)
  })

  const events = () => shop.stripe.events
  const desk = async () => (await ada.call('GET /paymentDesk', {})).answer
  const press = (repair: DeskRepair, fault: DeskFault) =>
    ada.call('PUT /paymentDesk/{id}', { params: { id: paymentId }, body: { repair, fault } })
  const ofOrder = async () => (await ada.call('GET /order/{id}', { params: { id: orderId } })).answer.disputes
  const marks = async () => {
    const { lines, onTheWay } = (await ada.call('GET /pickList', {})).answer
    return [...lines.flatMap(({ orders }) => orders), ...onTheWay].find(({ _id }) => _id === orderId)?.marks
  }
  const subjects = async () =>
    (await mailsOf(shop.database, 'dispute-notice'))
      .filter(({ subject }) => subject.includes(`order ${number},`))
      .map(({ subject, recipient }) => [recipient, subject])

  test('are on the desk, on the order, in To pack and in a mail to the owner, until they have ended', async () => {
    const { id } = shop.stripe.account.dispute(intent)
    await events().deliver({ copies: 2 })
    const known = { amount: '15.05', reason: 'product not received', dueAt: expect.any(Number) }
    expect(await desk()).toMatchObject([{ _id: paymentId, fault: 'disputed', order: { number }, ...known }])
    expect((await desk())[0]).not.toHaveProperty('canDismiss')
    expect((await press('dismiss', 'disputed')).status).toBe(409)
    expect(await ofOrder()).toMatchObject([{ kind: 'dispute', status: 'open', ...known }])
    expect(await marks()).toEqual(['disputed'])
    expect(await subjects()).toEqual([[null, `Dispute: order ${number}, $15.05`]])

    shop.stripe.account.decideDispute(id, 'lost')
    await events().deliver({ copies: 2 })
    expect(await desk()).toMatchObject([{ fault: 'dispute-lost', canDismiss: true }])
    expect(await ofOrder()).toMatchObject([{ status: 'lost' }])
    expect(await subjects()).toHaveLength(2)
    expect((await press('dismiss', 'dispute-lost')).status).toBe(200)
    expect(await desk()).toEqual([])
    expect((await ada.call('GET /audit', { query: {} })).answer[0]).toMatchObject({
      action: 'dismissed on payment desk',
      subject: `Payment ${paymentId}`,
    })
    expect(await marks()).toEqual(['disputed'])
  })

  test('that were won are no mark any more, also if the end is reported first', async () => {
    const { id } = shop.stripe.account.dispute(intent)
    shop.stripe.account.decideDispute(id, 'won')
    for (const event of events().waiting.splice(0).toReversed()) await events().deliverOne(event)
    for (const event of events().all.slice(-2)) await events().deliverOne(event)
    expect(await desk()).toMatchObject([{ fault: 'dispute-won', canDismiss: true }])
    expect(await ofOrder()).toMatchObject([{ status: 'won' }])
    expect(await marks()).toBeUndefined()
    expect(await subjects()).toEqual([[null, `Dispute won: order ${number}, $15.05`]])
  })

  test('and their ends are found without any event, once, also months later', async () => {
    const dispute = shop.stripe.account.dispute(intent)
    shop.stripe.account.warnOfFraud(intent)
    events().lose()
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    expect((await desk()).map(({ fault }) => fault).toSorted()).toEqual(['disputed', 'fraud-warning'])
    expect((await marks())?.toSorted()).toEqual(['disputed'])
    expect(await subjects()).toHaveLength(2)

    dispute.created -= 100 * 24 * 60 * 60
    shop.stripe.account.decideDispute(dispute.id, 'lost')
    shop.stripe.account.warnOfFraud(intent, true)
    events().lose()
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    expect(await desk()).toMatchObject([{ fault: 'dispute-lost' }])
    expect((await subjects()).map(([, subject]) => subject?.split(':')[0])).toEqual([
      'Dispute',
      'Warning about fraud',
      'Dispute lost',
    ])
    await events().deliver()
    expect(await subjects()).toHaveLength(3)
  })

  test('of charges that this shop has not made are ignored', async () => {
    const known = shop.stripe.account.intent(intent)
    shop.stripe.account.intents.set('pi_other', { ...known, id: 'pi_other', metadata: {} })
    shop.stripe.account.dispute('pi_other')
    expect(await events().deliver()).toEqual([200])
    await reconcileAll(shop.payments)
    expect(await desk()).toEqual([])
  })

  test('can be avoided after a warning of fraud by a refund, or the warning is dismissed', async () => {
    shop.stripe.account.warnOfFraud(intent)
    await events().deliver()
    const warning = {
      fault: 'fraud-warning',
      amount: '15.05',
      reason: 'made with stolen card',
      canDismiss: true,
    }
    expect(await desk()).toMatchObject([{ ...warning, repair: 'refund' }])
    expect(await marks()).toEqual(['fraud-warning'])
    expect(await subjects()).toEqual([[null, `Warning about fraud: order ${number}, $15.05`]])
    expect((await press('refund', 'fraud-warning')).status).toBe(200)
    expect((await shop.rowsOf(paymentId)).refunds).toMatchObject([{ amount_cents: 1505 }])
    expect(await desk()).toMatchObject([{ fault: 'fraud-warning', canDismiss: true }])
    expect((await press('dismiss', 'fraud-warning')).status).toBe(200)
    expect(await desk()).toEqual([])
    shop.stripe.account.warnOfFraud(intent, true)
    await events().deliver()
    expect([await desk(), await marks()]).toEqual([[], undefined])
    expect(await subjects()).toHaveLength(1)
  })

  test('do not hide a refund that has failed, which says why and can be dismissed', async () => {
    const { id } = shop.stripe.account.createRefund({ payment_intent: intent, amount: '500' })
    shop.stripe.account.failRefund(id)
    await events().deliver()
    const reason = 'lost or stolen card'
    expect(await desk()).toMatchObject([
      { fault: 'refund-failed', repair: 'refund', reason, canDismiss: true },
    ])
    const { answer } = await ada.call('GET /order/{id}', { params: { id: orderId } })
    expect(answer.refunds).toMatchObject([{ amount: '5.00', status: 'failed', reason }])
    expect((await press('dismiss', 'refund-failed')).status).toBe(200)
    expect(await desk()).toEqual([])
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })
})
