import type { Locator, Page } from '@playwright/test'
import { deliveryName, tableOf, toast, undo } from './dashboard-page.ts'
import { countRequests, loseAnswer } from './network.ts'
import type { Person } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

/**
 * Adds `count` coffees to the shopper's cart and pays for each one separately. Returns the ids of these lines, the
 * oldest first.
 */
async function buy(admin: Person, shopper: Person, count: number): Promise<string[]> {
  const ids = await fillCart(shopper, (await demoCoffees(admin)).slice(0, count))
  for (const id of ids) await shopper.call('PUT /singlePayment/{id}', { params: { id }, body: null })
  return ids
}

function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Selected rows' })
}

test.describe('many rows', () => {
  test('are selected, moved on together, and all moved back', async ({ page, admin, customer }) => {
    await buy(admin, customer, 3)
    const [unpaid] = await fillCart(customer, (await demoCoffees(admin)).slice(0, 1))
    await page.goto(`/dashboard?email=${customer.email}`)
    const { table, rows, cells } = tableOf(page, 'Single Item Product')
    await expect(rows, unpaid).toHaveCount(4)
    await expect(rows.getByRole('checkbox')).toHaveCount(3)
    const all = table.getByRole('checkbox', { name: 'Select all rows on this page' })
    await all.check()
    await expect(bar(page)).toContainText('3 selected')
    await bar(page).getByRole('button', { name: 'Move to Packed' }).dblclick()
    await expect(toast(page, '3 rows are now Packed')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await expect(toast(page, 'not moved'), 'a double click moves once').toHaveCount(0)
    await expect(all).toBeFocused()
    await expect(rows.getByRole('button', { name: deliveryName('Packed') })).toHaveCount(3)
    expect(
      await admin.call('GET /allProducts', { query: { email: customer.email, delivery: 'Packed' } }),
    ).toHaveLength(3)
    await undo(page, '3 rows are now Packed')
    await expect(toast(page, '3 rows are back where they were')).toBeVisible()
    await expect(rows.getByRole('button', { name: deliveryName('Ordered') })).toHaveCount(3)
    expect(await cells('Payment')).toEqual(['NOT OK in a cart', 'OK', 'OK', 'OK'])
    expect(
      await admin.call('GET /allProducts', { query: { email: customer.email, delivery: 'Packed' } }),
    ).toEqual([])

    await all.check()
    await expect(bar(page)).toContainText('3 selected')
    const delivery = page.getByRole('combobox', { name: 'Delivery' })
    await delivery.selectOption('Sent')
    await expect(page.getByText('Nothing fits these filters')).toBeVisible()
    await delivery.selectOption('All')
    await expect(rows).toHaveCount(4)
    await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(bar(page), 'a change of the filters ends a selection').toHaveCount(0)
  })

  test('are moved where possible, and the message gives the reason for the others', async ({
    page,
    admin,
    customer,
  }) => {
    const [first = ''] = await buy(admin, customer, 2)
    await page.route('**/api/live', (route) => route.abort())
    await page.goto(`/dashboard?email=${customer.email}`)
    const { table, rows } = tableOf(page, 'Single Item Product')
    await expect(rows).toHaveCount(2)
    await admin.call('PUT /delivery/{id}', { params: { id: first }, body: { from: 'Ordered', to: 'Packed' } })
    await table.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await bar(page).getByRole('button', { name: 'Move to Packed' }).click()
    await expect(toast(page, /^.+ is now Packed/)).toContainText(/was not moved\. Order \d+ is now: Packed\./)
    await expect(rows.getByRole('button', { name: deliveryName('Packed') })).toHaveCount(2)
  })

  test('of different states move one step each, by keyboard, and the selection can be cleared', async ({
    page,
    admin,
    customer,
  }) => {
    const [first = ''] = await buy(admin, customer, 2)
    await admin.call('PUT /delivery/{id}', { params: { id: first }, body: { from: 'Ordered', to: 'Packed' } })
    await page.goto(`/dashboard?email=${customer.email}`)
    const { rows } = tableOf(page, 'Single Item Product')
    const boxes = rows.getByRole('checkbox')
    await boxes.nth(0).press('Space')
    await boxes.nth(1).press('Space')
    await bar(page).getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(bar(page)).toHaveCount(0)
    await expect(boxes.nth(0)).not.toBeChecked()
    await boxes.nth(0).press('Space')
    await boxes.nth(1).press('Space')
    await bar(page).getByRole('button', { name: 'Move each one step' }).press('Enter')
    await expect(toast(page, '2 rows are one step further')).toBeVisible()
    await expect(rows.getByRole('button', { name: deliveryName('Packed') })).toHaveCount(1)
    await expect(rows.getByRole('button', { name: deliveryName('Sent') })).toHaveCount(1)
  })
})

test('a move whose response is lost is not reported as refused, and the table shows its real state', async ({
  page,
  admin,
  customer,
}) => {
  await buy(admin, customer, 2)
  await page.goto(`/dashboard?email=${customer.email}`)
  const { table, rows } = tableOf(page, 'Single Item Product')
  await page.route('**/api/deliveries', loseAnswer)
  await table.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await bar(page).getByRole('button', { name: 'Move to Packed' }).click()
  await expect(
    toast(
      page,
      /^It is not known whether 2 rows were moved, the first of them .+\. We could not reach the shop/,
    ),
  ).toBeVisible()
  await expect(rows.getByRole('button', { name: deliveryName('Packed') })).toHaveCount(2)
  await expect(bar(page), 'rows that may have been moved are no longer selected').toHaveCount(0)
  await rows.getByRole('button').first().click()
  await expect(
    toast(page, /^It is not known whether [^,]+ was moved\. We could not reach the shop/),
  ).toBeVisible()
  await expect(rows.getByRole('button', { name: deliveryName('Sent') })).toHaveCount(1)
})

test('a day that is typed key by key makes one entry in the history and one request for each pause', async ({
  page,
  admin,
  customer,
}) => {
  await page.goto(`/dashboard?email=${customer.email}`)
  await expect(page.getByText('Nothing fits these filters'), admin.email).toBeVisible()
  const from = page.getByLabel('From day', { exact: true })
  await expect(from).toHaveAccessibleDescription('Days start at midnight in New York.')
  await expect(page.getByRole('searchbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Finds what begins with these letters.',
  )
  await from.fill('2026-01-20')
  await expect(page).toHaveURL(/from=2026-01-20/)
  await from.blur()
  const asked = countRequests(page, '/api/allProducts')
  await from.focus()
  for (let month = 1; month < 4; month += 1) await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/from=2026-04-20/)
  await expect.poll(asked).toBe(1)
  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(/from=2026-05-20/)
  await expect.poll(asked).toBe(2)
  await page.goBack()
  await expect(page).toHaveURL(/from=2026-04-20/)
  await page.goBack()
  await expect(page).toHaveURL(/from=2026-01-20/)
  await page.clock.install()
  await from.fill('2026-01-21')
  await page.getByLabel('To day', { exact: true }).fill('2026-02-20')
  await page.clock.runFor(1000)
  await expect(page, 'two filters that change at the same moment').toHaveURL(/from=2026-01-21/)
  await expect(page).toHaveURL(/to=2026-02-20/)
})

test('rows are filtered by state and days, sorted by delivery, and the address keeps both', async ({
  page,
  admin,
  customer,
}) => {
  const [first = '', second = ''] = await buy(admin, customer, 3)
  for (const id of [first, second])
    await admin.call('PUT /delivery/{id}', { params: { id }, body: { from: 'Ordered', to: 'Packed' } })
  await admin.call('PUT /delivery/{id}', { params: { id: second }, body: { from: 'Packed', to: 'Sent' } })
  await page.goto(`/dashboard?email=${customer.email}`)
  const { rows, sort, header, cells } = tableOf(page, 'Single Item Product')
  await sort('Delivery').click()
  await expect(header('Delivery')).toHaveAttribute('aria-sort', 'ascending')
  await expect
    .poll(async () => (await cells('Delivery')).map((text) => text.split(',')[0]))
    .toEqual(['Ordered', 'Packed', 'Sent'])
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Packed')
  await expect(page).toHaveURL(/delivery=Packed/)
  await expect(rows).toHaveCount(1)
  // In the time zone of the demo shop.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format()
  await page.getByLabel('From day', { exact: true }).fill(today)
  await expect(page).toHaveURL(new RegExp(`from=${today}`))
  await expect(rows).toHaveCount(1)
  await page.getByLabel('To day', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('The From day is after the To day')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('To day', { exact: true })).toHaveValue('2020-01-01')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('From day', { exact: true })).toHaveValue('')

  await page.goto('/dashboard/fullItem?delivery=Delivered')
  await expect(tableOf(page, 'Full Item Product').row('Sam Shopper')).toBeVisible()
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Ordered')
  await expect(tableOf(page, 'Full Item Product').row('Sam Shopper')).toHaveCount(0)
})

