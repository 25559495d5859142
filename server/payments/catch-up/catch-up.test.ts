import '#test/cheap-passwords.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeGateway, reconcileAll } from '#test/gateway.ts'
import { stores } from '#test/stores.ts'
import type { Session } from '#test/stripe/objects.ts'
import { givenStripeShop, paymentIdOf } from '#test/stripe/stripe-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import type { GatewayCharge, Span } from '../gateway.ts'
import { catchUp } from './catch-up.ts'

describe.each(stores)('charges that Stripe lists on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let count = 0
  let cora: TestPerson
  let ada: TestPerson
  beforeEach(async () => {
    shop.stripe.account.clear()
    cora = await shop.person(`Cora ${(count += 1)}`)
    ada ??= await shop.admin('Ada')
  })

  const mails = () =>
    shop.database.read
      .selectFrom('outbox')
      .select(['recipient', 'template', 'subject'])
      .where('template', 'in', ['late-refund', 'late-refund-notice'])
      .orderBy('id')
      .execute()

  test('are listed when it is the turn of this background job, as refunds, disputes and the numbers of orders', async () => {
    const session = await shop.startPaying(cora)
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
    const turn = vi.spyOn(shop.payments, 'jobTurn')
    await catchUp(shop.payments)
    // Three lists of the last hour, three of a long time, and one number.
    expect(turn).toHaveBeenCalledTimes(7)
  })

  test.each([
    ['', (): void => undefined],
    [
      ', also of the time when the shop had another address,',
      (metadata: Record<string, string>): void => void delete metadata['shop'],
    ],
  ])(
    'and that arrived for a failed payment%s without an event are refunded, and both are told',
    async (_when, change) => {
      const session = await shop.startPaying(cora)
      const id = paymentIdOf(session)
      shop.stripe.account.pay(session.id)
      change(shop.stripe.account.intent(String(session.payment_intent)).metadata)
      shop.stripe.events.lose()
      await shop.database.write(({ tx }) =>
        tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute(),
      )
      await reconcileAll(shop.payments)
      await reconcileAll(shop.payments)
      expect((await shop.rowsOf(id)).refunds).toMatchObject([{ status: 'succeeded', amount_cents: 1505 }])
      expect(shop.stripe.account.refundedOf(String(session.payment_intent))).toBe(1505)
      expect((await mails()).slice(-2)).toEqual([
        { recipient: cora.email, template: 'late-refund', subject: 'Your payment of $15.05 was refunded' },
        {
          recipient: null,
          template: 'late-refund-notice',
          subject: `A late payment was refunded, ${cora.name}`,
        },
      ])
    },
  )

  test('and that have another amount than the failed payment are at the desk, and not refunded', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    shop.stripe.events.lose()
    const intent = shop.stripe.account.intent(String(session.payment_intent))
    intent.amount = 905
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute(),
    )
    await reconcileAll(shop.payments)
    const { payment, orders, refunds } = await shop.rowsOf(id)
    expect([payment.status, payment.reference, orders, refunds]).toEqual(['failed', null, [], []])
    expect(payment.reason).toContain('9.05 USD instead of 15.05 USD')
    const desk = (await ada.call('GET /paymentDesk', {})).answer
    expect(desk).toMatchObject([{ _id: id, fault: 'wrong-amount' }])
    expect(shop.stripe.account.refundedOf(intent.id)).toBe(0)
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ reason: null }).where('id', '=', id).execute(),
    )
  })

  test('and that the shop has forgotten are at the desk, and can be refunded there', async () => {
    const intent = await payAndForget(await shop.startPaying(cora))
    await reconcileAll(shop.payments)
    await reconcileAll(shop.payments)
    const [entry, ...others] = (await ada.call('GET /paymentDesk', {})).answer
    expect(entry).toMatchObject({ _id: intent, fault: 'unknown-charge', amount: '15.05', repair: 'refund' })
    expect(others).toEqual([])
    await ada.call('PUT /paymentDesk/{id}', { params: { id: intent }, body: { repair: 'refund' } })
    await reconcileAll(shop.payments)
    expect(shop.stripe.account.refundedOf(intent)).toBe(1505)
    expect((await ada.call('GET /paymentDesk', {})).answer).toEqual([])
  })

  test('and that are in another currency are shown in it, without a customer', async () => {
    const session = await shop.startPaying(cora)
    const id = await payAndForget(session)
    shop.stripe.account.intent(id).currency = 'jpy'
    await reconcileAll(shop.payments)
    const entry = (await ada.call('GET /paymentDesk', {})).answer.find(({ _id }) => _id === id)
    expect(entry).toMatchObject({ fault: 'unknown-charge', amount: '1505', currency: 'JPY' })
    expect((await ada.call('GET /audit', { query: {} })).answer).toContainEqual(
      expect.objectContaining({ _id: id, who: 'not known', detail: '¥1,505 through stripe' }),
    )
    await ada.call('PUT /paymentDesk/{id}', { params: { id }, body: { repair: 'refund' } })
    await reconcileAll(shop.payments)
    expect(shop.stripe.account.refundsOf(id)).toMatchObject([{ amount: 1505, currency: 'jpy' }])
  })

  /** Pays, and deletes the payment from the shop. Returns the id of the payment intent. */
  async function payAndForget(session: Session): Promise<string> {
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    shop.stripe.events.lose()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('cart_items').set({ payment_id: null }).where('payment_id', '=', id).execute()
      await tx.deleteFrom('payments').where('id', '=', id).execute()
    })
    return String(session.payment_intent)
  }

  test('are written although a list ends with an error, and the next one begins again', async () => {
    const session = await shop.startPaying(cora)
    const id = paymentIdOf(session)
    shop.stripe.account.pay(session.id)
    await shop.stripe.events.deliver()
    for (let made = 0; made < 3; made++)
      shop.stripe.account.createRefund({ payment_intent: String(session.payment_intent), amount: '100' })
    shop.stripe.events.lose()
    shop.stripe.fault = ({ path }) => (path === '/v1/refunds' ? 'error' : null)
    await reconcileAll(shop.payments)
    expect((await shop.rowsOf(id)).refunds).toEqual([])
    shop.stripe.fault = () => null
    await reconcileAll(shop.payments)
    expect((await shop.rowsOf(id)).refunds).toHaveLength(3)
  })
})

