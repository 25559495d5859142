import type { Person } from '../account-fixtures.ts'
import { expect, test as peopleTest } from '../account-fixtures.ts'
import { deliverTo, stripeSettings } from '../../test/stripe/stripe.ts'
import { cartOf, news } from '../cart-page.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { expectNoFindings } from '../screens.ts'
import type { FakeStripe } from '../../test/stripe/serve.ts'
import { stripeFixture } from './gateways.ts'

/**
 * The Playwright `test` function with a separate shop whose payments go through `stripe`, a replacement of Stripe. The
 * replacement has a page with the buttons Pay and Decline and the link Back, and sends its events to the shop as soon
 * as they happen.
 */
const test = peopleTest.extend<object, { stripe: FakeStripe }>({
  stripe: stripeFixture,
  settings: [
    async ({ settings, stripe }, use) => use({ ...settings, ...stripeSettings(stripe) }),
    { scope: 'worker' },
  ],
  shop: [
    async ({ shop, stripe }, use) => {
      deliverTo(stripe, shop.url)
      await use(shop)
    },
    { scope: 'worker' },
  ],
})

test.describe('paying on the page of Stripe', () => {
  test('can be declined, left and cancelled, and the products are in the cart again', async ({
    page,
    shopper,
    stripe,
  }) => {
    const { id, url } = await startPaying(shopper, stripe)
    await page.goto(url)
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(`/checkout/return/${id}`)
    expect(await shopper.call('GET /payment/{id}', { params: { id } })).toEqual({ status: 'checking', url })
    await page.getByRole('button', { name: 'Cancel the payment' }).click()
    await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
    const cart = await shopper.call('GET /myCarts', { query: { email: shopper.email } })
    expect(cart.map(({ checking }) => checking)).toEqual([undefined])
    await page.goto(url)
    await expect(page.getByText('This page is no longer open.')).toBeVisible()
  })

  test('can be found again in the cart, and then continued or cancelled', async ({
    page,
    shopper,
    stripe,
  }) => {
    const { id, url } = await startPaying(shopper, stripe)
    await page.goto('/myCart')
    await page.getByRole('link', { name: 'See payment' }).click()
    await expect(page).toHaveURL(`/checkout/return/${id}`)
    await expect(page.getByRole('link', { name: 'Continue to pay' })).toHaveAttribute('href', url)
    await page.getByRole('button', { name: 'Cancel the payment' }).click()
    await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
    await page.goto('/myCart')
    await expect(cartOf(page).checkOut).toBeVisible()
  })

  test('can be tried again or cancelled while Stripe is out of order, and nothing was charged', async ({
    page,
    shopper,
    stripe,
  }) => {
    stripe.fault = () => 'down'
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    const openPayment = async () => {
      await page.goto('/myCart')
      await cartOf(page).checkOut.click()
      await page.getByRole('radio', { name: 'I pick it up' }).check()
      await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The payment has not started yet')
      await expect(page.getByText('Nothing was charged, and your cart is kept.')).toBeVisible()
    }
    await openPayment()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(news(page, 'The payment service still cannot be reached').first()).toBeVisible()
    await expectNoFindings(page, 'a payment that has not started')
    await page.getByRole('button', { name: 'Cancel the payment' }).click()
    await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
    await openPayment()
    stripe.fault = () => null
    await page.getByRole('link', { name: 'Continue to pay' }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  })
})

/**
 * Adds a coffee to the cart and starts to pay for it through the API, as the checkout does for a pickup. Returns the id of
 * the payment, and the URL of the page on which to pay.
 */
async function startPaying(shopper: Person, stripe: FakeStripe): Promise<{ id: string; url: string }> {
  const lines = await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
  const methodId = 'pickup'
  const { offers, totals } = await shopper.call('POST /checkout/quote', {
    body: { lines, country: null, methodId },
  })
  const promise = offers.find(({ id }) => id === methodId)?.promise ?? null
  const body = { lines, methodId, address: null, note: '', promise, total: totals?.total ?? 0 }
  const { url = '' } = await shopper.call('POST /checkout', { body })
  const session = [...stripe.account.sessions.values()].find((known) => known.url === url)
  return { id: String(session?.client_reference_id), url }
}
