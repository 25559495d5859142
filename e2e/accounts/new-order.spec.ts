import type { Page } from '@playwright/test'
import type { Person } from '../account-fixtures.ts'
import { idOf } from '../admin-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { hold, loseAnswer } from '../network.ts'
import { bothLooks, expectNoFindings, expectToFit, sizes } from '../screens.ts'

/** Returns a function that says how often something was clicked on the page since. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.locator('html').evaluate((html) => {
    let clicks = 0
    html.addEventListener(
      'click',
      ({ isTrusted }: { isTrusted: boolean }) => void (clicks += Number(isTrusted)),
      { capture: true },
    )
    Object.assign(globalThis, { countClicks: () => clicks })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'countClicks')())
}

/** Counts the orders that a person has made for customers, as the audit log says. */
async function countSales({ call, email }: Person): Promise<number> {
  const entries = await call('GET /audit', { query: {} })
  return entries.filter(({ who, action }) => who === email && action === 'made order').length
}

const coffees = (page: Page) => page.getByRole('region', { name: 'Coffees' }).getByRole('button')
const sellFor = (page: Page) => page.getByRole('button', { name: /^Sell for \$[\d.]+ in cash$/ })

test('an admin sells a bag in cash with at most five clicks, and then another one to a customer on the telephone', async ({
  page,
  admin,
  customer,
  mailServer,
}) => {
  await mailServer.open()
  await page.goto('/dashboard')
  const clicks = await countClicks(page)
  await page
    .getByRole('navigation', { name: 'Dashboard', exact: true })
    .getByRole('link', { name: 'New order' })
    .click()
  await coffees(page).first().click()
  await sellFor(page).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Order \d+$/ })).toBeFocused()
  await expect(page.getByText('is paid, and the coffee is handed over.')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(5)
  await expectNoFindings(page, 'an order that was sold', { looks: bothLooks })

  await page.getByRole('button', { name: 'Next sale' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a coffee' })).toBeFocused()
  await coffees(page).nth(1).click()
  await page.getByRole('radio', { name: 'Sent' }).check()
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill(customer.email)
  await page.getByRole('button', { name: customer.email }).click()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue(customer.email)
  await page.getByRole('radio', { name: 'By transfer' }).check()
  await page.getByRole('button', { name: /^Place the order for .* by transfer$/ }).click()
  await expect(page.getByText('City is required')).toBeVisible()
  await expectNoFindings(page, 'a parcel without an address', { looks: bothLooks })
  await page.getByRole('textbox', { name: 'Street and number' }).fill('1 Main Street')
  await page.getByRole('textbox', { name: 'City' }).fill('San Jose')
  await page.getByRole('combobox', { name: 'State' }).selectOption('California')
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('95014')
  await page.getByRole('button', { name: /^Place the order for .* by transfer$/ }).click()
  await expect(page.getByText(/^The order waits for \$/)).toBeVisible()
  await expect.poll(() => mailServer.mailsTo(customer.email).length).toBe(1)
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${customer.email} ${customer.name}`)
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  expect(await countSales(admin)).toBe(2)
})

test('a packer sells by keyboard, and sees the total of the sale, but not the payment of its order', async ({
  seller,
  customer,
  customerPage: page,
}) => {
  await seller.call('PUT /makePacker/{id}', { params: { id: await idOf(seller, customer) } })
  await page.goto('/dashboard/new-order')
  await page.getByRole('searchbox', { name: 'Find a coffee' }).fill('Marcala')
  await expect(coffees(page).first()).toContainText('Marcala Ridge')
  await expect(page.getByRole('button', { name: 'More coffees' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'How many of' })).toHaveAccessibleName(/Marcala Ridge/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'How many of' })).toHaveValue('2')
  await expect(page.getByRole('searchbox', { name: 'Find a customer' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'In cash' }).press('ArrowDown')
  await page.getByRole('button', { name: /^Sell for .* by card reader$/ }).press('Enter')
  const heading = page.getByRole('heading', { level: 2, name: /^Order \d+$/ })
  await expect(heading).toBeFocused()
  await expect(page.getByRole('link', { name: 'Receipt' })).toHaveCount(0)
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Walk-in customer · Order \d+$/)
  await expect(page.locator('.dashboard-page')).not.toContainText('$')
  await expect(toast(page, 'forbidden')).toHaveCount(0)
  await seller.call('PUT /removePacker/{id}', { params: { id: await idOf(seller, customer) } })
})

test('on a phone, the total stays in view and covers nothing that is used', async ({ page, admin }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto('/dashboard/new-order')
  await coffees(page).first().click()
  await expect(sellFor(page)).toBeInViewport()
  await expectNoFindings(page, 'a sale', { looks: bothLooks })
  await coffees(page).nth(2).click()
  await expect(page.getByRole('button', { name: 'See the sale (2)' })).toBeInViewport()
  await page.getByRole('button', { name: 'See the sale (2)' }).click()
  await expect(page.getByRole('heading', { name: 'This sale' })).toBeInViewport()
  await page.getByText('Customer (optional)').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Tim')
  await expectToFit(page, 'a sale with a customer')
  const email = page.getByRole('textbox', { name: 'Email address' })
  await email.fill('tim')
  await page.getByText('Customer (optional)').click()
  await expect(email).toBeHidden()
  await sellFor(page).click()
  await expect(page.getByText('Look at the marked fields. Nothing was sold.')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('')
  await sellFor(page).click()
  await page.getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Tim · Order \d+$/)
  expect(await countSales(admin)).toBe(1)
})

test('after a lost answer, a changed sale is sold only once the seller has said that it is another one', async ({
  page,
  admin,
}) => {
  await page.goto('/dashboard/new-order')
  await coffees(page).first().click()
  await expect(page.locator('.counter-lines .price'), admin.email).toBeVisible()
  await page.getByRole('textbox', { name: 'How many of' }).fill('499')
  await coffees(page).nth(1).click()
  await coffees(page).nth(1).click()
  await expect(page.getByText('At most 500 bags can be in one sale.')).toBeVisible()
  await expect(page.locator('.counter-lines .price').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'How many of' }).first().fill('1')

  await page.route('**/api/counter/sales', loseAnswer)
  await sellFor(page).click()
  await expect(page.getByText('Press the button again: it is sold only once.')).toBeVisible()
  await page.unroute('**/api/counter/sales')
  await coffees(page).first().click()
  await expect(page.getByRole('textbox', { name: 'How many of' }).first()).toHaveValue('2')
  await sellFor(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The sale before this one was saved' }),
  ).toBeVisible()
  await expectNoFindings(page, 'a sale that was changed after a lost answer', { looks: bothLooks })
  await sellFor(page).press('Enter')
  await expect(page.getByRole('link', { name: 'See the orders' })).toHaveAttribute(
    'href',
    '/dashboard/fullItem',
  )
  await page.getByRole('button', { name: 'This is another sale' }).click()
  await expect(sellFor(page)).toBeFocused()
  await sellFor(page).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Order \d+$/ })).toBeFocused()
})

test('Enter adds what was searched for once it is found, and a sale is not left without a question', async ({
  page,
  admin,
}) => {
  await page.goto('/dashboard/new-order')
  const search = page.getByRole('searchbox', { name: 'Find a coffee' })
  const slow = await hold(page, '**/api/search?*')
  await search.fill('Huila')
  await search.press('Enter')
  await slow.release()
  await expect(page.getByRole('textbox', { name: /^How many of Huila/ }), admin.email).toHaveValue('1')
  await page.getByRole('link', { name: 'Messages' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave this sale?' })
  await expect(question).toHaveAccessibleDescription('It is not made yet, and will be lost.')
  await question.getByRole('button', { name: 'Go on with the sale' }).click()
  await page.getByRole('button', { name: 'Remove Huila' }).click()
  await page.getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/dashboard/messages')
})
