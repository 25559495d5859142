import { cartOf, news } from './cart-page.ts'
import { expect, test } from './account-fixtures.ts'
import {
  bothLooks,
  expectNoFindings,
  expectSoundPages,
  desktopLook,
  mixedCart,
  screensFor,
  sizes,
} from './screens.ts'

test.describe('axe finds nothing on a phone and on a desktop', () => {
  test('on the pages for everybody, which are complete without scripts', async ({ page, seller }) => {
    test.slow()
    const screens = (await screensFor(seller)).filter(({ guarded }) => !guarded)
    for (const { path, title, heading } of screens) {
      const html = await (await page.request.get(path)).text()
      expect(html, path).toContain(`<title>${title}</title>`)
      expect(html, path).toContain(heading)
    }
    await expectSoundPages(page, screens)
    await page.goto('/')
    await expectNoFindings(page, 'home', { looks: [desktopLook] })
    await page.setViewportSize(sizes.phone)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('link', { name: 'Contact', exact: true })).toBeVisible()
    await expectNoFindings(page, 'open menu', { widths: [sizes.narrow, sizes.phone] })
  })

  test('on the pages for shoppers', async ({ page, shopper }) => {
    test.slow()
    await expectSoundPages(
      page,
      (await screensFor(shopper)).filter(({ guarded }) => guarded),
    )
    await mixedCart(shopper)
    await page.goto('/myCart')
    await expect(cartOf(page).rows).toHaveCount(3)
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await expect(news(page, 'Order Delete Succwssfully')).toBeVisible()
    const keepToast = () => page.getByRole('button', { name: 'Undo' }).hover()
    await expectNoFindings(page, 'a cart with paid and unpaid, and a toast with Undo', {
      looks: bothLooks,
      keep: keepToast,
    })
    await page.route('**/api/singlePayment/*', (route) => route.abort())
    await page.route('**/api/myCarts?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Being checked' })).toBeVisible()
    const keepNews = () => news(page, 'Your payment is being checked').last().hover()
    await expectNoFindings(page, 'a payment being checked', { keep: keepNews })
  })

  test('on forms with errors', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort())
    for (const [path, button, field] of [
      ['/register', 'Sign Up', 'Name'],
      ['/contact', 'Send message', 'Name'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expectNoFindings(page, `${path} with errors`, { looks: bothLooks })
    }
    await page.goto('/login')
    await page.getByRole('button', { name: 'Fill in' }).first().click()
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByRole('alert')).toContainText('We could not reach the shop')
    await expectNoFindings(page, 'login that failed')
  })

  test('on pages that could not be loaded, and on pages that load', async ({ page, shopper }) => {
    const [brand] = await shopper.call('GET /allCoffee', {})
    await page.clock.install()
    await page.route('**/api/coffeeDetails/*', (route) => route.abort())
    await page.goto(`/coffeeDetails/${brand?._id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Loading the coffees' })).toBeAttached()
    await expectNoFindings(page, 'skeleton')
    await expect(async () => {
      await page.clock.runFor(4000)
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 100 })
    }).toPass()
    await expectNoFindings(page, 'error state')
  })
})
