import type { Locator, Page } from '@playwright/test'

/** The accessible names of the dashboard's tables. */
export type TableName =
  | 'Single Item Product'
  | 'Full Item Product'
  | 'All User'
  | 'Inbox'
  | 'Outbox'
  | 'Audit log'

/** Page object: the parts of a table of the dashboard. */
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
    /** Returns the texts of one column for all rendered rows, from top to bottom. */
    cells: (column: string): Promise<string[]> => rows.locator(`[data-label="${column}"]`).allTextContents(),
  }
}

/** The toast with this text. A toast that fades out does not count. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').locator('.toast-card:not([data-leaving])').filter({ hasText: text })
}

/** Clicks Undo in the toast with this text. */
export async function undo(page: Page, text: string): Promise<void> {
  await toast(page, text).getByRole('button', { name: 'Undo' }).click()
}

/** The accessible name of an item's delivery button in a state. Delivered items have no next state. */
export function deliveryName(state: 'Ordered' | 'Packed' | 'Sent'): RegExp {
  const next = { Ordered: 'Packed', Packed: 'Sent', Sent: 'Delivered' }[state]
  return new RegExp(`^${state}\\W+move on to\\W+${next}$`)
}

/** Returns the number of lines of an element's text. */
export function linesOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const range = shown.ownerDocument.createRange()
    range.selectNodeContents(shown)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

/** Returns the width of an element with another text in it, in CSS px. */
export function widthOf(element: Locator, words: string): Promise<number> {
  return element.evaluate((shown, text) => {
    shown.textContent = text
    return shown.getBoundingClientRect().width
  }, words)
}
