import type { Locator, Page } from '@playwright/test'

/** The tables of the dashboard by the names they have. */
export type TableName =
  | 'Single Item Product'
  | 'Full Item Product'
  | 'All User'
  | 'Inbox'
  | 'Outbox'
  | 'Audit log'

/** The parts of a table of the dashboard that tests point at. */
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
    /** What all rows on the screen say in one column, from the top. */
    cells: (column: string): Promise<string[]> => rows.locator(`[data-label="${column}"]`).allTextContents(),
  }
}

/** The toast with these words. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').locator('.toast-card:not([data-leaving])').filter({ hasText: text })
}

/** Takes back what a toast says. */
export async function undo(page: Page, text: string): Promise<void> {
  await toast(page, text).getByRole('button', { name: 'Undo' }).click()
}

/** What an item's delivery button is called while it is in a state; a delivered one can go nowhere. */
export function deliveryName(state: 'Ordered' | 'Packed' | 'Sent'): RegExp {
  const next = { Ordered: 'Packed', Packed: 'Sent', Sent: 'Delivered' }[state]
  return new RegExp(`^${state}\\W+move on to\\W+${next}$`)
}

/** In how many lines the words of an element stand. */
export function linesOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const range = shown.ownerDocument.createRange()
    range.selectNodeContents(shown)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

/** How wide an element is with other words in it, in CSS pixels. */
export function widthOf(element: Locator, words: string): Promise<number> {
  return element.evaluate((shown, text) => {
    shown.textContent = text
    return shown.getBoundingClientRect().width
  }, words)
}
