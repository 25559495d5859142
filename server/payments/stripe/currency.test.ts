import '#test/cheap-passwords.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { setShopCurrency } from '#contract/values/currencies.ts'
import { fill } from '#test/cart.ts'
import { saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'
import { findAmountProblem, fromStripe, toStripe } from './amounts.ts'

afterAll(() => setShopCurrency('USD'))

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

describe.each(stores)('the currency on the page of Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let people = 0

  /** Starts a payment of the espresso, whose price is 250 in the smallest unit of every currency. */
  async function pay(currency: string) {
    await saveTestSelling(shop.database, { ...DEFAULT_SELLING, currency })
    setShopCurrency(currency)
    const cora = await shop.person(`Cora ${(people += 1)}`)
    const [id = ''] = await fill(cora, shop.shelves.espresso)
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

  test('is refused with an amount that Stripe cannot take, and nothing is charged', async () => {
    const { espresso } = shop.shelves
    await shop.database.write(async ({ tx, publish }) => {
      await tx.updateTable('products').set({ price_cents: 255 }).where('id', '=', espresso.id).execute()
      publish({ type: 'catalogue-changed' })
    })
    espresso.price_cents = 255
    const before = shop.stripe.account.sessions.size
    const { problem } = await pay('KWD')
    expect(problem).toMatchObject({ code: 'payment-declined', detail: expect.stringContaining('0.255 KWD') })
    expect(shop.stripe.account.sessions.size).toBe(before)
  })

  const sessionOf = (url: string) =>
    [...shop.stripe.account.sessions.values()].find((session) => session.url === url)
})