test('a late Undo says that the order was moved on, and its state', async ({ page, admin, customer }) => {
  await buy(admin, customer, 1)
  await page.goto(`/dashboard?email=${customer.email}`)
  const button = tableOf(page, 'Single Item Product').rows.getByRole('button')
  await button.click()
  await expect(toast(page, 'is now Packed')).toBeVisible()
  await button.click()
  await expect(toast(page, 'is now Sent')).toBeVisible()
  await undo(page, 'is now Packed')
  await expect(toast(page, /was not moved\. Order \d+ is now: Sent\./)).toBeVisible()
  await expect(button).toHaveAccessibleName(deliveryName('Sent'))
})

test('the dashboard is as wide as the navigation bar, and the greatest bar of its chart fills the height', async ({
  page,
  admin,
}) => {
  for (const width of [1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard')
    const edges = (selector: string) =>
      page
        .locator(selector)
        .evaluate((shown) => [shown.getBoundingClientRect().left, shown.getBoundingClientRect().right])
    await expect(page.locator('.chart .bar').first(), admin.email).toBeAttached()
    expect(await edges('.dashboard')).toEqual(await edges('.nav-bar nav'))
  }
  const heights = await page
    .locator('.chart .bar')
    .evaluateAll((bars) => bars.map((shown) => Number(shown.getAttribute('height'))))
  expect(Math.max(...heights)).toBe(1)
})
