import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Person } from '../account-fixtures.ts'
import { news } from '../cart-page.ts'
import { countBags, sellCoffee } from '../products.ts'
import { expectNoFindings } from '../screens.ts'
import { expect, test } from './real-shop-fixture.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save all' })

test.describe('in the table of prices and stock', () => {
  let coffees: { first: string; second: string; secondId: string }
  // The shelves have the picture that `sellCoffee` takes.
  test.beforeEach(async ({ mailDatabase, shopper, owner, shelves: _shelves }) => {
    await mailDatabase.write(`UPDATE users SET role = 'Admin' WHERE email = '${shopper.email}'`)
    coffees = await sellTwo(owner)
  })

  test('an owner changes all by keyboard, with one save', async ({ page, owner }) => {
    await countBags(owner, coffees.secondId, 8)
    await page.goto('/menu')
    await page.getByRole('link', { name: 'Prices and stock' }).click()
    const [price, left] = [
      page.getByLabel(`Price of ${coffees.first}`),
      page.getByLabel(`Left of ${coffees.second}`),
    ]
    await price.fill('0')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel(`Price of ${coffees.second}`)).toBeFocused()
    await left.fill('+4')
    await expect(page.getByText('2 products changed')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Must be more than 0')).toBeVisible()
    await expect(price).toBeFocused()
    await expectNoFindings(page, 'the table of prices')
    await price.fill('7,25')
    await page.getByRole('link', { name: 'Back to My Shop' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await save(page).click()
    await expect(news(page, 'The prices and stocks are saved')).toBeVisible()
    await expect(price).toHaveValue('7.25')
    await expect(left).toHaveValue('12')
    await expect(page.getByText('Nothing is changed')).toBeVisible()
  })

  test('what another admin has changed is not overwritten, and what was typed stays', async ({
    page,
    owner,
  }) => {
    await page.goto('/menu/prices')
    const price = page.getByLabel(`Price of ${coffees.second}`)
    await price.fill('21')
    const change = { _id: coffees.secondId, price: { shown: '12.50', to: '22.00' } }
    await owner.call('PUT /priceList', { body: { changes: [change] } })
    await save(page).click()
    await expect(page.getByText('Is $22.00 by now: reload the page')).toBeVisible()
    await expect(price).toHaveValue('21')
  })
})

/** Adds two coffees, the second of which is in the row below the first. */
async function sellTwo(owner: Person) {
  const tag = randomUUID().slice(0, 6)
  const [first, second] = [`${tag} Comet`, `${tag} Meteor`]
  await sellCoffee(owner, { name: first, brand: `${tag} A` })
  const { _id: secondId } = await sellCoffee(owner, { name: second, brand: `${tag} B` })
  return { first, second, secondId }
}
