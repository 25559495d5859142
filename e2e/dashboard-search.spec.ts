import type { Page } from '@playwright/test'
import { idOf, expect, test } from './admin-fixtures.ts'
import type { Person } from './account-fixtures.ts'
import { hold } from './network.ts'
import { demoCoffees, fillCart } from './products.ts'
import { bothLooks, expectNoFindings, expectToFit, sizes } from './screens.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search orders' })
const options = (page: Page) => page.getByRole('listbox', { name: 'What was found' }).getByRole('option')

/** Buys a coffee of the demo shop. Returns the order. */
async function buy(buyer: Person) {
  const coffees = (await demoCoffees(buyer)).slice(0, 1)
  const items = (await fillCart(buyer, coffees)).map((_id) => ({ _id }))
  const body = { email: buyer.email, items, total: coffees[0]?.price ?? '' }
  const { insertedId: id = '' } = await buyer.call('POST /fullOrder', { body })
  return buyer.call('GET /myOrder/{id}', { params: { id } })
}

/** The words of new orders are written within a second. */
async function untilFound(admin: Person, q: string): Promise<void> {
  await expect.poll(async () => (await admin.call('GET /find', { query: { q } })).length).toBeGreaterThan(0)
}

test.describe('the search of the dashboard', () => {
  test('is focused by /, finds an order by its number, and is used by keyboard alone', async ({
    page,
    admin,
  }) => {
    const { number, _id } = await buy(admin)
    await untilFound(admin, `${number} byrne`)
    await page.goto('/dashboard/fullItem')
    await expect(field(page)).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search coffees' })).toHaveCount(0)
    await page.keyboard.press('/')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(`byrne ${number}`)
    await expect(options(page)).toHaveText([new RegExp(`Ada Byrne.*Order ${number} · Paid`)])
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await expectNoFindings(page, 'what the search has found', { looks: bothLooks })
    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/dashboard/${_id}`)
    await expect(field(page)).toHaveValue('')

    await page.getByRole('textbox', { name: 'New note' }).fill('1/2')
    await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('1/2')
    await field(page).fill('sidama')
    await expect(options(page).first()).toContainText('Sidama Morning Wash')
    // The order that was found before has the same words, and is not marked.
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
    await field(page).fill('xylophone')
    await expect(page.getByText('Nothing found for “xylophone”.')).toBeVisible()
  })

  test('opens the best result also if Enter is pressed before it has arrived', async ({ page, admin }) => {
    await untilFound(admin, admin.email)
    await page.goto('/dashboard/messages')
    await field(page).fill('sidama')
    await expect(options(page).first()).toContainText('Sidama')
    const slow = await hold(page, '**/api/find?*')
    await field(page).fill(admin.email)
    await expect(page.getByText('Searching…')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await slow.release()
    await expect(page).toHaveURL(`/dashboard/allUsers?${new URLSearchParams({ email: admin.email })}`)
  })

  test('fits on a phone, and gives a packer orders and no email address', async ({
    admin,
    customer,
    customerPage,
  }) => {
    const { number } = await buy(customer)
    await admin.call('PUT /makePacker/{id}', { params: { id: await idOf(admin, customer) } })
    await untilFound(admin, String(number))
    await customerPage.setViewportSize(sizes.phone)
    await customerPage.goto('/dashboard/picklist')
    await field(customerPage).fill(String(number))
    await expect(options(customerPage).first()).toContainText(`Order ${number}`)
    await expect(options(customerPage).first()).not.toContainText('@')
    await expectToFit(customerPage, 'the results on a phone')
    await field(customerPage).fill(customer.email)
    await expect(customerPage.getByText('Nothing found for')).toBeVisible()
    await field(customerPage).fill(String(number))
    await options(customerPage).first().click()
    await expect(customerPage.getByRole('heading', { level: 1 })).toContainText(`Order ${number}`)
  })
})
