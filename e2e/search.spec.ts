import type { Page } from '@playwright/test'
import { expect, test } from './account-fixtures.ts'
import { countRequests, hold, laterScripts } from './network.ts'
import { expectNoFindings, expectToFit, sizes } from './screens.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search coffees' })
const suggestions = (page: Page) => page.locator('.suggestions')

test.describe('the search', () => {
  test('shows results as one types, and is used by keyboard alone', async ({ page, shopper: _shopper }) => {
    await page.goto('/')
    const scripts = countRequests(page, '/assets/suggestions')
    expect(scripts()).toBe(0)
    await box(page).focus()
    await page.keyboard.type('sidmaa')
    const links = suggestions(page).getByRole('link')
    await expect(links.first()).toContainText('Sidama Morning Wash')
    await expect(suggestions(page).getByRole('status')).toContainText('with “sidama”')
    await expectNoFindings(page, 'suggestions')
    await page.keyboard.press('ArrowDown')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(links.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(suggestions(page)).toBeHidden()
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(' ')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=sidmaa')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: sidmaa')
    await page.locator('.coffee-card').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sidama Morning Wash')
    await page.goBack()
    await expect(box(page)).toHaveValue('sidmaa')
  })

  test('leads to the page also before the scripts are loaded', async ({ page, shopper: _shopper }) => {
    const scripts = await hold(page, laterScripts)
    await page.goto('/contact')
    await box(page).fill('lemon curd')
    await page.keyboard.press('Enter')
    await scripts.release()
    await expect(page).toHaveURL('/search?q=lemon+curd')
    await expect(page.locator('.coffee-card').first()).toContainText('Kayanza Reed')
  })

  test('that finds nothing says what is near, and never ends there', async ({ page, shopper: _shopper }) => {
    await page.goto('/search?q=espressomaschine')
    await expect(page.getByRole('status').filter({ hasText: 'Nothing is called' })).toBeVisible()
    await expect(page.locator('.coffee-card')).toHaveCount(3)
    await expectNoFindings(page, 'a search without a result')
    await expect(page.getByRole('link', { name: 'Ask us for it' })).toHaveAttribute('href', '/contact')
    await page.goto('/search?q=lemon+espressomaschine')
    await expect(page.getByText('These have some of them.')).toBeVisible()
    await page.getByRole('link', { name: 'See all coffees' }).click()
    await expect(page).toHaveURL('/coffees')
  })

  test('fits a phone, where it is an icon until it is used', async ({ page, shopper: _shopper }) => {
    await page.setViewportSize(sizes.phone)
    await page.goto('/')
    await page.locator('.search-box label').click()
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('honey')
    await expect(suggestions(page).getByRole('link').first()).toContainText('Huila Honeycomb')
    await expectToFit(page)
    await expectNoFindings(page, 'suggestions on a phone')
    await suggestions(page).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Huila Honeycomb')
  })

  test('is not offered to visitors who may not see the products', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('search')).toHaveCount(0)
    await page.goto('/search?q=lemon')
    await expect(page).toHaveURL('/login')
  })
})
