import type { Locator, Page } from '@playwright/test'
import { demoAccounts } from '#contract/values/demo.ts'
import { startShop } from '../../test/processes/running-shop.ts'
import type { RunningShop } from '../../test/processes/running-shop.ts'
import { expect, signIn, test as peopleTest } from '../account-fixtures.ts'

/** The Playwright `test` function with a demo shop of its own, because the order of its brands is changed. */
const test = peopleTest.extend<object, { shop: RunningShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startShop({ TRUST_PROXY: '1' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})

/** Returns the names of the first three brands, as the page of the order lists them. */
async function firstThree(list: Locator): Promise<string[]> {
  const names = await list.getByRole('listitem').allInnerTexts()
  return names.slice(0, 3).map((name) => name.trim())
}

/** Drags a row by its handle to the middle of another row. */
async function drag(page: Page, [row, target]: [Locator, Locator]): Promise<void> {
  const handle = await row.getByTitle(/^Drag /).boundingBox()
  const to = await target.boundingBox()
  if (!handle || !to) throw new Error('A row is not visible.')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + 5, to.y + to.height * 0.75, { steps: 5 })
  await page.mouse.up()
}

test('an admin changes the order of the brands with the keyboard and the pointer, and visitors see it', async ({
  page,
  shop,
}) => {
  await signIn(page.request, shop.url, demoAccounts.admin)
  await page.goto('/menu')
  await page.getByRole('link', { name: 'Sort', exact: true }).click()
  const brands = page.getByRole('list', { name: 'Brands' })
  await expect(brands.getByRole('button').first()).toBeVisible()
  const [first = '', second = '', third = ''] = await firstThree(brands)
  expect([first, second, third]).not.toContain('')
  await expect(page.getByRole('button', { name: `Move ${first} up` })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  const down = page.getByRole('button', { name: `Move ${first} down` })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(new RegExp(`^${first} is now 2 of \\d+$`))).toBeVisible()
  await expect(down).toBeFocused()
  await expect.poll(() => firstThree(brands)).toEqual([second, first, third])
  await page.reload()
  await expect.poll(() => firstThree(brands)).toEqual([second, first, third])

  const rows = brands.getByRole('listitem')
  await drag(page, [rows.nth(0), rows.nth(2)])
  await expect(page.getByText(new RegExp(`^${second} is now 3 of \\d+$`))).toBeVisible()
  await expect.poll(() => firstThree(brands)).toEqual([first, third, second])
  await page.goto('/')
  const names = page
    .getByRole('region', { name: 'See Our All Coffee Category' })
    .getByRole('heading', { level: 3 })
  expect((await names.allInnerTexts()).slice(0, 3)).toEqual([first, third, second])
})
