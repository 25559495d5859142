import { cartOf, news } from './cart-page.ts'
import { hold } from './network.ts'
import { expect, test } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'

test.describe('the count on My Cart', () => {
  test('is updated by Buy Now, Delete, Undo and Pay, and by another tab', async ({ page, shopper }) => {
    const [brand] = await shopper.call('GET /allCoffee', {})
    const link = page.getByRole('navigation').getByRole('link', { name: /^My Cart/ })
    await page.goto(`/coffeeDetails/${brand?._id}`)
    const buy = page.getByRole('button', { name: 'Buy Now' })
    await buy.first().press('Enter')
    await expect(link).toHaveAccessibleName('My Cart 1 item')
    await buy.nth(1).press('Enter')
    await expect(link).toHaveAccessibleName('My Cart 2 items')
    await expect(link.locator('.cart-count')).toHaveText('2')
    await link.click()
    const { rows, payAll } = cartOf(page)
    await rows.first().getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(link).toHaveAccessibleName('My Cart 1 item')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(link).toHaveAccessibleName('My Cart 2 items')
    await rows.first().getByRole('button', { name: 'Pay' }).press('Enter')
    await expect(link).toHaveAccessibleName('My Cart 1 item')
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await expect(rows).toHaveCount(3)
    await expect(link).toHaveAccessibleName('My Cart 2 items')
    await payAll.press('Enter')
    await expect(news(page, 'Your Payment Successfull')).toBeVisible()
    await expect(link).toHaveAccessibleName('My Cart')
  })

  test('causes no layout shift when it appears, and disappears on Sign Out', async ({ page, shopper }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
    const list = await hold(page, '**/api/myCarts?*')
    await page.goto('/')
    const items = page.getByRole('navigation').getByRole('listitem')
    const places = () => items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().toJSON()))
    await page.getByRole('button', { name: 'Sign Out' }).hover()
    const before = await places()
    await list.release()
    await expect(page.locator('.cart-count:visible')).toHaveText('2')
    expect(await places()).toEqual(before)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.locator('.cart-count')).toHaveCount(0)
  })

  test('causes no request for visitors', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Next review' }).click()
    await expect(page.getByText('Tomas Lindqvist', { exact: true })).toBeVisible()
    expect(asked.filter((address) => /myCarts|cart-count/.test(address))).toEqual([])
  })
})
