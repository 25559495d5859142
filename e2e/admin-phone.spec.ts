import { expect, test } from './many-orders-fixture.ts'
import { blankUnder, expectCards } from './table-cards.ts'
import { tableOf } from './dashboard-page.ts'

/** The links of the dashboard's menu. */
const PARTS = [
  'Single Item Product',
  'Full Item Product',
  'All User',
  'Add Product',
  'New order',
  'To pack',
  'Parcels',
  'Subscriptions',
  'Payment desk',
  'Roast book',
  'Discounts',
  'The month',
  'Selling',
  'Settings',
  'Messages',
  'Audit log',
]

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the rows of tables are cards, one under the other, and only links and the footer follow', async ({
    page,
    admin,
    manyOrders,
  }) => {
    for (const [path, name] of [
      ['/dashboard', 'Single Item Product'],
      ['/dashboard/fullItem', 'Full Item Product'],
      ['/dashboard/allUsers', 'All User'],
      ['/dashboard/messages/audit', 'Audit log'],
    ] as const) {
      await page.goto(path)
      const { rows, header, sort, cells } = tableOf(page, name)
      await expect(rows.first(), `${admin.email} ${manyOrders.each}`).toBeVisible()
      await expectCards(rows)
      expect(await blankUnder(page, rows)).toBeLessThan(200)
      if (name !== 'Single Item Product') continue
      await sort('Price').click()
      await sort('Price').click()
      await expect(header('Price')).toHaveAttribute('aria-sort', 'descending')
      await expect
        .poll(async () => (await cells('Price')).slice(0, 3))
        .toEqual(['$100.00', '$100.00', '$100.00'])
    }
  })

  test('the drawer is opened, used and left by keyboard', async ({ page, admin }) => {
    await page.goto('/dashboard/allUsers')
    const opener = page.getByRole('button', { name: 'Open drawer' })
    const drawer = page.getByRole('dialog', { name: 'Dashboard' })
    await opener.press('Enter')
    await expect(drawer, admin.email).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused()
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab')
      await expect(page.locator('main table :focus')).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await drawer.getByRole('link', { name: 'Full Item Product' }).press('Enter')
    await expect(page).toHaveURL('/dashboard/fullItem')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Full Item Product' })).toBeFocused()
  })

  test('the dropdown says which page is open, and is used by keyboard', async ({ page, admin }) => {
    await page.goto('/dashboard/allUsers')
    const dropdown = page.getByRole('button', { name: 'Dashboard pages, now All User' })
    const list = page.getByRole('navigation', { name: 'Dashboard pages' })
    await dropdown.press('Enter')
    await expect(list, admin.email).toBeVisible()
    await expect(list.getByRole('link')).toHaveText(PARTS)
    await expect(list.getByRole('link', { name: 'All User' })).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(dropdown).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(list.getByRole('link', { name: 'Single Item Product' })).toBeFocused()
    for (let link = 0; link < 3; link += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/addProduct')
    await expect(list).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Add Product' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Dashboard pages, now Add Product' })).toBeVisible()
  })
})

test('on a desktop the side menu names all parts of the dashboard, and the open one', async ({
  page,
  admin,
}) => {
  await page.goto('/dashboard/addProduct/coffeePacket')
  const menu = page.getByRole('navigation', { name: 'Dashboard', exact: true })
  await expect(menu.getByRole('link'), admin.email).toHaveText(PARTS)
  await expect(menu.getByRole('link', { name: 'Add Product' })).toHaveAttribute('aria-current', 'true')
  for (const [link, path] of [
    ['Single Item Product', '/dashboard'],
    ['Full Item Product', '/dashboard/fullItem'],
    ['All User', '/dashboard/allUsers'],
    ['Messages', '/dashboard/messages'],
    ['Audit log', '/dashboard/messages/audit'],
    ['Add Product', '/dashboard/addProduct'],
  ] as const) {
    await menu.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
    await expect(menu.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByRole('button', { name: 'Open drawer' })).toBeHidden()
})
