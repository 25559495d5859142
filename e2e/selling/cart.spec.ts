import type { Browser } from '@playwright/test'
import { counter } from '../../test/selling/portuguese-shop.ts'
import { expect, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf } from '../cart-page.ts'
import { countBags, demoCoffees, fillCart } from '../products.ts'
import { expectNoFindings, sizes } from '../screens.ts'
import { test } from './gateways.ts'
import { ownerAccount, sellWith } from './owner.ts'

test.use({ gateway: 'later' })

/** Calls `act` as the owner of the shop, in a browser context without a page. */
async function asOwner<T>(browser: Browser, origin: string, act: (owner: Person) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  const result = await act(await signIn(context.request, origin, ownerAccount))
  await context.close()
  return result
}

/** Orders the first coffee of the shop as a pickup. Returns the id and the number of the order. */
async function orderPickup(shopper: Person): Promise<{ id: string; number: number; price: string }> {
  const [coffee] = await demoCoffees(shopper)
  if (!coffee) throw new Error('The demo shop has coffees.')
  const lines = await fillCart(shopper, [coffee])
  const quote = await shopper.call('POST /checkout/quote', {
    body: { lines, country: null, methodId: counter.id },
  })
  const [offer] = quote.offers
  const body = { lines, methodId: counter.id, address: null, note: '', promise: offer?.promise ?? null }
  await shopper.call('POST /checkout', { body: { ...body, total: quote.totals?.total ?? 0 } })
  const { orders } = await shopper.call('GET /myOrders', { query: {} })
  return { id: orders[0]?._id ?? '', number: orders[0]?.number ?? 0, price: coffee.price }
}

test('the cart says which order waits for its payment, how much it is and how to pay', async ({
  page,
  browser,
  origin,
  shopper,
}) => {
  await asOwner(browser, origin, (owner) => sellWith(owner))
  const paid = await orderPickup(shopper)
  await asOwner(browser, origin, (owner) =>
    owner.call('PUT /order/{id}/state', { params: { id: paid.id }, body: { from: 'waiting', to: 'paid' } }),
  )
  const { number, price } = await orderPickup(shopper)
  await page.setViewportSize(sizes.phone)
  await page.goto('/myCart')
  const waiting = page.getByRole('article')
  await expect(waiting.getByRole('heading', { level: 2 })).toHaveText(
    `Order ${number} waits for your payment`,
  )
  await expect(waiting).toContainText(`Please pay $${price}.`)
  await expect(waiting).toContainText('In cash at the counter.')
  await expect(cartOf(page).rows).toHaveCount(1)
  await expect(page.getByText('Everything here is paid')).toHaveCount(0)
  await expect(cartOf(page).total).toHaveCount(0)
  await expectNoFindings(page, 'a cart beside an order that waits for its payment')
  await waiting.getByRole('link', { name: `See or cancel order ${number}` }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(cartOf(page).total).toContainText('Everything here is paid')
  await expect(waiting).toHaveCount(0)
})

test('paid items have no Delete, and an order that was refunded whole says so', async ({
  page,
  browser,
  origin,
  shopper,
}) => {
  await asOwner(browser, origin, (owner) => sellWith(owner))
  const { id, price } = await orderPickup(shopper)
  await asOwner(browser, origin, (owner) =>
    owner.call('PUT /order/{id}/state', { params: { id }, body: { from: 'waiting', to: 'paid' } }),
  )
  await page.goto('/myCart')
  const { rows, total } = cartOf(page)
  await expect(rows.getByRole('button', { name: 'Payment Done' })).toBeDisabled()
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Product', 'Name', 'Price', 'Pay'])
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await asOwner(browser, origin, (owner) =>
    owner.call('POST /order/{id}/refunds', { params: { id }, body: { amount: price } }),
  )
  await page.reload()
  await expect(rows.getByRole('button', { name: 'Refunded' })).toBeDisabled()
  await expect(page.getByText('Payment Done')).toHaveCount(0)
  await expect(page.getByText('Delivery: ')).toHaveCount(0)
  await expect(total).toContainText('There is nothing to pay here.')
  await expectNoFindings(page, 'a cart with a refunded order')
})

test('the cart and the checkout say how many are left, with a button that takes only so many', async ({
  page,
  browser,
  origin,
  shopper,
}) => {
  // The tests of this shop that are in other files order the first coffees, which must not be sold out.
  const [coffee, other] = (await demoCoffees(shopper)).toReversed()
  if (!coffee || !other) throw new Error('The demo shop has coffees.')
  await asOwner(browser, origin, (owner) => sellWith(owner, [counter]))
  await fillCart(shopper, [coffee, coffee, other, coffee, coffee])
  await asOwner(browser, origin, (owner) => countBags(owner, coffee._id, 3))
  await page.goto('/myCart')
  await expect(page.getByText(`Only 3 of ${coffee.name} are left, and 4 are in your cart.`)).toBeVisible()
  await expect(cartOf(page).row('Not enough left')).toHaveCount(1)
  await expect(cartOf(page).total).toContainText('Without 1 too many')
  await expectNoFindings(page, 'a cart with more than is left')
  await page.getByRole('button', { name: 'Take only 3' }).press('Enter')
  await expect(cartOf(page).rows).toHaveCount(4)
  await expect(page.getByText('are left')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await asOwner(browser, origin, (owner) => countBags(owner, coffee._id, 2))
  await page.setViewportSize(sizes.phone)
  await page.goto('/checkout')
  await expect(page.getByText(`Only 2 of ${coffee.name} are left, and 3 are in your cart.`)).toBeVisible()
  const pay = page.getByRole('region', { name: 'Your order' }).getByRole('button')
  await expect(pay).toHaveAccessibleDescription(/Fewer are left/)
  await expectNoFindings(page, 'a checkout with more than is left')
  // Another tab takes it out a moment before.
  await page.route('**/api/orderDelete/*', async (route) => {
    await route.fetch()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Take only 2' }).click()
  await expect(page.getByText('are left')).toHaveCount(0)
  expect(await page.getByText('There is nothing here').count()).toBe(0)
  await asOwner(browser, origin, (owner) => countBags(owner, coffee._id, 0))
  await pay.click()
  await expect(page.getByRole('alert')).toContainText(`${coffee.name} is sold out. Nothing was charged.`)
  await page.getByRole('button', { name: 'Take it out' }).click()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`Total$${other.price}`)
  await pay.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
})
