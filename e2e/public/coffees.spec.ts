import { hold, laterScripts } from '../network.ts'
import { countBags, sellCoffee } from '../products.ts'
import { expect, test } from './public-shop-fixture.ts'

/** Other tests may have added more to the shop. */
const cardOf = (id: string) => `.coffee-card:has([href*="${id}"])`

test.describe('a guest', () => {
  test('finds the coffees without scripts, and filters what was chosen before they are loaded', async ({
    page,
    browser,
    shelves,
    owner,
    shop,
  }) => {
    // A shop with fewer than four coffees has no filters.
    const more = [await sellCoffee(owner, { name: 'Yirga' }), await sellCoffee(owner, { name: 'Zorita' })]
    const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url })
    await plain.goto('/coffees')
    await expect(plain.locator(cardOf(shelves.packetId))).toContainText('1\u00a0kg, $19.99/kg')
    await plain.getByLabel('Sort by').selectOption('Name')
    await plain.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(plain).toHaveURL('/coffees?sort=name')
    await plain.close()

    await countBags(owner, shelves.packetId, 0)
    const scripts = await hold(page, laterScripts)
    await page.goto('/coffees')
    await expect(page.locator(cardOf(shelves.packetId))).toContainText('Sold out')
    await page.getByRole('checkbox', { name: /^In stock/ }).check()
    await scripts.release()
    await expect(page).toHaveURL('/coffees?inStock=yes')
    await expect(page.locator(cardOf(shelves.packetId))).toHaveCount(0)
    await page.reload()
    await expect(page.locator('.coffee-card').first()).toContainText('Harar')
    await expect(page.locator(cardOf(shelves.packetId))).toHaveCount(0)
    await countBags(owner, shelves.packetId, 5)
    for (const coffee of more) await coffee.remove()
  })
})
