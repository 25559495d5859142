import type { Page } from '@playwright/test'
import { expect, test } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'
import { expectNoFindings, expectToFit, sizes } from './screens.ts'

const filter = (page: Page, name: RegExp) => page.getByRole('checkbox', { name })
const status = (page: Page) => page.getByRole('status').filter({ hasText: /coffees$/ })
/** Returns how many coffees the shop has. */
const countAll = async ({ call }: Person) => (await call('GET /coffees', { query: {} })).all
const cards = (page: Page) => page.locator('.coffee-card')

test.describe('the list of coffees', () => {
  test('is narrowed by filters in its address, one after the other, and Back takes each back', async ({
    page,
    shopper,
  }) => {
    const all = await countAll(shopper)
    await page.goto('/coffees')
    await expect(status(page)).toHaveText(`${all} coffees`)
    await expect(cards(page)).toHaveCount(24)
    await filter(page, /^Light/).check()
    await expect(page).toHaveURL('/coffees?roast=2')
    await filter(page, /^Flower/).check()
    await expect(page).toHaveURL('/coffees?roast=2&taste=Flower')
    await expect(filter(page, /^Flower/), 'keeps the focus').toBeFocused()
    const count = Number(
      await filter(page, /^Flower/).evaluate((input) => input.parentElement?.innerText.match(/\d+/)?.[0]),
    )
    await expect(status(page)).toHaveText(`${count} of ${all} coffees`)
    await expect(cards(page)).toHaveCount(count)
    for (const card of await cards(page).all()) await expect(card).toContainText('Light')
    await expect(filter(page, /^India/), 'has no such coffee').toBeDisabled()
    await expectNoFindings(page, 'a filtered list')
    await page.getByRole('link', { name: 'Light, remove this filter' }).click()
    await expect(page).toHaveURL('/coffees?taste=Flower')
    await expect(filter(page, /^Light/)).not.toBeChecked()
    await page.goBack()
    await expect(filter(page, /^Light/)).toBeChecked()
    await expect(status(page)).toHaveText(`${count} of ${all} coffees`)
    await page.reload()
    await expect(filter(page, /^Flower/)).toBeChecked()
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(status(page)).toHaveText(`${all} coffees`)
  })

  test('is sorted and has pages, and each card leads to its coffee', async ({ page, shopper }) => {
    const all = await countAll(shopper)
    await page.goto('/coffees')
    await page.getByLabel('Sort by').selectOption('Price, low first')
    await expect(page).toHaveURL('/coffees?sort=price')
    const prices = async () =>
      (await page.locator('.coffee-card .card-sizes li:first-child .price').allTextContents()).map((text) =>
        Number(text.slice(1)),
      )
    await expect.poll(async () => (await prices())[0]).toBeLessThan(14)
    expect(await prices()).toEqual((await prices()).toSorted((a, b) => a - b))
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL('/coffees?sort=price&page=2')
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(cards(page)).toHaveCount(all - 24)
    await expect(page.locator('.found')).toBeInViewport()
    const name = await cards(page).first().getByRole('heading').innerText()
    await cards(page).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
  })

  test('takes two rows of filters at most on a phone, and is filtered by keyboard there', async ({
    page,
    shopper,
  }) => {
    const all = await countAll(shopper)
    await page.setViewportSize(sizes.phone)
    await page.goto('/coffees?roast=2&roast=3&taste=Fruit&taste=Sweet&country=ET&country=KE&process=Washed')
    await expect(page.locator('.chosen-filters')).toBeVisible()
    const rows = await page
      .locator('.list-bar > :is(button, label), .chosen-filters > li')
      .evaluateAll(
        (each) => new Set(each.map((one) => Math.round(one.getBoundingClientRect().top / 20))).size,
      )
    expect(rows).toBe(2)
    await page.goto('/coffees')
    const open = page.getByRole('button', { name: 'Filter', exact: true })
    await open.focus()
    await page.keyboard.press('Enter')
    await filter(page, /^Espresso/).focus()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL('/coffees?suitedFor=espresso')
    await expect(filter(page, /^Espresso/)).toBeFocused()
    await expectNoFindings(page, 'open filters on a phone')
    const count = /\d+/.exec(await page.getByRole('button', { name: /^Show/ }).innerText())?.[0]
    await page.getByRole('button', { name: /^Show/ }).press('Enter')
    await expect(filter(page, /^Espresso/)).toBeHidden()
    await expect(status(page)).toHaveText(`${count} of ${all} coffees`)
    await page.setViewportSize(sizes.narrow)
    await expectToFit(page)
  })

  test('says what to do if nothing fits', async ({ page, shopper }) => {
    const all = await countAll(shopper)
    await page.goto('/coffees?country=AQ&sort=name')
    await expect(page.getByText('No coffee fits all of these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Antarctica, remove this filter' }).click()
    await expect(page).toHaveURL('/coffees?sort=name')
    await expect(status(page)).toHaveText(`${all} coffees`)
    await page.goto('/coffees?page=9')
    await page.getByRole('link', { name: 'See all coffees' }).click()
    await expect(status(page)).toHaveText(`${all} coffees`)
  })

  test('leads visitors to the login and back', async ({ page }) => {
    await page.goto('/coffees?roast=2')
    await expect(page).toHaveURL('/login')
  })
})
