import type { Page } from '@playwright/test'
import { cartOf, news } from '../cart-page.ts'
import { answersToLose } from '../network.ts'
import { countBags } from '../products.ts'
import { expect, test } from './real-shop-fixture.ts'
import { expectNoFindings } from '../screens.ts'

const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy Now' })

test.describe('a customer of a real shop', () => {
  test('chooses the grind and how many, and finds them in the cart', async ({ page, shelves, shopper }) => {
    await page.goto(`/bagDetails/${shelves.packetId}`)
    await expect(page.getByText('1 kg, $19.99/kg', { exact: true })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Whole beans' }), shopper.email).toBeChecked()
    await page.getByRole('radio', { name: 'Filter' }).check()
    await page.getByLabel('How many').fill('3')
    await buyButton(page).click()
    await expect(news(page, '3 × House Blend Added Successfully')).toBeVisible()
    await page.goto(`/coffeeDetails/${shelves.brandId}`)
    await expect(page.getByLabel('Grind')).toHaveValue('Filter')
    await buyButton(page).click()
    await expect(news(page, 'Harar Added Successfully')).toBeVisible()
    await page.goto('/myCart')
    const cart = cartOf(page)
    await expect(cart.rows).toHaveCount(4)
    await expect(cart.row('House Blend')).toHaveCount(3)
    await expect(cart.row('House Blend').first()).toContainText('1 kg · Filter')
    await expect(cart.row('Harar')).toContainText('250 g · Filter')
  })

  test('buys nothing before the grinds are known, and learns which are offered now', async ({
    page,
    shelves,
    owner,
    shopper,
  }) => {
    const problem = { title: 'Too many requests', status: 429, code: 'too-many-requests' }
    await page.route('**/api/grinds', (route) => route.fulfill({ status: 429, json: problem }))
    await page.goto(`/bagDetails/${shelves.packetId}`)
    await expect(page.getByRole('alert'), shopper.email).toContainText('The grinds could not be loaded')
    await expect(buyButton(page)).toBeDisabled()
    await page.unroute('**/api/grinds')
    await page.getByRole('button', { name: 'Retry' }).click()
    const filter = page.getByRole('radio', { name: 'Filter' })
    await filter.check()
    const { settings, version } = await owner.call('GET /selling', {})
    const grinds = settings.grinds.filter((name) => name !== 'Filter')
    const changed = await owner.call('PUT /selling', { body: { settings: { ...settings, grinds }, version } })
    await buyButton(page).click()
    await expect(news(page, 'House Blend is not ground like this any more')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Whole beans' })).toBeChecked()
    await expect(filter).toHaveCount(0)
    await buyButton(page).click()
    await expect(news(page, 'House Blend Added Successfully')).toBeVisible()
    await owner.call('PUT /selling', { body: { settings, version: changed.version } })
  })

  test('sees how many are left, and is told by mail when a sold-out product is back', async ({
    page,
    shelves,
    owner,
    shopper,
    mailServer,
  }) => {
    const { packetId } = shelves
    await countBags(owner, packetId, 2)
    await page.goto(`/bagDetails/${packetId}`)
    await expect(page.getByText('Only 2 left')).toBeVisible()
    await page.getByRole('button', { name: 'One more' }).click()
    await expect(page.getByLabel('How many')).toHaveValue('2')
    await expect(page.getByRole('button', { name: 'One more' })).toBeDisabled()
    await page.getByRole('button', { name: 'One less' }).click()
    await buyButton(page).click()
    await expect(news(page, 'House Blend Added Successfully')).toBeVisible()
    await page.getByLabel('How many').fill('2')
    await buyButton(page).click()
    await expect(
      news(page, 'Only 2 of House Blend are left, and 1 is in your cart. Nothing was added.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Choose 1 instead' }).click()
    await expect(page.getByLabel('How many')).toHaveValue('1')
    await expect(page.getByRole('button', { name: 'Choose 1' })).toHaveCount(0)
    await countBags(owner, packetId, 0)
    await page.reload()
    await expect(page.getByText('Sold out')).toBeVisible()
    await expect(buyButton(page)).toBeDisabled()
    const watch = page.getByRole('button', { name: 'Tell me when it is back' })
    await watch.click()
    await expect(news(page, 'We will write to you when House Blend is back')).toBeVisible()
    await expectNoFindings(page, 'a product that is sold out')
    await page.getByRole('button', { name: 'Do not tell me after all' }).click()
    await watch.click()
    await expect(page.getByRole('button', { name: 'Do not tell me after all' })).toBeVisible()
    await mailServer.open()
    await countBags(owner, packetId, 5)
    const told = () =>
      mailServer.mailsTo(shopper.email).filter(({ text }) => text.includes(`/bagDetails/${packetId}`))
    await expect.poll(() => told().length).toBe(1)
    await page.reload()
    await expect(buyButton(page)).toBeEnabled()
  })
})

test.describe('an admin of a real shop', () => {
  test('counts the bags of a product, and lets several sizes share a pool of grams', async ({
    page,
    shelves,
    shopper,
    mailDatabase,
  }) => {
    await mailDatabase.write(`UPDATE users SET role = 'Admin' WHERE email = '${shopper.email}'`)
    await page.goto(`/menu/packet?whose=everyone&edit=${shelves.packetId}`)
    const panel = page.getByRole('region', { name: 'Stock' })
    const save = panel.getByRole('button', { name: 'Save stock' })
    await panel.getByLabel('Taken from').selectOption('Bags of this product')
    await panel.getByLabel('Bags').fill('ten')
    await save.click()
    await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(
      /whole number, such as 30, \+20 or -2$/,
    )
    await expectNoFindings(page, 'the stock of a product')
    await panel.getByLabel('Bags').fill('10')
    await save.click()
    await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(/^10 bags left/)
    const loseNext = await answersToLose(page, '**/api/productStock/*')
    const press = async () => {
      // The button ignores clicks until the amounts of the last change have been loaded.
      await expect(save).not.toHaveAttribute('aria-disabled')
      await save.click()
    }
    const saveAgain = async (amount: string) => {
      loseNext()
      await panel.getByLabel('Bags').fill(amount)
      await press()
      await expect(panel.getByText('It is not known whether this was saved')).toBeVisible()
      await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(/^30 bags left/)
      await press()
      await expect(panel.getByLabel('Bags')).toHaveValue('')
      await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(/^30 bags left/)
    }
    await saveAgain('+20')
    await panel.getByLabel('Bags').fill('+20')
    await press()
    await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(/^50 bags left/)
    loseNext()
    await panel.getByLabel('Bags').fill('+10')
    await press()
    await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(/^60 bags left/)
    // What is typed again is not a retry.
    await panel.getByLabel('Bags').fill('')
    await panel.getByLabel('Bags').fill('+10')
    await press()
    await expect(panel.getByLabel('Bags')).toHaveAccessibleDescription(/^70 bags left/)
    await saveAgain('30')
    await panel.getByLabel('Taken from').selectOption('A new pool of grams')
    await panel.getByLabel('Name of the pool').fill('House')
    await save.click()
    await expect(panel.getByLabel('Grams')).toHaveAccessibleDescription(/With 0, its products are sold out$/)
    await panel.getByLabel('Grams').fill('5000')
    await save.click()
    await expect(panel.getByLabel('Grams')).toHaveAccessibleDescription(/^5,000 grams left/)
    await page.goto(`/menu/coffee?whose=everyone&edit=${shelves.coffeeId}`)
    await panel.getByLabel('Taken from').selectOption('Pool: House')
    await expect(panel.getByLabel('Grams')).toHaveAccessibleDescription(/^5,000 grams left/)
    await save.click()
    await expect(news(page, 'The stock is saved')).toBeVisible()
    await expect(page.getByLabel('Weight in grams')).toHaveValue('250')
    await page.getByLabel('Weight in grams').fill('0')
    // Its text has the rate if another story has set one.
    await page.getByLabel('Tax').selectOption({ value: 'reduced' })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Weight in grams')).toHaveAccessibleDescription(/whole number of grams/)
    await page.getByLabel('Weight in grams').fill('500')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '500 g' })).toContainText('Harar')
  })
})
