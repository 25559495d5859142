import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { readReceipt } from '#server/orders/order-mails.ts'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { putInStock, weigh } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from '../close-due.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00, so what is ordered then is roasted on that day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('a subscription that the owner changes on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { gateway: new FakeGateway(), env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let espresso: CoffeeRow
  let lungo: CoffeeRow
  let id = ''
  let count = 0
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting })
    ;({ espresso, lungo } = shop.shelves)
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    ada = await shop.admin(`Ada ${count}`)
    await subscribe(shop, cora, { coffees: [espresso, espresso], everyWeeks: 1 })
    id = (await subscriptionsOf(shop, cora))[0]?.id ?? ''
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ state: 'ended' }).execute()
      await tx.updateTable('products').set({ stock_id: null }).execute()
    })
  })

  const show = async () => (await ada.call('GET /subscription/{id}', { params: { id } })).answer
  const put = (body: SubscriptionChange) => ada.send('PUT /subscription/{id}', { params: { id }, body })
  const give = (productId: string | null) =>
    ada.send('PUT /subscription/{id}/present', { params: { id }, body: { productId } })
  const lastMail = async () => {
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', cora.email)
    const row = await mails.where('template', '=', 'subscription').orderBy('id', 'desc').executeTakeFirst()
    return JSON.parse(row?.data ?? '{}') as unknown
  }
  const lastEntry = async () => (await ada.call('GET /audit', { query: {} })).answer[0]
  async function pass(days: number): Promise<void> {
    vi.setSystemTime(ORDERED + days * DAY_MS)
    const { database, payments, selling } = shop
    await closeDue({ database, payments, selling, sendsMail: true })
    await chargeDue(payments)
    ada = await shop.admin(`Ada ${(count += 1)}`)
  }
  async function linesOfRenewals() {
    const renewals = await shop.database.read
      .selectFrom('renewals')
      .innerJoin('orders', 'orders.payment_id', 'renewals.id')
      .select('orders.id')
      .where('renewals.user_id', '=', cora.userId)
      .orderBy('renewals.id')
      .execute()
    const receipts = await Promise.all(renewals.map((order) => readReceipt(shop.database.read, order.id)))
    return receipts.map((receipt) => receipt?.lines.map(({ name, price }) => `${name}: ${price}`))
  }

  test('is shown with its customer, its next deliveries, and the orders that it has placed', async () => {
    await pass(5.1)
    const shown = await show()
    expect(shown).toMatchObject({
      name: cora.name,
      email: cora.email,
      begunAt: ORDERED,
      subscriptions: [{ _id: id, card: 'Visa 4242', addressLines: expect.arrayContaining(['Cora Reis']) }],
      deliveries: [{ day: '2026-12-01', state: 'ordered', order: { state: 'paid' } }],
      first: { state: 'paid' },
    })
    expect(shown.subscriptions[0]?.next.map(({ day }) => day)).toEqual([
      '2026-12-08',
      '2026-12-15',
      '2026-12-22',
    ])
    expect(shown.choices.map(({ _id }) => _id)).toContain(lungo.id)
  })

  test('is skipped and made smaller, which the customer and the audit log are told', async () => {
    expect((await put({ nextOn: '2026-12-08' })).answer.nextOn).toBe('2026-12-08')
    expect(await lastMail()).toMatchObject({ event: 'changed', roastOn: '2026-12-08' })
    expect(await lastMail()).not.toHaveProperty('before')
    expect((await put({ quantity: 1, everyWeeks: 2 })).answer.quantity).toBe(1)
    expect(await lastMail()).toMatchObject({
      before: [expect.stringMatching(/^2 × Espresso.*every week$/)],
      coffees: [expect.stringMatching(/^1 × Espresso.*every 2 weeks$/)],
    })
    expect(await lastEntry()).toMatchObject({
      action: 'changed subscription',
      subject: `${cora.name}: Espresso`,
      detail: 'bags: 2 → 1, weeks: 1 → 2',
    })
  })

  test('does not become dearer, and does not begin again once it has ended', async () => {
    const before = await lastMail()
    for (const change of [{ quantity: 3 }, { productId: lungo.id }])
      expect((await put(change)).problem.code).toBe('needs-consent')
    expect((await show()).subscriptions[0]?.quantity).toBe(2)
    expect(await lastMail()).toEqual(before)
    await put({ state: 'ended', reason: 'We move' })
    expect(await lastMail()).toMatchObject({ event: 'stopped', reason: 'We move' })
    expect(await show()).toMatchObject({ reason: 'We move', endedAt: ORDERED })
    expect((await put({ state: 'active' })).problem.code).toBe('needs-consent')
    expect((await put({ state: 'ended' })).problem.code).toBe('state-conflict')
  })

  test('goes on when it was paused', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('subscriptions').set({ state: 'paused' }).where('id', '=', id).execute(),
    )
    expect((await put({ state: 'active' })).answer).toMatchObject({ state: 'active', nextOn: '2026-12-01' })
    expect(await lastMail()).toMatchObject({ event: 'changed', roastOn: '2026-12-01' })
  })

  test('has a present in its next order, once and for nothing', async () => {
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [lungo, null])
    expect((await give(lungo.id)).status).toBe(200)
    expect((await show()).present).toEqual({ name: 'Lungo' })
    await pass(5.1)
    const paid = `Espresso: ${(espresso.price_cents / 100).toFixed(2)}`
    expect(await linesOfRenewals()).toEqual([[paid, paid, 'Lungo (a present): 0.00']])
    const stock = await shop.database.read
      .selectFrom('stocks')
      .innerJoin('products', 'products.stock_id', 'stocks.id')
      .select('remaining')
      .where('products.id', '=', lungo.id)
      .executeTakeFirst()
    expect(Number(stock?.remaining)).toBe(0)
    expect(await show()).not.toHaveProperty('present')
    const { roasts } = (await ada.call('GET /pickList', {})).answer
    expect(roasts.map(({ coffee }) => coffee).join()).not.toContain('present')
    await pass(12.1)
    expect((await linesOfRenewals()).at(-1)).toEqual([paid, paid])
  })

  test('is sent without a present that is sold out, which goes with the delivery after it', async () => {
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [lungo, null])
    await give(lungo.id)
    const before = await lastMail()
    await pass(5.1)
    expect((await linesOfRenewals())[0]).toHaveLength(2)
    expect(await lastMail()).toEqual(before)
    expect((await show()).present).toEqual({ name: 'Lungo', soldOutOn: '2026-12-01' })
    const { soldOutPresents } = (await ada.call('GET /subscriptionsOverview', {})).answer
    expect(soldOutPresents).toEqual([{ _id: id, name: cora.name, email: cora.email, day: '2026-12-01' }])
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [lungo, null])
    await pass(12.1)
    expect((await linesOfRenewals()).at(-1)).toContain('Lungo (a present): 0.00')
  })

  test('is sent without a present that makes the parcel too heavy, of which the owner reads', async () => {
    // A parcel has at most 5 kg.
    await weigh(shop.database, 5000, lungo)
    await weigh(shop.database, 1, espresso)
    await give(lungo.id)
    await pass(5.1)
    expect((await linesOfRenewals())[0]).toHaveLength(2)
    expect((await show()).present).toEqual({ name: 'Lungo', soldOutOn: '2026-12-01' })
    await weigh(shop.database, null, lungo, espresso)
    await pass(12.1)
    expect((await linesOfRenewals()).at(-1)).toContain('Lungo (a present): 0.00')
  })

  test('loses a present that is taken back, which is possible until the delivery closes', async () => {
    await give(lungo.id)
    expect(await lastEntry()).toMatchObject({ action: 'gave present', detail: 'Lungo' })
    await give(null)
    expect(await lastEntry()).toMatchObject({ action: 'took back present' })
    expect((await give(null)).problem.code).toBe('state-conflict')
    expect((await give(cora.userId)).problem.code).toBe('unknown-product')
    await give(lungo.id)
    vi.setSystemTime(ORDERED + 5.1 * DAY_MS)
    ada = await shop.admin(`Ada ${(count += 1)}`)
    expect((await give(null)).problem.code).toBe('delivery-closed')
    await pass(5.2)
    expect((await linesOfRenewals())[0]).toHaveLength(3)
  })
})