describe.each(stores)('the lists of a gateway on $name', ({ fresh }) => {
  const MINUTE = 60_000
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  afterEach(() => vi.useRealTimers())

  test('are asked for the last hour at each run, and for 40 days once an hour', async () => {
    const spans: number[] = []
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(gateway, 'listCharges').mockImplementation((span: Span) => {
      spans.push(Math.round((Date.now() - span.from) / MINUTE))
      return new FakeGateway().listCharges(span)
    })
    const begun = Date.now()
    for (let minute = 0; minute <= 60; minute += 1) {
      vi.setSystemTime(begun + minute * MINUTE)
      await catchUp(shop.payments)
    }
    const [hour, days] = [60, 40 * 24 * 60]
    expect(spans).toEqual([hour, days, ...Array.from({ length: 60 }, () => hour), days])
  })

  test('are written but for an entry that cannot be written', async () => {
    const broken = {
      ...chargeNumber(2),
      get amountCents(): number {
        throw new Error('This charge is broken.')
      },
    }
    const charges = [chargeNumber(1), broken, chargeNumber(3)]
    vi.spyOn(gateway, 'listCharges').mockImplementation(async function* list() {
      yield* charges
    })
    shop.payments.longListsDueAt.clear()
    await expect(catchUp(shop.payments)).rejects.toThrow(AggregateError)
    const rows = shop.database.read.selectFrom('payments').select('id').orderBy('id')
    expect((await rows.execute()).map(({ id }) => id)).toEqual(['pi_1', 'pi_3'])
  })

  test('of a long time are read page by page, and again after ten minutes if a page was not returned', async () => {
    const begun = Date.now()
    const charges = Array.from({ length: 120 }, (_, number) => ({
      ...chargeNumber(1000 + number),
      createdAt: begun - (number + 2) * 60 * MINUTE,
    }))
    const begins: number[] = []
    let disputeLists = 0
    vi.spyOn(gateway, 'listDisputes').mockImplementation(() => {
      disputeLists += 1
      return new FakeGateway().listDisputes()
    })
    vi.spyOn(gateway, 'listCharges').mockImplementation(async function* list({ from, to }) {
      begins.push(Math.round((Date.now() - from) / MINUTE))
      for (const [at, charge] of charges.entries()) {
        if (begins.length === 2 && at === 110) throw new Error('The gateway is slow.')
        if (charge.createdAt < to && charge.createdAt >= from) yield charge
      }
    })
    const written = async () => {
      const rows = shop.database.read.selectFrom('payments').select('id').where('id', 'like', 'pi_1%')
      return (await rows.execute()).filter(({ id }) => id.length === 7).length
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    shop.payments.longListsDueAt.clear()
    const counts: number[] = []
    for (const minute of [0, 1, 10, 11]) {
      vi.setSystemTime(begun + minute * MINUTE)
      await catchUp(shop.payments)
      counts.push(await written())
    }
    const [hour, days] = [60, 40 * 24 * 60]
    expect([counts, begins, disputeLists]).toEqual([
      [100, 100, 120, 120],
      [hour, days, hour, hour, days, hour],
      6,
    ])
  })

  function chargeNumber(number: number): GatewayCharge {
    return {
      reference: `pi_${number}`,
      paymentId: `forgotten-${number}`,
      isOfThisShop: true,
      order: null,
      amountCents: 100,
      refundedCents: 0,
      currency: 'USD',
      fee: null,
      status: 'succeeded',
      createdAt: 0,
    }
  }
})
