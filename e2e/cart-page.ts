import type { Locator, Page } from '@playwright/test'

/** Page object: the parts of the cart page. */
export function cartOf(page: Page) {
  const table = page.getByRole('table', { name: /^My (paid )?orders$/ })
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') })
  return {
    rows,
    row: (name: string): Locator => rows.filter({ hasText: name }),
    total: page.getByRole('region', { name: 'Total' }),
    payAll: page.getByRole('button', { name: 'Pay For All Item' }),
  }
}

/** A toast or any other text in a live region. */
export function news(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').getByText(text)
}
