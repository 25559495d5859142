import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-fixture.ts'

/** The accessible names of the dashboard's tables. */
export type TableName =
  | 'Single Item Product'
  | 'Full Item Product'
  | 'All User'
  | 'Inbox'
  | 'Outbox'
  | 'Audit log'

/** The page object of a table of the dashboard: returns locators for the table and its parts. */
export function tableOf(page: Page, name: TableName) {
  const table = page.getByRole('table', { name, exact: true })
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') })
  return {
    table,
    rows,
    row: (text: string | RegExp): Locator => rows.filter({ hasText: text }),
    header: (text: string): Locator => table.getByRole('columnheader', { name: text, exact: true }),
    sort: (text: string): Locator =>
      table.getByRole('columnheader').getByRole('button', { name: text, exact: true }),
    /** Returns the texts of one column from top to bottom. */
    cells: (column: string): Promise<string[]> => rows.locator(`[data-label="${column}"]`).allTextContents(),
  }
}

/** The page object of the links below a table to its other pages. `at` is the text between them. */
export function pagesOf(page: Page) {
  const links = page.getByRole('navigation', { name: 'Pages of the table' })
  return {
    links,
    previous: links.getByRole('link', { name: 'Previous' }),
    next: links.getByRole('link', { name: 'Next' }),
    at: (text: string): Locator => links.getByText(text, { exact: true }),
  }
}

/** Returns a locator for the toast with this text. A toast that is fading out is not found. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').locator('.toast-card:not([data-leaving])').filter({ hasText: text })
}

/** Clicks the button "Undo" in the toast with this text. */
export async function undo(page: Page, text: string): Promise<void> {
  await toast(page, text).getByRole('button', { name: 'Undo' }).click()
}

/**
 * Returns the accessible name of the button that moves a paid line from the delivery state `state` to the next state.
 */
export function deliveryName(state: 'Ordered' | 'Packed' | 'Sent'): RegExp {
  const next = { Ordered: 'Packed', Packed: 'Sent', Sent: 'Delivered' }[state]
  return new RegExp(`^${state}\\W+move on to\\W+${next}$`)
}

/** Returns how many lines of text an element takes up on the screen. */
export function linesOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const range = shown.ownerDocument.createRange()
    range.selectNodeContents(shown)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

/** Replaces the text of an element. Returns the new width of the element in CSS px. */
export function widthOf(element: Locator, words: string): Promise<number> {
  return element.evaluate((shown, text) => {
    shown.textContent = text
    return shown.getBoundingClientRect().width
  }, words)
}

/** Advances the page's fake clock until all retries of a request have failed and the page shows the error message. */
export async function outlast(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(4000)
    await expect(page.getByText(words)).toBeVisible({ timeout: 200 })
  }).toPass()
}
