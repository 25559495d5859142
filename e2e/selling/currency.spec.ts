import type { Page } from '@playwright/test'
import { lisbonAddress, portugueseShop } from '../../test/selling/portuguese-shop.ts'
import { signIn } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { field, forms } from '../entry-forms.ts'
import { expect, test as realTest } from './real-shop-fixture.ts'

/** The Playwright `test` function with a shop of its own, because the currency is fixed after the first sale. */
const test = realTest.extend({
  settings: [
    async ({ mailDatabase }, use) => use({ DEMO: '0', TRUST_PROXY: '1', ...mailDatabase.settings }),
    { scope: 'worker' },
  ],
})

/** Chooses a currency on the page Selling and confirms it. The option is named like `Euro (EUR)`. */
async function choose(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/selling')
  const section = page.getByRole('region', { name: 'Currency' })
  const button = section.getByRole('button', { name: 'Change the currency' })
  await expect(button).toBeDisabled()
  await section.getByLabel('Currency').selectOption(name)
  await button.click()
  const dialog = page.getByRole('alertdialog', { name: `Sell in ${name}?` })
  await expect(dialog).toContainText('The number of every price and delivery rate stays')
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Change the currency' }).click()
  await loaded
  await expect(section.getByLabel('Currency').locator('option:checked')).toHaveText(name)
}

test('an owner chooses the currency until the first sale, and every price is shown in it', async ({
  page,
  owner,
  shelves,
  shop,
}) => {
  await signIn(page.request, shop.url, owner)
  const product = `/coffeeDetails/${shelves.brandId}`
  await page.goto(product)
  await expect(page.getByText('$12.50')).toBeVisible()
  await choose(page, 'Euro (EUR)')
  await page.goto(product)
  await expect(page.getByText('€12.50')).toBeVisible()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(news(page, 'Harar Added Successfully')).toBeVisible()

  const { version } = await owner.call('GET /selling', {})
  await owner.call('PUT /selling', { body: { settings: { ...portugueseShop, currency: 'EUR' }, version } })
  await owner.call('POST /addresses', { body: lisbonAddress })
  await page.goto('/myCart')
  const cart = cartOf(page)
  await expect(cart.row('Harar')).toContainText('€12.50')
  await cart.checkOut.click()
  await page.getByRole('button', { name: 'Pay €17.00' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText('€17.00')).toBeVisible()
  await page.goto('/dashboard/selling')
  const section = page.getByRole('region', { name: 'Currency' })
  await expect(section).toContainText('Euro (EUR)')
  await expect(section).toContainText('It cannot be changed any more')
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Price in EUR').first()).toHaveValue('4.50')
  // The page is loaded again, so that it writes its dates in the new time zone.
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await loaded
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo')

  await page.goto(forms.coffee.path)
  await expect(field(page, 'Price')).toHaveAccessibleDescription('In EUR, such as 12.50')
})
