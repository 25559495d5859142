import '#test/cheap-passwords.ts'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { cartOf, fillIn, fullPayment } from '#test/cart.ts'
import { setPrice } from '#test/catalogue.ts'
import { saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { anyStore } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'
import { refund } from '../refunds/refund.ts'
import { findAmountProblem, fromStripe, toStripe } from './amounts.ts'

describe('an amount for Stripe', () => {
  test.each([
    [1250, 'USD', 1250],
    [1250, 'JPY', 1250],
    [1250, 'ISK', 125_000],
    [1250, 'HUF', 1250],
    [1250, 'TWD', 1250],
    [1250, 'KWD', 1250],
  ])('of %i in %s is %i', (minor, currency, amount) => {
    expect(toStripe(minor, currency)).toBe(amount)
    expect(fromStripe(amount, currency.toLowerCase())).toBe(minor)
  })

  test('in a currency with three decimals ends with 0', () => {
    expect(findAmountProblem([1250, 500], 'TND')).toBeNull()
    expect(findAmountProblem([1250, 505], 'TND')).toMatch(/0\.505 TND/)
    expect(findAmountProblem([505], 'EUR')).toBeNull()
  })
})

describe.each(anyStore)('the currency on the page of Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let people = 0

  /** Starts a payment of the espresso, whose price is 250 in the smallest unit of every currency. */
  async function pay(currency: string) {
    await saveTestSelling(shop.database, { ...DEFAULT_SELLING, currency })
    const cora = await shop.person(`Cora ${(people += 1)}`)
    const [id = ''] = await fillIn(currency, cora, [shop.shelves.espresso])
    return cora.send('PUT /singlePayment/{id}', { params: { id }, body: {} })
  }

  test.each([
    ['EUR', 250],
    ['JPY', 250],
    ['ISK', 25_000],
    ['KWD', 250],
  ])('is %s, with the amount %i', async (currency, amount) => {
    const { url } = (await pay(currency)).answer
    const session = sessionOf(String(url))
    expect(session).toMatchObject({ currency: currency.toLowerCase(), amount_total: amount })
  })

  /** Sets the price of the espresso, and pays for `count` of them. */
  async function payFor(price: number, currency: string, count = 1) {
    await setPrice(shop.database, shop.shelves.espresso, price)
    await saveTestSelling(shop.database, { ...DEFAULT_SELLING, currency })
    const cora = await shop.person(`Cora ${(people += 1)}`)
    await fillIn(
      currency,
      cora,
      Array.from({ length: count }, () => ({ ...shop.shelves.espresso, price_cents: price })),
    )
    const reply = await cora.send('POST /fullOrder', {
      body: fullPayment(cora, await cartOf(cora), currency),
    })
    const { read } = shop.database
    const payments = await read
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .execute()
    await setPrice(shop.database, shop.shelves.espresso, 250)
    return { reply, payments, lines: await cartOf(cora) }
  }

  test.each([
    ['KWD', 1005, 2, 'amount-not-payable', /1\.005 KWD/],
    ['EUR', 30, 1, 'amount-too-small', /At least €0\.50/],
    ['GBP', 29, 1, 'amount-too-small', /At least £0\.30/],
    ['EUR', 99_999_999, 2, 'amount-too-large', /At most €999,999\.99/],
  ] as const)(
    'is refused before a payment is opened if Stripe cannot charge it: %s, %i × %i',
    async (...[currency, price, count, code, detail]) => {
      const { reply, payments, lines } = await payFor(price, currency, count)
      expect(reply.problem).toMatchObject({ code, detail: expect.stringMatching(detail) })
      expect(payments).toEqual([])
      expect(lines.filter(({ checking }) => checking)).toEqual([])
    },
  )

  test.each([
    ['EUR', 50],
    ['JPY', 50],
    ['KWD', 1010],
    ['EUR', 99_999_999],
  ])('is taken if Stripe can charge it: %s, %i', async (currency, price) => {
    expect((await payFor(price, currency)).reply.status).toBe(202)
  })

  test('ends with 0 when an admin refunds a part in a currency with three decimals', async () => {
    const { payments } = await payFor(2010, 'KWD')
    const id = String(payments[0]?.id)
    const session = sessionOf(String(payments[0]?.url))
    shop.stripe.account.pay(String(session?.id))
    await shop.stripe.events.deliver()
    const refundOf = (amountCents: number) => refund(shop.payments, { paymentId: id, amountCents, by: 'ada' })
    expect(await refundOf(1005)).toMatchObject({
      code: 'invalid-input',
      extra: { errors: [{ field: 'amount' }] },
    })
    expect((await shop.rowsOf(id)).refunds).toEqual([])
    expect(await refundOf(1010)).toMatchObject({ status: 'succeeded' })
  })

  test('is explained if only Stripe knows that it is too small', async () => {
    // Stripe converts the minimum for currencies that have none of their own.
    const { reply, payments } = await payFor(49, 'ZAR')
    expect(reply.problem.code).toBe('amount-too-small')
    expect(payments).toMatchObject([{ status: 'failed' }])
  })

  const sessionOf = (url: string) =>
    [...shop.stripe.account.sessions.values()].find((session) => session.url === url)
})
