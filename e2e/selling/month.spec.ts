import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { germanShop } from '../../test/selling/german-month.ts'
import { signIn } from '../account-fixtures.ts'
import { expect, test } from './real-shop-fixture.ts'

test('an owner in Germany downloads a month for the accountant, and for DATEV after its numbers are entered', async ({
  page,
  owner,
  shop,
}) => {
  const { settings, version } = await owner.call('GET /selling', {})
  const { accounting } = DEFAULT_SELLING
  const german = { ...germanShop, currency: settings.currency, accounting }
  await owner.call('PUT /selling', { body: { settings: german, version } })
  await signIn(page.request, shop.url, owner)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'The month' }).click()
  await expect(page.getByRole('heading', { name: 'The month', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Enter the numbers of your tax adviser' }).click()
  const section = page.getByRole('region', { name: 'Accounting' })
  await section.getByLabel('Number of the tax adviser at DATEV').fill('12')
  await section.getByLabel('Number of your firm').fill('7')
  await section.getByLabel('Cash').fill('1001')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Write 4 to 7 digits')).toBeVisible()
  await section.getByLabel('Number of the tax adviser at DATEV').fill('1001')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings are saved')).toBeVisible()

  await page.getByRole('link', { name: 'The month' }).click()
  const months = page.getByLabel('Month', { exact: true })
  const month = await months.locator('option').nth(3).getAttribute('value')
  await months.selectOption(String(month))
  for (const [name, file] of [
    ['Orders', `orders-${month}.csv`],
    ['What was sold', `lines-${month}.csv`],
    ['Money', `money-${month}.csv`],
    ['Tax', `tax-${month}.csv`],
    ['DATEV', `EXTF_Buchungsstapel_${month}.csv`],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('listitem').getByRole('link', { name, exact: true }).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
  const now = await owner.call('GET /selling', {})
  expect(now.settings.accounting.accounts.cash).toBe('1001')
  await owner.call('PUT /selling', { body: { settings, version: now.version } })
})
