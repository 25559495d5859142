import type { Browser, Page } from '@playwright/test'
import { counter } from '../../test/selling/portuguese-shop.ts'
import { expect, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { answersToLose, hold } from '../network.ts'
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

test('the cart says when its coffee arrives and what the delivery costs', async ({
  page,
  browser,
  origin,
  shopper,
}) => {
  await asOwner(browser, origin, (owner) => sellWith(owner))
  await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await page.goto('/myCart')
    await expect(
      page.getByText(/^Order until 10:00 .*: roasted on \w+day, .*, with you by .*\.$/),
    ).toBeVisible()
    await expect(
      page.getByText('Delivery to Portugal from $4.50, free from $50.00. Prices include tax.'),
    ).toBeVisible()
    await expectNoFindings(page, 'a cart with its delivery')
  }
  await page.getByRole('textbox', { name: 'Quantity' }).fill('4')
  await expect(page.getByText('Free delivery to Portugal. Prices include tax.')).toBeVisible()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByText(/^(Free d|D)elivery to /)).toHaveCount(0)
})

test('the cart says which order waits for its payment and how much it is, and has no paid orders', async ({
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
  const waiting = page.getByRole('region', { name: 'Orders that wait for your payment' })
  await expect(waiting).toContainText(`Order ${number} waits for $${price}.`)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(cartOf(page).rows).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Payment Done' })).toHaveCount(0)
  await expectNoFindings(page, 'a cart beside an order that waits for its payment')
  await waiting.getByRole('link', { name: `How to pay order ${number}` }).click()
  await expect(page.getByText('In cash at the counter.')).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.goto('/myCart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('equal items are one row, whose quantity is changed, removed and brought back, also on a bad line', async ({
  page,
  browser,
  context,
  origin,
  shopper,
}) => {
  const [first, second] = await demoCoffees(shopper)
  if (!first || !second) throw new Error('The demo shop has coffees.')
  await asOwner(browser, origin, (owner) => sellWith(owner))
  await fillCart(shopper, [first, second, first])
  const count = async () =>
    (await shopper.call('GET /myCarts', { query: { email: shopper.email } })).filter(
      ({ productId }) => productId === first._id,
    ).length
  await page.goto('/myCart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
  const { rows, row, total, checkOut } = cartOf(page)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(second.name)
  const quantity = page.getByLabel(`Quantity of ${first.name}`)
  await expect(quantity).toHaveValue('2')
  await expect(page.getByRole('button', { name: /^(Pay|Delete)/ })).toHaveCount(0)
  await expectNoFindings(page, 'a cart with rows')

  const more = row(first.name).getByRole('button', { name: 'One more' })
  await more.click({ clickCount: 2, delay: 60 })
  await expect(quantity).toHaveValue('4')
  await expect.poll(count).toBe(4)
  const sum = (4 * Number(first.price) + Number(second.price)).toFixed(2)
  await expect(total).toContainText(`$${sum}`)
  await context.setOffline(true)
  await more.click()
  await row(first.name).getByRole('button', { name: 'One less' }).click({ clickCount: 3, delay: 60 })
  await expect(quantity).toHaveValue('2')
  await context.setOffline(false)
  await expect.poll(count).toBe(2)
  // The answer is lost on the way.
  const loseNext = await answersToLose(page, '**/api/cartQuantity/*')
  loseNext()
  await quantity.fill('3')
  await expect.poll(count).toBe(3)
  await expect(total).toContainText(`$${(3 * Number(first.price) + Number(second.price)).toFixed(2)}`)

  await page.getByRole('button', { name: `Remove ${first.name}` }).press('Enter')
  await expect(news(page, `${first.name} was removed`)).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows.first().getByRole('rowheader')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity).toHaveValue('3')
  await expect(rows.nth(1)).toContainText(first.name)
  await checkOut.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`3 × ${first.name}`)
})

test('two tabs change the same row, and the last one counts', async ({
  page,
  context,
  browser,
  origin,
  shopper,
}) => {
  const [coffee] = await demoCoffees(shopper)
  if (!coffee) throw new Error('The demo shop has coffees.')
  await asOwner(browser, origin, (owner) => sellWith(owner))
  await fillCart(shopper, [coffee])
  const other = await context.newPage()
  await Promise.all([page.goto('/myCart'), other.goto('/myCart')])
  const quantityIn = (tab: Page) => tab.getByLabel(`Quantity of ${coffee.name}`)
  const moreIn = (tab: Page) => tab.getByRole('button', { name: 'One more' })
  // The other tab is clicked before the shop tells it what this one has changed.
  const change = await hold(page, '**/api/cartQuantity/*')
  await moreIn(page).click()
  await moreIn(other).click()
  await change.release()
  await expect(quantityIn(page)).toHaveValue('2')
  await expect(quantityIn(other)).toHaveValue('2')
  expect(await shopper.call('GET /myCarts', { query: { email: shopper.email } })).toHaveLength(2)
  await page.getByRole('button', { name: `Remove ${coffee.name}` }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await moreIn(other).click()
  await expect(quantityIn(other)).toHaveValue('3')
  await other.close()
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
  await expect(cartOf(page).row('Only 3 left')).toHaveCount(1)
  await expect(cartOf(page).total).toContainText('Without 1 too many')
  await expectNoFindings(page, 'a cart with more than is left')
  await page.getByRole('button', { name: 'Take only 3' }).press('Enter')
  const quantity = page.getByLabel(`Quantity of ${coffee.name}`)
  await expect(quantity).toHaveValue('3')
  await expect(page.getByText('are left')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(cartOf(page).row(coffee.name).getByRole('button', { name: 'One more' })).toBeDisabled()
  await quantity.fill('7')
  await quantity.blur()
  await expect(quantity).toHaveValue('3')

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
