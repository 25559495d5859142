import type { Page } from '@playwright/test'
import { demoAccounts } from '#contract/values/demo.ts'
import { lisbonAddress } from '../test/selling/portuguese-shop.ts'
import { expect, signIn, test } from './account-fixtures.ts'
import { cartOf, news } from './cart-page.ts'
import { demoCoffees, fillCart } from './products.ts'
import { bothLooks, expectNoFindings, sizes } from './screens.ts'

const banner = (page: Page) => page.getByRole('complementary', { name: 'Demo shop' })

test.describe('the banner of the demo shop', () => {
  test('makes a visitor the shopper with one click, on the page that is open', async ({ page }) => {
    await page.goto('/contact')
    await banner(page).getByRole('button', { name: 'As a shopper' }).click()
    await expect(news(page, 'Login Successsfully')).toBeVisible()
    await expect(page).toHaveURL('/contact')
    await expect(banner(page)).toHaveCount(0)
    await page.goto('/account')
    await expect(page.getByText('Delivered').first()).toBeVisible()
  })

  test('makes a visitor the admin with one click, and shows the dashboard', async ({ page }) => {
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'As the admin' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('link', { name: 'All User' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('can be closed, moves nothing while the page loads, and leads without scripts to the passwords', async ({
    page,
    browser,
    shop,
  }) => {
    for (const size of [sizes.phone, sizes.desktop]) {
      await page.setViewportSize(size)
      await page.goto('/', { waitUntil: 'networkidle' })
      expect(await page.evaluate(SHIFTS), `${size.width} px`).toBeLessThan(0.001)
    }
    await expectNoFindings(page, 'the banner', { looks: bothLooks })
    await banner(page).getByRole('button', { name: 'Close' }).click()
    await expect(banner(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Write to us' })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)

    const still = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url })
    await still.goto('/')
    await banner(still).getByRole('button', { name: 'As the admin' }).click()
    await expect(still.getByText('admin@coffee.example / coffee123')).toBeVisible()
    await still.close()
  })
})

/** The sum of the shifts of the layout since the page was loaded. */
const SHIFTS = `new Promise((resolve) => {
  const sum = (list) => list.getEntries().reduce((all, { value }) => all + value, 0)
  new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(0), 500)
})`

test.describe('paying in the demo shop', () => {
  test('offers a delivery beside Pay For All Item, and both take no money', async ({ page, shopper }) => {
    const [first, second] = await demoCoffees(shopper)
    if (!first || !second) throw new Error('The demo shop has no two coffees.')
    await fillCart(shopper, [first])
    await page.goto('/myCart')
    await expect(cartOf(page).checkOut).toBeVisible()
    await expectNoFindings(page, 'a cart with two ways to pay', { looks: bothLooks })
    await cartOf(page).payAll.click()
    await expect(news(page, 'Your Payment Successfull')).toBeVisible()
    await expect(cartOf(page).checkOut).toHaveCount(0)

    await fillCart(shopper, [second])
    await shopper.call('POST /addresses', { body: lisbonAddress })
    await page.reload()
    await cartOf(page).checkOut.click()
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    await expect(page.getByText('Roasted on Tuesday', { exact: false }).first()).toBeVisible()
    await expect(pay).toBeEnabled()
    await expectNoFindings(page, 'the checkout of the demo shop', { looks: bothLooks })
    await pay.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  })

  test('says when a coffee arrives, what its delivery costs, and what food it is', async ({
    page,
    shopper,
  }) => {
    const { _id } = (await shopper.call('GET /allPacket', {}))[0] ?? { _id: '' }
    await page.goto(`/bagDetails/${_id}`)
    await expect(page.getByText(/^Order until /)).toBeVisible()
    await expect(page.getByText(/^Delivery to /)).toBeVisible()
    const food = page.getByRole('region', { name: 'Food information' })
    await expect(food.getByText('Roasted coffee')).toBeVisible()
    await expect(food.getByText('Crema Coffee Roasters, 12 Mill Lane, Hudson, New York')).toBeVisible()
    await expectNoFindings(page, 'a coffee of the demo shop', { looks: bothLooks })
  })
})

test('the shopper of the demo shop has a subscription that can be changed, and the admin sees it', async ({
  page,
  shop,
  browser,
}) => {
  await signIn(page.request, shop.url, demoAccounts.shopper)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  const card = page.getByRole('article', { name: '2 × Marcala Ridge' })
  await expect(card).toContainText('At once, without money')
  // The server cannot know the time zone of the browser, which is not that of the shop.
  await expect(card).toContainText('New York time')
  const planned = await card.getByRole('listitem').allTextContents()
  await card.getByRole('button', { name: /^Skip: / }).click()
  await expect(card.getByRole('listitem').first()).toContainText(planned[1] ?? '')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByRole('listitem')).toHaveText(planned)
  await expectNoFindings(page, 'the subscription of the demo shop', { looks: bothLooks })

  // The script of a dialog is loaded when its button is pressed, which fails without a connection.
  const change = card.getByRole('button', { name: /^Change: / })
  await page.context().setOffline(true)
  await change.click()
  await expect(news(page, 'We could not reach the shop')).toBeVisible()
  await page.context().setOffline(false)
  const changeNothing = page.getByRole('dialog').getByRole('button', { name: 'Change nothing' })
  // A browser that never loads the script again has to load the document again first.
  await expect(async () => {
    await change.click()
    await expect(changeNothing).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await changeNothing.click()
  await expect(change).toBeFocused()

  const desk = await browser.newPage({ baseURL: shop.url })
  await signIn(desk.request, shop.url, demoAccounts.admin)
  await desk.goto('/dashboard/subscriptions')
  await expect(desk.getByRole('table', { name: 'All subscriptions' })).toContainText('Sam Shopper')
  await desk.close()
})

test('the server draws the orders and subscriptions of a shopper, and no script moves them', async ({
  page,
  shop,
  browser,
}) => {
  await signIn(page.request, shop.url, demoAccounts.shopper)
  const storageState = await page.context().storageState()
  const plain = await browser.newPage({ baseURL: shop.url, javaScriptEnabled: false, storageState })
  const shown = [
    ['/account', 'Order 1'],
    ['/subscriptions', '2 × Marcala Ridge'],
  ] as const
  for (const [path, name] of shown) {
    await plain.goto(path)
    await expect(plain.getByRole('article', { name, exact: true })).toBeVisible()
  }
  await plain.close()

  const complaints: string[] = []
  const lisbon = await browser.newPage({ baseURL: shop.url, timezoneId: 'Europe/Lisbon', storageState })
  lisbon.on('console', (message) => void complaints.push(message.text()))
  lisbon.on('pageerror', (error) => void complaints.push(error.message))
  // The token in this browser has expired, or is that of another account.
  await lisbon.addInitScript(() => localStorage.setItem('accessToken', 'spoiled'))
  for (const [path, name] of shown) {
    const loaded = lisbon.waitForResponse((response) =>
      /\/api\/(myOrders|subscriptions)$/.test(response.url()),
    )
    await lisbon.goto(path)
    expect((await loaded).status()).toBe(200)
    await expect(lisbon.getByRole('article', { name, exact: true })).toBeVisible()
    expect(await lisbon.evaluate(SHIFTS), path).toBeLessThan(0.02)
  }
  await expect(lisbon.getByText(/^Can be changed until .* New York time on /)).toBeVisible()
  expect(complaints).toEqual([])

  await lisbon.goto('/account/profile')
  await expect(lisbon.getByRole('button', { name: 'Add an address' })).toBeVisible()
  await expect(lisbon.locator('body'), 'the page stays at its top').toBeFocused()
  await lisbon.goBack()
  await lisbon.getByRole('button', { name: 'Sign Out' }).click()
  await expect(lisbon.getByRole('article')).toHaveCount(0)
  await lisbon.goBack()
  await expect(lisbon.getByRole('heading', { level: 1 })).toHaveText('Log In')
  await lisbon.close()
})
