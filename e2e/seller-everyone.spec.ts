import type { Page } from '@playwright/test'
import { toast } from './dashboard-page.ts'
import { field } from './entry-forms.ts'
import { sellCoffee } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test.describe('the entries of all admins', () => {
  test('are shown by a switch on each tab, with their owners', async ({ page, admin, seller }) => {
    await page.goto('/menu')
    await page.getByRole('link', { name: 'See everyone’s brands' }).click()
    await expect(page.getByText(`Owner: ${seller.name}`, { exact: true }).first(), admin.email).toBeVisible()
    const whose = page.getByRole('navigation', { name: 'Whose entries' })
    const brands = (await admin.call('GET /allCoffee', {})).length
    await expect(card(page, /./)).toHaveCount(brands)
    await page
      .getByRole('navigation', { name: 'Kinds of entries' })
      .getByRole('link', { name: 'Coffee Name' })
      .click()
    await expect(page).toHaveURL('/menu/coffee?whose=everyone')
    await expect(page.getByText(`Owner: ${seller.name}`, { exact: true }).first()).toBeVisible()
    await whose.getByRole('link', { name: 'Mine' }).click()
    await expect(page).toHaveURL('/menu/coffee')
    await expect(page.getByText('You have no coffee names yet')).toBeVisible()
    await page.goto('/menu/packet')
    await whose.getByRole('link', { name: 'Everyone’s' }).click()
    await expect(page.getByText(`Owner: ${seller.name}`, { exact: true }).first()).toBeVisible()
    await expect(whose.getByRole('link', { name: 'Everyone’s' })).toHaveAttribute('aria-current', 'true')
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(whose.getByRole('link', { name: 'Everyone’s' })).toHaveCSS(
      'text-decoration-line',
      'underline',
    )
    await expect(whose.getByRole('link', { name: 'Mine' })).toHaveCSS('text-decoration-line', 'none')
  })

  test('can be changed and deleted by another admin, and keep their owner', async ({
    page,
    admin,
    seller,
  }) => {
    const { name, remove } = await sellCoffee(seller, { name: `Borrowed ${Date.now()}`, price: '7' })
    await page.goto('/menu/coffee?whose=everyone')
    await card(page, name).getByRole('link', { name: 'Edit' }).click()
    await field(page, 'Price').fill('8.25')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `${name} Saved Successfully`)).toBeVisible()
    await expect(page).toHaveURL('/menu/coffee?whose=everyone')
    await expect(card(page, name)).toContainText(/\$8\.25.*Owner: /)
    await expect(card(page, name)).toContainText(`Owner: ${seller.name}`)
    await card(page, name).getByRole('button', { name: 'Delete' }).click()
    await expect(card(page, name)).toHaveCount(0)
    const audit = async () =>
      (await seller.call('GET /audit', { query: { limit: '5' } }))
        .filter(({ subject }) => subject === name)
        .map(({ who, detail }) => [who, detail.includes(seller.email)])
    await expect.poll(audit).toEqual([
      [admin.email, true],
      [admin.email, true],
      [seller.email, false],
    ])
    await remove().catch(() => undefined)
  })
})

test('a list that is not complete says so', async ({ page, admin }) => {
  const brands = (length: number) =>
    Array.from({ length }, (_, index) => ({
      _id: `${index}`,
      img: '',
      category_name: `Brand ${index}`,
      email: admin.email,
      ratting: 3,
    }))
  let length = 3
  await page.route('**/api/personCoffee?*', (route) => route.fulfill({ json: brands(length) }))
  await page.goto('/menu')
  const note = page.getByText('Only the newest 1,000 brands are listed.')
  await expect(page.getByText('3 brands', { exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
  length = 1000
  await page.reload()
  await expect(note).toBeVisible()
})

/** Returns a locator for the cards of brands and products that contain this text. */
function card(page: Page, text: string | RegExp) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
    .filter({ hasText: text })
}
