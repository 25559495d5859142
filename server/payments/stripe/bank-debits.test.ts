import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailsOf } from '#test/orders/orders.ts'
import { reconcileAll } from '#test/gateway.ts'
import { mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { Session } from '#test/stripe/objects.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'

describe.each(anyStore)('bank debits on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let count = 0
  let cora: TestPerson
  let session: Session
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    session = await shop.startPaying(cora)
  })

  const subjects = async () =>
    (await mailsOf(shop.database, 'debit-authorised', 'debit-refused'))
      .filter(({ recipient }) => recipient === cora.email)
      .map(({ subject }) => subject)
  const onTheWay = async () => (await cora.call('GET /myOrders', { query: {} })).answer.onTheWay
  const deliver = () => shop.stripe.events.deliver({ copies: 2 })

  test('are announced by one mail and in the account, until the money has arrived', async () => {
    expect(await onTheWay()).toBeUndefined()
    shop.stripe.account.payByBank(session.id)
    await deliver()
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    expect(await subjects()).toEqual(['Your payment of $15.05 is on its way'])
    expect(await onTheWay()).toEqual([{ _id: paymentIdOf(session), amount: '15.05', at: expect.any(Number) }])
    shop.stripe.account.decide(session.id, true)
    await deliver()
    expect([await onTheWay(), (await subjects()).length]).toEqual([undefined, 1])
  })

  test('that the bank refuses are said in one mail, also if the events are lost', async () => {
    shop.stripe.account.payByBank(session.id)
    await deliver()
    shop.stripe.account.decide(session.id, false)
    shop.stripe.events.lose()
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    expect((await subjects())[1]).toBe('Your payment of $15.05 was refused')
    expect([(await subjects()).length, await onTheWay()]).toEqual([2, undefined])
  })

  test('are not what a card payment or an expired page is', async () => {
    shop.stripe.account.expire(session.id)
    await deliver()
    const other = await shop.startPaying(cora)
    shop.stripe.account.pay(other.id)
    await deliver()
    expect([await subjects(), await onTheWay()]).toEqual([[], undefined])
  })
})
