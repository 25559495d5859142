import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcileAll } from '#test/gateway.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'

describe.each(anyStore)('the fees of Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(() => {
    shop.stripe.account.clear()
    shop.stripe.account.currency = 'usd'
  })
  afterEach(() => shop.stripe.account.forbidden.clear())

  /** Pays and returns the id of the payment and that of its charge at Stripe. */
  async function pay(): Promise<{ id: string; intent: string }> {
    const session = await shop.startPaying(await shop.person(`Cora ${(count += 1)}`))
    shop.stripe.account.pay(session.id)
    return { id: paymentIdOf(session), intent: String(session.payment_intent) }
  }

  const feeOf = async (id: string) => {
    const { fee_cents, fee_currency } = (await shop.rowsOf(id)).payment
    return [fee_cents, fee_currency]
  }
  const order = async (id: string) => {
    const [placed] = (await shop.rowsOf(id)).orders
    return (await ada.call('GET /order/{id}', { params: { id: String(placed?.id) } })).answer
  }

  test('are stored with the payment once, and shown on the order, also after a refund', async () => {
    const { id, intent } = await pay()
    await shop.stripe.events.deliver()
    expect(await feeOf(id)).toEqual([null, null])
    expect(await order(id)).not.toHaveProperty('fee')
    await reconcileAll(shop.payments)
    expect(await feeOf(id)).toEqual([48, 'USD'])
    expect((await order(id)).fee).toEqual({ amount: '0.48', currency: 'USD' })
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '1505' })
    shop.stripe.account.currency = 'eur'
    await reconcileAll(shop.payments)
    expect(await feeOf(id)).toEqual([48, 'USD'])
  })

  test('can be in another currency than the payment, which the event has not reported yet', async () => {
    shop.stripe.account.currency = 'jpy'
    const { id } = await pay()
    shop.stripe.events.lose()
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    expect(await feeOf(id)).toEqual([48, 'JPY'])
    expect((await order(id)).fee).toEqual({ amount: '48', currency: 'JPY' })
  })

  test('come later if a bank confirms a debit later', async () => {
    const session = await shop.startPaying(await shop.person(`Cora ${(count += 1)}`))
    shop.stripe.account.payByBank(session.id)
    await shop.stripe.events.deliver()
    await reconcileAll(shop.payments)
    expect(await feeOf(paymentIdOf(session))).toEqual([null, null])
    shop.stripe.account.decide(session.id, true)
    await shop.stripe.events.deliver()
    await reconcileAll(shop.payments)
    expect(await feeOf(paymentIdOf(session))).toEqual([48, 'USD'])
  })

  test('stay unknown if the key may not read them, and all else that was lost is found', async () => {
    const { forbidden } = shop.stripe.account
    for (const what of ['balance_transactions', 'disputes']) forbidden.add(what)
    const { id, intent } = await pay()
    shop.stripe.events.lose()
    await reconcileAll(shop.payments)
    shop.stripe.account.createRefund({ payment_intent: intent, amount: '100' })
    shop.stripe.account.warnOfFraud(intent)
    shop.stripe.events.lose()
    await reconcileAll(shop.payments)
    expect(await feeOf(id)).toEqual([null, null])
    expect((await shop.rowsOf(id)).refunds).toMatchObject([{ amount_cents: 100, status: 'succeeded' }])
    expect(await order(id)).toMatchObject({ disputes: [{ kind: 'warning' }] })
    forbidden.clear()
    await reconcileAll(shop.payments)
    expect(await feeOf(id)).toEqual([48, 'USD'])
  })
})
