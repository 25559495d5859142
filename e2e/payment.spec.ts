import { cartOf, news } from './cart-page.ts'
import { hold, loseAnswer } from './network.ts'
import { expect, test } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'
import { demoCoffees, fillCart, sellCoffee } from './products.ts'

const PAY_ONE = '**/api/singlePayment/*'
const patiently = { timeout: 15_000 }

test.describe('paying', () => {
  test('for one item says that it is slow, confirms it and shows a disabled Payment Done', async ({
    page,
    shopper,
  }) => {
    const [first, second] = await twoItems(shopper)
    const payment = await hold(page, PAY_ONE)
    await page.goto('/myCart')
    const { row, total, payAll } = cartOf(page)
    await row(first.name).getByRole('button', { name: 'Pay' }).dblclick()
    const paying = row(first.name).getByRole('button', { name: 'Paying…' })
    await expect(paying).toHaveAttribute('aria-disabled', 'true')
    await expect(payAll).toBeDisabled()
    await expect(row(second.name).getByRole('button', { name: 'Pay' })).toBeEnabled()
    await payment.release()
    await expect(page.getByRole('status').getByText('Payment Successfully', { exact: true })).toHaveCount(1)
    await expect(row(first.name).getByRole('button', { name: 'Payment Done' })).toBeDisabled()
    await expect(total).toContainText(`$${second.price}`)
    await page.reload()
    await expect(row(first.name).getByRole('button', { name: 'Payment Done' })).toBeDisabled()
    await expect(row(second.name).getByRole('button', { name: 'Pay' })).toBeEnabled()
  })

  test('for everything creates one full order of the unpaid items', async ({ page, shopper, seller }) => {
    const [first, second] = await twoItems(shopper)
    await page.goto('/myCart')
    const { payAll, rows } = cartOf(page)
    await payAll.dblclick()
    await expect(page.getByRole('status').getByText('Your Payment Successfull', { exact: true })).toHaveCount(
      1,
    )
    await expect(rows.getByRole('button', { name: 'Payment Done' })).toHaveCount(2)
    await expect(payAll).toBeDisabled()
    const orders = await ordersOf(shopper, seller)
    expect(orders.map(({ total }) => Number(total))).toEqual([Number(first.price) + Number(second.price)])
  })

  test('in two tabs at once charges once, and both tabs show the result', async ({
    page,
    context,
    shopper,
    seller,
  }) => {
    await twoItems(shopper)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/myCart')
      await expect(cartOf(tab).payAll).toBeEnabled()
    }
    await Promise.all([cartOf(page).payAll.click(), cartOf(other).payAll.click()])
    for (const tab of [page, other])
      await expect(cartOf(tab).rows.getByRole('button', { name: 'Payment Done' })).toHaveCount(2, patiently)
    expect(await ordersOf(shopper, seller)).toHaveLength(1)
  })

  test('in an outdated tab says that it was already paid, and charges nothing', async ({
    page,
    context,
    shopper,
    seller,
  }) => {
    await twoItems(shopper)
    const unpaid = await shopper.call('GET /myCarts', { query: { email: shopper.email } })
    const stale = await context.newPage()
    // In the outdated tab, every request for the cart returns the unpaid items. Otherwise the tab would show the
    // payment before its buttons are pressed.
    await stale.route('**/api/myCarts?*', (route) => route.fulfill({ json: unpaid }))
    await stale.goto('/myCart')
    await expect(cartOf(stale).payAll).toBeEnabled()
    await page.goto('/myCart')
    await cartOf(page).payAll.click()
    await expect(news(page, 'Your Payment Successfull')).toBeVisible()
    await cartOf(stale).rows.first().getByRole('button', { name: 'Pay' }).click()
    await expect(news(stale, 'This was already paid. You were not charged again.')).toBeVisible()
    await cartOf(stale).payAll.click()
    await expect(news(stale, 'Everything here was already paid. You were not charged again.')).toBeVisible()
    await expect(news(stale, /Success/)).toHaveCount(0)
    expect(await ordersOf(shopper, seller)).toHaveLength(1)
  })

  test('an item that another tab has deleted is named, and nothing is charged', async ({ page, shopper }) => {
    const [first, second] = await twoItems(shopper)
    const [one, two] = await shopper.call('GET /myCarts', { query: { email: shopper.email } })
    await page.goto('/myCart')
    const { row, payAll } = cartOf(page)
    await expect(row(first.name)).toBeVisible()
    await shopper.call('DELETE /orderDelete/{id}', { params: { id: one?._id ?? '' } })
    await payAll.click()
    await expect(news(page, `${first.name} is no longer in your cart. Nothing was charged.`)).toBeVisible()
    await expect(row(first.name)).toHaveCount(0)
    await shopper.call('DELETE /orderDelete/{id}', { params: { id: two?._id ?? '' } })
    await row(second.name).getByRole('button', { name: 'Pay' }).click()
    await expect(news(page, `${second.name} is no longer in your cart. Nothing was charged.`)).toBeVisible()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })

  test('an item whose price has changed is refused, shows the new price, and can then be paid', async ({
    page,
    shopper,
    seller,
  }) => {
    const coffee = await sellCoffee(seller)
    await fillCart(shopper, [coffee])
    await page.goto('/myCart')
    const { row, total, payAll } = cartOf(page)
    await expect(row('Slow Comet')).toContainText('$12.50')
    await coffee.reprice('14.00')
    await row('Slow Comet').getByRole('button', { name: 'Pay' }).click()
    await expect(news(page, 'Slow Comet now costs $14.00. Nothing was charged.')).toBeVisible()
    await expect(row('Slow Comet')).toContainText('Now $14.00, was $12.50')
    await expect(total).toContainText('$14.00')
    await coffee.reprice('15.00')
    await payAll.click()
    await expect(news(page, 'Slow Comet now costs $15.00. Nothing was charged.')).toBeVisible()
    await row('Slow Comet').getByRole('button', { name: 'Pay $15.00' }).click()
    await expect(row('Slow Comet').getByRole('button', { name: 'Payment Done' })).toBeVisible()
    const [item] = await shopper.call('GET /myCarts', { query: { email: shopper.email } })
    expect(item).toMatchObject({ price: '15.00', payment: 'OK' })
  })

  test('an item that is no longer sold is refused with a message, and not counted', async ({
    page,
    shopper,
    seller,
  }) => {
    const coffee = await sellCoffee(seller)
    const [kept] = await demoCoffees(shopper)
    await fillCart(shopper, kept ? [coffee, kept] : [])
    await page.goto('/myCart')
    const { row, total } = cartOf(page)
    await expect(row('Slow Comet')).toBeVisible()
    await coffee.remove()
    await row('Slow Comet').getByRole('button', { name: 'Pay' }).click()
    await expect(news(page, 'Slow Comet is no longer sold. Nothing was charged.')).toBeVisible()
    await expect(row('Slow Comet')).toContainText('No longer sold')
    await expect(row('Slow Comet').getByRole('button', { name: /Pay/ })).toHaveCount(0)
    await expect(total).toContainText(`$${kept?.price}`)
    await row('Slow Comet').getByRole('button', { name: 'Delete' }).click()
    await expect(row('Slow Comet')).toHaveCount(0)
  })
})

