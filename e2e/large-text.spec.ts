import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { cartOf, news } from './cart-page.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { expect, signIn, test } from './account-fixtures.ts'
import { boxOf, enlargeBrowser, enlargeRoot } from './large-text.ts'
import { demoCoffees, fillCart } from './products.ts'
import { expectToFit, mixedCart } from './screens.ts'

/**
 * Phones on which the pages are tested. `enlarge` doubles the size of the text by the font size of the root element or
 * by the browser's setting, or keeps the size.
 */
const looks = [
  { name: '390 px with the browser’s text at 200 %', width: 390, enlarge: enlargeBrowser },
  { name: '320 px with text at 200 %', width: 320, enlarge: enlargeRoot },
]

for (const { name, width, enlarge } of looks) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('the headline, the menu and the cart fit, nothing overlaps, and the headline can be read', async ({
      page,
      shopper,
    }) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      await enlarge(page)
      const headline = page.getByRole('heading', { level: 1 })
      await expectInside(page, page.locator('.hero-words, .hero-words :is(h1, a)'))
      expect(
        await brightest(headline),
        'the words are #fff6e8: 4.5:1 wants a ground below 0.17',
      ).toBeLessThan(0.17)
      const menu = page.getByRole('button', { name: 'Menu' })
      const logo = page.getByRole('link', { name: 'Crema, to the home page' })
      await expect(menu, shopper.email).toBeVisible()
      await expectApart([menu, logo])
      await menu.click()
      await expectInside(page, page.getByRole('navigation').getByRole('listitem'))
      await expectToFit(page)

      await mixedCart(shopper)
      await page.goto('/myCart')
      await enlarge(page)
      const { rows, total } = cartOf(page)
      await expect(rows).toHaveCount(3)
      await expectToFit(page)
      for (const row of await rows.all()) {
        const parts = [
          row.locator('.picture'),
          row.getByRole('rowheader'),
          row.locator('.price'),
          ...(await row.getByRole('button').all()),
        ]
        await expectApart(parts)
        for (const part of parts) await expectInside(page, part)
      }
      await expectInside(page, total.locator('.price, button'))
      await expectApart([total.locator('.price'), total.getByRole('button')])
      // The setting of the browser would stay for the next test.
      await page.close()
    })
  })
}

test('the summary on the dashboard fits a phone with text at 200 %', async ({ page, shop }) => {
  await signIn(page.request, shop.url, demoAccounts.admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const summary = page.locator('section.panel').filter({ hasText: 'Best sellers, last 30 days' })
  await expect(summary).toBeVisible()
  await enlargeRoot(page)
  expect(await summary.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a card of the home page takes the whole row of a phone with text at 200 %, and half of the row otherwise', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'See Our All Coffee Category' }).getByRole('listitem')
  const isBelow = async () =>
    ((await cards.nth(1).boundingBox())?.y ?? 0) > ((await cards.nth(0).boundingBox())?.y ?? 0)
  expect(await isBelow()).toBe(false)
  await enlargeRoot(page)
  expect(await isBelow()).toBe(true)
})

test.describe('the bar of the cart on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('keeps the total and Pay For All visible, covers no focused control, and is not covered by toasts', async ({
    page,
    shopper,
  }) => {
    await mixedCart(shopper)
    await page.goto('/myCart')
    const { rows, total, payAll } = cartOf(page)
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(payAll).toBeInViewport({ ratio: 1 })
    await expect(total.locator('.price')).toBeInViewport({ ratio: 1 })
    await expect(page.locator('html'), 'the page keeps room for the bar').toHaveCSS(
      'scroll-padding-bottom',
      /^[1-9]/,
    )
    const buttons = rows.getByRole('button', { name: /^(Delete|Pay)$/ })
    for (const button of (await buttons.all()).slice(0, 4)) {
      await button.focus()
      // Retries for up to 5 s, because the page scrolls smoothly to the focused button.
      await expect(() => expectApart([button, total])).toPass({ timeout: 5000 })
    }
    await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    await page.setViewportSize({ width: 390, height: 844 })
    await rows.first().getByRole('button', { name: 'Delete' }).click()
    await expect(news(page, 'Order Delete Succwssfully')).toBeVisible()
    await expectApart([page.locator('.toast-card'), total])
    await payAll.click()
    await expect(payAll).toBeDisabled()
    await expect(total, 'nothing is left to pay').toHaveCSS('position', 'static')
  })
})

test('toasts appear at the bottom of the window after the cart’s bar has scrolled away', async ({
  page,
  shopper,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  const [coffee] = await demoCoffees(shopper)
  const [, , , ...paid] = await fillCart(
    shopper,
    Array.from({ length: 9 }, () => coffee).filter((item) => item !== undefined),
  )
  for (const id of paid) await shopper.call('PUT /singlePayment/{id}', { params: { id }, body: null })
  await page.goto('/myCart')
  const { total } = cartOf(page)
  const foot = () => page.locator('.toasts').evaluate((shown) => shown.getBoundingClientRect().bottom)
  await expect(total).toHaveCSS('position', 'sticky')
  await expect.poll(foot).toBeCloseTo((await boxOf(total)).y - 8, 0)
  await page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
  await expect(total).not.toBeInViewport()
  await expect.poll(foot).toBeCloseTo(500 - 8, 0)
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
  await expect.poll(foot).toBeCloseTo((await boxOf(total)).y - 8, 0)
})

async function expectInside(page: Page, parts: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  for (const part of await parts.all()) {
    const { x, width: own } = await boxOf(part)
    expect([x >= 0, x + own <= width], `${await part.textContent()}: ${x} and ${own} in ${width}`).toEqual([
      true,
      true,
    ])
  }
}

/** Expects that no two of these elements overlap. */
async function expectApart(parts: Locator[]): Promise<void> {
  const boxes = await Promise.all(parts.map(boxOf))
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      const shared =
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height
      expect(shared, `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(false)
    }
  }
}

/**
 * Makes the text of an element transparent. Returns the relative luminance (WCAG 2.2) of the brightest pixel behind
 * the text.
 */
async function brightest(element: Locator): Promise<number> {
  await element.evaluate((shown) => {
    shown.style.color = 'transparent'
  })
  const { width, height } = await boxOf(element)
  // Leaves out the edge of the screenshot, which may contain half a pixel of the surrounding page.
  const inside = { left: 2, top: 2, width: Math.floor(width) - 4, height: Math.floor(height) - 4 }
  const { data, info } = await sharp(await element.screenshot())
    .extract(inside)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let most = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [red, green, blue] = [linear(data[at]), linear(data[at + 1]), linear(data[at + 2])]
    most = Math.max(most, 0.2126 * red + 0.7152 * green + 0.0722 * blue)
  }
  return most
}

function linear(value = 0): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
