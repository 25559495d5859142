import type { Locator, Page } from '@playwright/test'
import { expect, test } from './shop-fixture.ts'

const guests = ['Amara Okafor', 'Tomas Lindqvist', 'Joan Ferrer'] as const

test.describe('the customer reviews', () => {
  test('never move by themselves, wrap around, follow the arrow keys, and are announced', async ({
    page,
  }) => {
    await page.clock.install()
    const reviews = await showReviews(page)
    const announced = reviews.locator('[aria-live=polite]')
    await expect(announced).toBeEmpty()
    await page.clock.runFor('02:00')
    await expectGuest(reviews, 0)
    await reviews.getByRole('button', { name: 'Next review' }).click()
    await page.clock.runFor('02:00')
    await expectGuest(reviews, 1)
    await expect(announced).toContainText('Review 2 of 3')
    await expect(announced).toContainText('Tomas Lindqvist')
    for (const [press, guest] of [
      [() => page.keyboard.press('ArrowLeft'), 0],
      [() => page.keyboard.press('ArrowLeft'), 2],
      [() => page.keyboard.press('ArrowRight'), 0],
      [() => reviews.getByRole('button', { name: 'Previous review' }).click(), 2],
      [() => reviews.getByRole('button', { name: 'Next review' }).click(), 0],
    ] as const) {
      await press()
      await expectGuest(reviews, guest)
    }
  })

  test('follow a finger', async ({ browser, shop }) => {
    const page = await browser.newPage({
      baseURL: shop.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const reviews = await showReviews(page)
    await reviews.getByRole('button', { name: 'Next review' }).tap()
    await expectGuest(reviews, 1)
    for (const [way, guest] of [
      [-150, 2],
      [-150, 0],
      [150, 2],
    ] as const) {
      await swipe(page, reviews, way)
      await expectGuest(reviews, guest)
    }
    await page.close()
  })
})

/** Opens the home page and scrolls to the carousel with the customer reviews. Returns a locator for the carousel. */
async function showReviews(page: Page): Promise<Locator> {
  await page.goto('/')
  const reviews = page.getByRole('region', { name: 'OUR CUSTOMER REVIEW' })
  await reviews.getByRole('button', { name: 'Next review' }).scrollIntoViewIfNeeded()
  return reviews
}

async function expectGuest(reviews: Locator, shown: number): Promise<void> {
  for (const [index, guest] of guests.entries()) {
    await expect(reviews.getByRole('strong').filter({ hasText: guest })).toBeVisible({
      visible: index === shown,
    })
  }
}

/**
 * Swipes over the reviews with one finger. `way` is the distance in CSS px: a negative distance is a swipe to the
 * left.
 */
async function swipe(page: Page, reviews: Locator, way: number): Promise<void> {
  const box = await reviews.getByRole('blockquote').filter({ visible: true }).boundingBox()
  if (!box) throw new Error('No review is shown')
  const y = box.y + box.height / 2
  const start = box.x + box.width / 2 - way / 2
  const touch = await page.context().newCDPSession(page)
  const move = (type: 'touchStart' | 'touchMove', x: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  await move('touchStart', start)
  for (const part of [0.25, 0.5, 0.75, 1]) await move('touchMove', start + way * part)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
