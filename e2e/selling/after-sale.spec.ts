import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { Person } from '../account-fixtures.ts'
import { expect, test } from '../mail-fixtures.ts'
import { buyOne } from '../products.ts'
import { expectNoFindings, expectToFit, sizes } from '../screens.ts'

/** Other tests use the same shop, so a test that changes the settings changes them back. */
async function sellWith(admin: Person, { hasWithdrawal }: { hasWithdrawal: boolean }): Promise<void> {
  const { version } = await admin.call('GET /selling', {})
  await admin.call('PUT /selling', { body: { settings: { ...DEFAULT_SELLING, hasWithdrawal }, version } })
}

test('a buyer reviews a coffee, an admin shows the review, and everyone reads it', async ({
  page,
  admin,
  customer,
  customerPage,
}) => {
  await customerPage.setViewportSize(sizes.phone)
  const { coffeeId } = await buyOne(customer)
  await customerPage.goto(`/coffee/${coffeeId}`)
  await customerPage.getByRole('button', { name: 'Write a review' }).click()
  await expect(customerPage.getByRole('radio', { name: '5 stars' })).toBeFocused()
  await customerPage.getByRole('button', { name: 'Send review' }).click()
  await expect(customerPage.getByText('Choose from one to five stars')).toBeVisible()
  await expect(customerPage.getByText('Write at least a word')).toBeVisible()
  await expectNoFindings(customerPage, 'the form of a review with errors')
  await customerPage.getByRole('radio', { name: '4 stars' }).check()
  await customerPage.getByLabel('Your review').fill('Sweet, with a lot of plum.')
  await customerPage.getByLabel('Brewed with').fill('V60')
  await expectToFit(customerPage)
  await customerPage.getByRole('button', { name: 'Send review' }).click()
  await expect(customerPage.getByText('Others see it once we have looked at it.')).toBeVisible()
  await expect(customerPage.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goto('/dashboard/messages/reviews')
  const row = page.getByRole('row').filter({ hasText: 'a lot of plum' })
  await expect(row, admin.email).toContainText('Waits for your look')
  await expectNoFindings(page, 'the reviews in the dashboard')
  await row.getByRole('button', { name: 'Show' }).click()
  await expect(row.getByRole('button', { name: 'Hide' })).toBeVisible()

  await page.goto(`/coffee/${coffeeId}`)
  const reviews = page.getByRole('region', { name: 'What buyers say' }).getByRole('article')
  const review = reviews.filter({ hasText: 'Sweet, with a lot of plum.' })
  await expect(review).toContainText(`${customer.name.split(' ')[0]} · bought here · brewed with V60`)
  await expect(page.getByText('from 3 buyers')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a review' })).toHaveCount(0)
  await expectNoFindings(page, 'a coffee with a review')
})

test('a customer withdraws from an order without logging in, by a mailed link', async ({
  page,
  admin,
  customer,
  mailServer,
}) => {
  await sellWith(admin, { hasWithdrawal: true })
  await mailServer.open()
  const { number } = await buyOne(customer)
  await page.context().clearCookies()
  await page.setViewportSize(sizes.phone)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click()
  const button = page.getByRole('button', { name: 'Withdraw from contract' })
  await page.getByLabel('Order number').fill('no. 7')
  await button.click()
  await expect(page.getByText('An order number has only digits')).toBeVisible()
  await page.getByLabel('Order number').fill(String(number))
  await page.getByLabel('Email address').fill(customer.email)
  await expectNoFindings(page, 'the form of a withdrawal')
  await button.click()
  await expect(page.getByRole('status').filter({ hasText: `If order ${number} was placed` })).toBeVisible()
  const linkOf = () =>
    mailServer
      .mailsTo(customer.email)
      .map(({ text }) => /\S+(\/withdraw#\S+)/.exec(text)?.[1])
      .find((link) => link !== undefined)
  await expect.poll(linkOf, { timeout: 15_000 }).toBeDefined()
  await page.goto(linkOf() ?? '')
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText(`We have your withdrawal from order ${number}.`)).toBeVisible()
  const { orders } = await customer.call('GET /myOrders', { query: {} })
  expect(orders[0]?.withdrawnAt).toBeDefined()
  await sellWith(admin, { hasWithdrawal: false })
})
