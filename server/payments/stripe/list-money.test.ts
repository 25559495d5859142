import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attemptTo } from '#test/gateway.ts'
import { startStripe } from '#test/stripe/stripe.ts'
import type { FakeStripe } from '#test/stripe/serve.ts'
import type { RemoteGateway } from '../gateway.ts'
import { stripeGateway } from './stripe-gateway.ts'

describe('the lists of money at Stripe', () => {
  let stripe: FakeStripe
  let gateway: RemoteGateway
  const warnings: string[] = []
  const open = (publicUrl: string) => {
    const { secretKey, webhookSecret, url: apiBase } = stripe
    const log = { warn: (message: string) => void warnings.push(message) }
    return stripeGateway({ secretKey, webhookSecret, apiBase, publicUrl, log, retries: 0 })
  }
  beforeAll(async () => {
    stripe = await startStripe()
    gateway = open('https://shop.example')
  })
  beforeEach(() => stripe.account.clear())
  afterAll(() => stripe.close())

  const today = () => ({ from: Date.now() - 60_000, to: Date.now() + 60_000 })

  /** Pays at a shop and returns the payment intent. */
  async function pay(at: RemoteGateway, idempotencyKey: string): Promise<string> {
    const started = await at.start(attemptTo({ idempotencyKey, amountCents: 10_000 }))
    if (started.outcome !== 'redirect') throw new Error('There is no page.')
    stripe.account.pay(started.session)
    return String(stripe.account.session(started.session).payment_intent)
  }

  test('tell the payments of this shop from those of others, and leave out what is older', async () => {
    const own = await pay(gateway, 'own')
    const other = await pay(open('https://trial.example'), 'other')
    const charges = await Array.fromAsync(gateway.listCharges(today()))
    expect(
      charges.map(({ reference, paymentId, isOfThisShop }) => [reference, paymentId, isOfThisShop]),
    ).toEqual([
      [other, 'other', false],
      [own, 'own', true],
    ])
    expect(charges[1]).toMatchObject({
      amountCents: 10_000,
      refundedCents: 0,
      currency: 'USD',
      status: 'succeeded',
    })
    stripe.account.intent(own).created -= 120
    expect(await Array.fromAsync(gateway.listCharges(today()))).toHaveLength(1)
  })

  test('have all pages, with the state of each refund', async () => {
    const intent = await pay(gateway, 'many')
    await pay(gateway, 'without refunds')
    for (let count = 0; count < 150; count++)
      stripe.account.createRefund({ payment_intent: intent, amount: '1' })
    stripe.account.newRefunds = 'pending'
    const made = stripe.account.createRefund({
      payment_intent: intent,
      amount: '2',
      metadata: { refund_id: 'x' },
    })
    stripe.account.newRefunds = 'succeeded'
    const refunds = await Array.fromAsync(gateway.listRefunds({ charge: intent }))
    expect([refunds.length, new Set(refunds.map(({ reference }) => reference)).size]).toEqual([151, 151])
    expect(refunds[0]).toMatchObject({ reference: made.id, refundId: 'x', amountCents: 2, status: 'pending' })
    expect(refunds[1]).toMatchObject({ charge: intent, refundId: null, amountCents: 1, status: 'succeeded' })
    stripe.account.failRefund(made.id)
    const [failed] = await Array.fromAsync(gateway.listRefunds(today()))
    expect(failed).toMatchObject({ reference: made.id, status: 'failed', reason: 'lost_or_stolen_card' })
  })

  test('that the key may not read are logged once and left out', async () => {
    const intent = await pay(gateway, 'restricted')
    stripe.account.dispute(intent)
    stripe.account.warnOfFraud(intent)
    const { forbidden } = stripe.account
    const listAll = async () => [
      await Array.fromAsync(gateway.listCharges(today())),
      await Array.fromAsync(gateway.listDisputes(today())),
    ]
    for (const what of ['balance_transactions', 'disputes', 'radar/early_fraud_warnings']) forbidden.add(what)
    expect(await listAll()).toMatchObject([[{ reference: intent, fee: null }], []])
    expect(await listAll()).toMatchObject([[{ reference: intent, fee: null }], []])
    expect(warnings.map((text) => text.split(':')[0])).toEqual([
      'Stripe lists no fees',
      'Stripe lists no disputes',
      'Stripe lists no early fraud warnings',
    ])
    forbidden.clear()
    expect(await listAll()).toMatchObject([
      [{ fee: { amountCents: 175, currency: 'USD' } }],
      [
        { kind: 'dispute', charge: intent },
        { kind: 'warning', charge: intent },
      ],
    ])
  })
})
