import type { Page } from '@playwright/test'
import { expect, test } from './account-fixtures.ts'
import { hold } from './network.ts'
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

  test('appear at the bottom of the window, and do not cover the control that was just used', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3))
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 500 },
    ]) {
      await page.setViewportSize(size)
      await page.goto('/myCart')
      for (const [block, hand] of [
        ['start', 'key'],
        ['end', 'key'],
        ['start', 'pointer'],
        ['end', 'pointer'],
      ] as const) {
        const button = page.getByRole('button', { name: 'Delete' }).nth(1)
        await button.evaluate(
          (shown, place) => shown.scrollIntoView({ block: place, behavior: 'instant' }),
          block,
        )
        const used = await button.boundingBox()
        await (hand === 'key' ? button.press('Enter') : button.click())
        // Retries, because the bar under the cart may leave the bottom of the window a moment after the row has
        // disappeared.
        await expect(async () => {
          const box = await cards(page).boundingBox()
          if (!used || !box) throw new Error('There is nothing to compare')
          const where = `${block} ${hand} ${size.width}: ${JSON.stringify([box, used])}`
          expect(areApart(box, used), where).toBe(true)
          // The toast must be at the bottom of the window, unless it would cover the used button there. In that case it
          // must be directly above the button.
          const bar = await barHeight(page)
          const atFoot = { ...box, y: size.height - 16 - bar - box.height }
          expect(await footOf(page), where).toBeCloseTo(
            areApart(atFoot, used) ? size.height - 8 - bar : used.y,
            0,
          )
        }).toPass({ timeout: 10_000 })
        await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
        await page.getByRole('button', { name: 'Undo' }).click()
        await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(3)
        await page.clock.runFor(5000)
        await expect(cards(page)).toHaveCount(0)
      }
    }
  })

  test('that appear beside others do not cover the control that was just used either', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3))
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.goto('/myCart')
    for (const [block, count] of [
      ['start', 1],
      ['end', 2],
    ] as const) {
      const button = page.getByRole('button', { name: 'Delete' }).nth(1)
      await button.evaluate(
        (shown, place) => shown.scrollIntoView({ block: place, behavior: 'instant' }),
        block,
      )
      const used = await button.boundingBox()
      await button.press('Enter')
      await expect(cards(page)).toHaveCount(count)
      const boxes = await cards(page).evaluateAll((all) =>
        all.map((card) => card.getBoundingClientRect().toJSON()),
      )
      if (!used) throw new Error('There is nothing to compare')
      for (const box of boxes)
        expect(areApart(box, used), `${block}: ${JSON.stringify([box, used])}`).toBe(true)
    }
  })

  test('stay in place while controls far from them are used, and can be dismissed', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 6))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/myCart')
    const places = new Set<number>()
    for (const [count, button] of [
      [1, 0],
      [2, 1],
      [3, 0],
    ] as const) {
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
      await page.getByRole('button', { name: 'Delete' }).nth(button).press('Enter')
      await expect(cards(page)).toHaveCount(count)
      places.add(Math.round(await footOf(page)))
    }
    expect([...places]).toEqual([900 - 8])
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(cards(page)).toHaveCount(2)
  })

  test('appear at the bottom of the window if the page was clicked after the control', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
    await page.setViewportSize({ width: 1440, height: 500 })
    const payment = await hold(page, '**/api/singlePayment/*')
    await page.goto('/myCart')
    await page.getByRole('button', { name: 'Pay', exact: true }).first().press('Enter')
    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
    await page.mouse.click(20, 450)
    await payment.release((route) => route.fulfill({ status: 402, json: DECLINED }))
    await expect(cards(page)).toHaveCount(1)
    expect(await footOf(page)).toBeCloseTo(500 - 8, 0)
  })

  test('appear at the bottom of the window if the control has scrolled away', async ({ page, shopper }) => {
    const coffees = await demoCoffees(shopper)
    await fillCart(shopper, [...coffees, ...coffees])
    await page.setViewportSize({ width: 390, height: 844 })
    const payment = await hold(page, '**/api/singlePayment/*')
    await page.goto('/myCart')
    const pay = page.getByRole('button', { name: 'Pay', exact: true }).nth(3)
    await pay.evaluate((shown) => shown.scrollIntoView({ block: 'end', behavior: 'instant' }))
    await pay.press('Enter')
    // The `scroll` event comes with the next frame. A toast that appears before it is placed as if nothing had moved.
    await page.evaluate(
      'new Promise((done) => { addEventListener("scroll", done, { once: true }); scrollBy({ top: 200, behavior: "instant" }) }).then(() => true)',
    )
    await payment.release((route) => route.fulfill({ status: 402, json: DECLINED }))
    await expect(cards(page)).toHaveCount(1)
    expect(await footOf(page)).toBeCloseTo(844 - 8 - (await barHeight(page)), 0)
  })

  test('appear directly above the bar at the bottom of a phone if its button was used', async ({
    page,
    shopper,
  }) => {
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route('**/api/fullOrder', (route) => route.fulfill({ status: 402, json: DECLINED }))
    await page.goto('/myCart')
    // Dispatches the click event directly. `click` of Playwright would scroll to a position where the bar at the
    // bottom is not sticky.
    await page.getByRole('button', { name: 'Pay For All Item' }).dispatchEvent('click')
    await expect(cards(page)).toHaveCount(1)
    expect(await barHeight(page)).toBeGreaterThan(40)
    expect(await footOf(page)).toBeCloseTo(844 - 8 - (await barHeight(page)), 0)
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

/** Returns the height of the bar at the bottom of the window in CSS px, or 0 if there is no such bar. */
function barHeight(page: Page): Promise<number> {
  return page.evaluate<number>(
    "parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--foot-bar')) || 0",
  )
}

const DECLINED = {
  status: 402,
  title: 'The payment was declined. Nothing was charged.',
  code: 'payment-declined',
  type: 'about:blank',
}

type Box = { x: number; y: number; width: number; height: number }

function areApart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}