test.describe('when the response is lost', () => {
  test('a payment is checked, and can then be made if it never reached the shop, or is shown as done', async ({
    page,
    shopper,
  }) => {
    const [first, second] = await twoItems(shopper)
    await page.route(PAY_ONE, (route) => route.abort())
    await page.goto('/myCart')
    const { row } = cartOf(page)
    await row(first.name).getByRole('button', { name: 'Pay' }).click()
    await expect(news(page, 'Your payment is being checked').first()).toBeVisible()
    await expect(row(first.name).getByRole('button', { name: 'Being checked' })).toBeDisabled()
    await page.unroute(PAY_ONE)
    await row(first.name).getByRole('button', { name: 'Pay', exact: true }).click(patiently)
    await expect(row(first.name).getByRole('button', { name: 'Payment Done' })).toBeVisible()
    await page.route(PAY_ONE, loseAnswer)
    // An event of the shop says at once that the item is paid. The cart is held back until the first state was seen.
    const cart = await hold(page, '**/api/myCarts?*')
    await row(second.name).getByRole('button', { name: 'Pay' }).click()
    await expect(row(second.name).getByRole('button', { name: 'Being checked' })).toBeVisible()
    await cart.release()
    await expect(row(second.name).getByRole('button', { name: 'Payment Done' })).toBeVisible(patiently)
  })

  test('a full order with an error response is checked, and then shown as done', async ({
    page,
    shopper,
    seller,
  }) => {
    await twoItems(shopper)
    await page.route('**/api/fullOrder', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: 'Bad gateway' })
    })
    await page.goto('/myCart')
    const { rows, payAll } = cartOf(page)
    await payAll.click()
    await expect(rows.getByRole('button', { name: 'Being checked' })).toHaveCount(2)
    await expect(rows.getByRole('button', { name: 'Payment Done' })).toHaveCount(2, patiently)
    expect(await ordersOf(shopper, seller)).toHaveLength(1)
  })

  test('an item that is added while everything is being paid stays unpaid', async ({ page, shopper }) => {
    await twoItems(shopper)
    const [, , late] = await demoCoffees(shopper)
    if (!late) throw new Error('The demo shop has too few coffees')
    const payment = await hold(page, '**/api/fullOrder')
    await page.goto('/myCart')
    const { row, rows, payAll } = cartOf(page)
    await payAll.click()
    await fillCart(shopper, [late])
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await expect(rows).toHaveCount(3)
    // Blocks requests for the cart. The page must show the result of the payment without loading the cart again.
    await page.route('**/api/myCarts?*', (route) => route.abort())
    await payment.release()
    await expect(rows.getByRole('button', { name: 'Payment Done' }).nth(1)).toBeVisible()
    await expect(row(late.name).getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
  })
})

/** Adds two coffees to the shopper's cart. Returns the two coffees. */
async function twoItems(shopper: Person) {
  const [first, second] = await demoCoffees(shopper)
  if (!first || !second) throw new Error('The demo shop has no coffee')
  await fillCart(shopper, [first, second])
  return [first, second] as const
}

async function ordersOf(shopper: Person, seller: Person) {
  const orders = await seller.call('GET /fullProducts', { query: { email: shopper.email } })
  return orders.filter(({ email }) => email === shopper.email)
}
