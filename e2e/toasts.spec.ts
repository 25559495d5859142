import type { Page } from '@playwright/test'
import { expect, test } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'

const NOT_SOLD = { type: 'about:blank', title: 'Not sold.', status: 422, code: 'unknown-product' }

test.describe('toasts', () => {
  test('stay for two seconds with good news, for four with any other, and while the mouse is over them', async ({
    page,
    shopper,
  }) => {
    await openProducts(page, shopper)
    const buy = page.getByRole('button', { name: 'Buy Now' }).first()
    await buy.press('Enter')
    await expectStay(page, { text: 'Added Successfully', ms: 2000 })
    await buy.press('Enter')
    await cards(page).hover()
    await page.clock.runFor(10_000)
    await expect(leaving(page)).toHaveCount(0)
    await page.mouse.move(0, 0)
    await page.clock.runFor(2500)
    await expect(leaving(page)).toHaveCount(1)
    await page.clock.runFor(2000)
    await expect(cards(page)).toHaveCount(0)
    await page.route('**/api/orders', (route) => route.fulfill({ status: 422, json: NOT_SOLD }))
    await buy.press('Enter')
    await expectStay(page, { text: 'is no longer sold', ms: 4000 })
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expectStay(page, { text: 'You are signed out', ms: 4000 })
  })

  test('appear at the bottom of the window, and can be dismissed', async ({ page, shopper }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 6))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/myCart')
    for (const [count, button] of [
      [1, 0],
      [2, 1],
      [3, 0],
    ] as const) {
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
      await page.getByRole('button', { name: 'Delete' }).nth(button).press('Enter')
      await expect(cards(page)).toHaveCount(count)
      expect(await footOf(page)).toBeCloseTo(900 - 8, 0)
    }
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(cards(page)).toHaveCount(2)
  })
})

/** Opens a product list and stops the clock of the page. The test advances the clock by itself. */
async function openProducts(page: Page, shopper: Person): Promise<void> {
  const [brand] = await shopper.call('GET /allCoffee', {})
  await page.clock.install()
  await page.goto(`/coffeeDetails/${brand?._id}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function expectStay(page: Page, { text, ms }: { text: string; ms: number }): Promise<void> {
  await expect(cards(page).filter({ hasText: text })).toBeVisible()
  await page.clock.runFor(ms - 100)
  await expect(leaving(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(leaving(page)).toHaveCount(1)
  await page.clock.runFor(2000)
  await expect(cards(page)).toHaveCount(0)
}

function cards(page: Page) {
  return page.getByRole('status').locator('.toast-card')
}

function leaving(page: Page) {
  return page.locator('.toast-card[data-leaving]')
}

/**
 * Returns the position of the bottom edge of the list of toasts in the window, in CSS px. The transition of a new
 * toast does not move this edge.
 */
function footOf(page: Page): Promise<number> {
  return page.locator('.toasts').evaluate((region) => region.getBoundingClientRect().bottom)
}
