import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import { cartOf, fill } from '#test/cart.ts'
import { archive } from '#test/catalogue.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'

/** Returns the request of a customer who sees everything in the cart and lets it be sent to Lisbon. */
async function parcelOf(person: TestPerson): Promise<CheckoutRequest> {
  const { answer } = await person.call('POST /checkout/quote', { body: { country: 'PT', methodId: 'post' } })
  return {
    lines: answer.lines.map(({ _id }) => _id),
    methodId: 'post',
    address: lisbonAddress,
    note: 'Ring twice ',
    total: answer.totals?.total ?? 0,
    promise: answer.offers.find(({ id }) => id === 'post')?.promise ?? null,
  }
}

const checkOut = (person: TestPerson, body: CheckoutRequest) => person.call('POST /checkout', { body })

describe.each(anyStore)('pressing Pay again in the checkout on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let count = 0
  let cora: TestPerson
  let request: CheckoutRequest
  let first: { status: string; paymentId?: string; url?: string }
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    await saveTestSelling(shop.database, portugueseShop)
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    request = await parcelOf(cora)
    first = (await checkOut(cora, request)).answer
  })

  const payments = () =>
    shop.database.read.selectFrom('payments').selectAll().where('user_id', '=', cora.userId).execute()

  test('leads to the page of the same payment, which the cart names', async () => {
    expect(first).toEqual({
      status: 'redirect',
      paymentId: expect.any(String),
      url: expect.stringContaining('/pay/'),
    })
    expect((await checkOut(cora, request)).answer).toEqual(first)
    expect(await payments()).toHaveLength(1)
    expect((await cartOf(cora)).map(({ paymentId }) => paymentId)).toEqual([first.paymentId, first.paymentId])
  })

  test.each([
    ['address', { address: { ...lisbonAddress, line1: 'Rua Augusta 1' } }],
    ['method', { methodId: 'counter' }],
    ['note', { note: 'Leave it at the door' }],
    ['total', { total: 1 }],
    ['currency', { currency: 'EUR' }],
  ])('is refused with another %s', async (_, other) => {
    const refused = await checkOut(cora, { ...request, ...other })
    expect([refused.status, refused.problem.code]).toEqual([409, 'being-paid'])
    expect(await payments()).toHaveLength(1)
  })

  test('leads to the same payment if the shop has changed since, before and after it is paid', async () => {
    await archive(shop.database, shop.shelves.espresso)
    await saveTestSelling(shop.database, { ...portugueseShop, methods: [] })
    const again = await checkOut(cora, request)
    const session = [...shop.stripe.account.sessions.values()].find(({ url }) => url === first.url)
    shop.stripe.account.pay(String(session?.id))
    await shop.stripe.events.deliver()
    const paid = await checkOut(cora, { ...request, note: 'Leave it at the door' })
    await archive(shop.database, shop.shelves.espresso, null)
    expect(again.answer).toEqual(first)
    expect(paid.answer).toEqual({ status: 'paid', paymentId: first.paymentId, alreadyPaid: true })
    expect(await payments()).toHaveLength(1)
  })

  test('pays for nothing of another customer', async () => {
    const dora = await shop.person(`Dora ${count}`)
    expect((await checkOut(dora, request)).status).toBe(404)
  })
})

describe.each(anyStore)('pressing Pay again for an order that is paid later on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { PAYMENT_GATEWAY: 'later' } })

  test('leads to the same order, and is refused with another note', async () => {
    const cora = await shop.person('Cora')
    await saveTestSelling(shop.database, portugueseShop)
    await fill(cora, shop.shelves.espresso)
    const request = await parcelOf(cora)
    const { answer } = await checkOut(cora, request)
    expect(answer).toEqual({ status: 'waiting', paymentId: expect.any(String) })
    expect((await checkOut(cora, request)).answer).toEqual(answer)
    const refused = await checkOut(cora, { ...request, note: 'Leave it at the door' })
    expect(refused.problem.code).toBe('being-paid')
  })
})
