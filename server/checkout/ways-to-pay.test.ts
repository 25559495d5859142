import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import { fill } from '#test/cart.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const env = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  // Nothing listens there, so that a payment by card is not started.
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  PAYMENT_GATEWAY: 'stripe',
}
const bank = { holder: 'Hill Roasters', iban: 'PT50000201231234567890154' }

describe.each(stores)('several ways to pay beside each other on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env })
  let people = 0
  let cora: TestPerson
  beforeAll(() => {
    shop.payments.replyTimeoutMs = 100
  })
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(people += 1)}`)
    const settings = { ...portugueseShop, ways: ['stripe', 'transfer', 'pickup'] as const, bank }
    await saveTestSelling(shop.database, { ...settings, ways: [...settings.ways] })
  })

  /** Returns a request to pay for a coffee: as a parcel, or picked up at the counter. */
  async function request(methodId: 'post' | 'counter'): Promise<CheckoutRequest> {
    const address = methodId === 'post' ? lisbonAddress : null
    const lines = await fill(cora, shop.shelves.espresso)
    const country = address?.country ?? null
    const quoted = await cora.call('POST /checkout/quote', { body: { lines, country, methodId } })
    const { totals, offers } = quoted.answer
    const promise = offers.find(({ id }) => id === methodId)?.promise ?? null
    return { lines, methodId, address, note: '', total: totals?.total ?? 0, promise }
  }
  const pay = (body: CheckoutRequest) => cora.send('POST /checkout', { body })
  const gateways = async () => {
    const own = shop.database.read.selectFrom('payments').select('gateway').where('user_id', '=', cora.userId)
    return (await own.orderBy('id').execute()).map(({ gateway }) => gateway)
  }

  test('an order is paid as the customer has chosen', async () => {
    expect((await pay({ ...(await request('post')), way: 'transfer' })).answer.status).toBe('waiting')
    expect((await pay({ ...(await request('counter')), way: 'pickup' })).answer.status).toBe('waiting')
    expect((await pay({ ...(await request('post')), way: 'stripe' })).answer.status).toBe('checking')
    expect(await gateways()).toEqual(['transfer', 'pickup', 'stripe'])
    expect((await pay(await request('post'))).answer.status, 'the first way').toBe('checking')
    expect((await gateways()).at(-1)).toBe('stripe')
  })

  test('orders that wait for transfers do not keep anybody from paying by card', async () => {
    for (let orders = 0; orders < 6; orders++)
      expect((await pay({ ...(await request('post')), way: 'transfer' })).answer.status).toBe('waiting')
    expect((await pay({ ...(await request('post')), way: 'stripe' })).answer.status).toBe('checking')
  })

  test('a way that is not offered is refused, and nothing is reserved', async () => {
    const body = await request('post')
    expect((await pay({ ...body, way: 'pickup' })).problem.code).toBe('way-not-offered')
    expect((await pay({ ...body, way: 'instant' })).problem.code).toBe('way-not-offered')
    await saveTestSelling(shop.database, { ...portugueseShop, ways: ['stripe'] })
    expect((await pay({ ...body, way: 'transfer' })).problem.code).toBe('way-not-offered')
    expect(await gateways()).toEqual([])
    expect((await pay({ ...body, way: 'stripe' })).answer.status).toBe('checking')
  })

  test('a second click is the same order, and another way to pay for the same lines is refused', async () => {
    const body = { ...(await request('post')), way: 'transfer' as const }
    const answers = await Promise.all([pay(body), pay(body), pay(body), pay({ ...body, way: 'stripe' })])
    const paid = answers.filter(({ status }) => status === 200).map(({ answer }) => answer.paymentId)
    expect(new Set(paid).size).toBe(1)
    expect(await gateways()).toHaveLength(1)
    const [gateway] = await gateways()
    const other = gateway === 'transfer' ? 'stripe' : 'transfer'
    expect((await pay({ ...body, way: other })).problem.code).toBe('being-paid')
  })

  test('an order that waits for a transfer shows the bank account, one that is paid at pickup does not', async () => {
    await pay({ ...(await request('post')), way: 'transfer' })
    await pay({ ...(await request('counter')), way: 'pickup' })
    const { orders } = (await cora.call('GET /myOrders', { query: { state: 'waiting' } })).answer
    const receipts = await Promise.all(
      orders.map(async ({ _id }) => (await cora.call('GET /myOrder/{id}', { params: { id: _id } })).answer),
    )
    const [atCounter, sent] = receipts
    expect([atCounter?.transfer, atCounter?.payLaterNote]).toEqual([
      undefined,
      portugueseShop.payAtPickupNote,
    ])
    expect(sent?.transfer).toEqual({ ...bank, amount: sent?.total, reference: `Order ${sent?.number}` })
  })
})
