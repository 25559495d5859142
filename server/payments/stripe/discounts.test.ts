import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { fill } from '#test/cart.ts'
import { giveCode, readDiscount } from '#test/selling/discounts.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'

describe.each(stores)('a discount on the page of Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  beforeAll(() => saveTestSelling(shop.database, { ...portugueseShop, ways: ['stripe', 'transfer'] }))

  async function payWith(code: string) {
    const cora = await shop.person(`Cora ${code}`)
    const { espresso, lungo } = shop.shelves
    const lines = await fill(cora, espresso, espresso, espresso, lungo)
    const chosen = { lines, methodId: 'post', code }
    const quoted = await cora.call('POST /checkout/quote', { body: { ...chosen, country: 'PT' } })
    const { totals, offers } = quoted.answer
    const promise = offers.find(({ id }) => id === 'post')?.promise ?? null
    const agreed = {
      address: lisbonAddress,
      note: '',
      total: totals?.total ?? 0,
      promise,
      way: 'stripe' as const,
    }
    const { answer } = await cora.call('POST /checkout', { body: { ...chosen, ...agreed } })
    const session = [...shop.stripe.account.sessions.values()].find(({ url }) => url === answer.url)
    return { cora, total: totals?.total, paymentId: answer.paymentId ?? '', session }
  }

  test('is taken off its lines, which add up to the total', async () => {
    const { code, id } = await giveCode(shop.database, { value: 15, max_uses: 1 })
    const { cora, total, paymentId, session } = await payWith(code)
    const items = shop.stripe.account.items.get(String(session?.id)) ?? []
    // 15 % of 17.55 are 2.6325. The exact shares of 2.63 are 0.3746 for each espresso and 1.5061 for the lungo.
    expect(items).toEqual([
      { name: 'Espresso', amount: 212, quantity: 1 },
      { name: 'Espresso', amount: 213, quantity: 2 },
      { name: 'Lungo', amount: 1005 - 151, quantity: 1 },
      { name: 'Delivery', amount: 450, quantity: 1 },
    ])
    expect([total, session?.amount_total]).toEqual([1942, 1942])
    shop.stripe.account.pay(String(session?.id))
    await cora.call('GET /payment/{id}', { params: { id: paymentId } })
    const { orders, lines } = await shop.rowsOf(paymentId)
    expect(orders).toMatchObject([{ state: 'paid', total_cents: 1942 }])
    expect(lines.every(({ payment }) => payment === 'OK')).toBe(true)
    expect((await readDiscount(shop.database, id)).used).toBe(1)
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('leaves out lines that cost nothing', async () => {
    const { espresso } = shop.shelves
    const { code } = await giveCode(shop.database, { value: 100, chosen: JSON.stringify([espresso.id]) })
    const { session, total } = await payWith(code)
    expect(shop.stripe.account.items.get(String(session?.id))).toEqual([
      { name: 'Lungo', amount: 1005, quantity: 1 },
      { name: 'Delivery', amount: 450, quantity: 1 },
    ])
    expect(total).toBe(1455)
  })

  test('goes back when the page expires, and the lines have their prices again', async () => {
    const { code, id } = await giveCode(shop.database, { kind: 'amount', value: 300, max_per_person: 1 })
    const { cora, paymentId, session } = await payWith(code)
    expect((await readDiscount(shop.database, id)).used).toBe(1)
    shop.stripe.account.expire(String(session?.id))
    await cora.call('GET /payment/{id}', { params: { id: paymentId } })
    expect((await readDiscount(shop.database, id)).used).toBe(0)
    const lines = await shop.database.read
      .selectFrom('cart_items')
      .select(['price_cents', 'discount_cents'])
      .where('user_id', '=', cora.userId)
      .orderBy('price_cents')
      .execute()
    expect(lines.map(({ price_cents, discount_cents }) => [price_cents, discount_cents])).toEqual([
      [250, 0],
      [250, 0],
      [250, 0],
      [1005, 0],
    ])
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })
})
