import type { Locator, Page } from '@playwright/test'

/** The page object of the cart page: returns locators for its parts. */
export function cartOf(page: Page) {
  const table = page.getByRole('table', { name: /^My (paid )?orders$/ })
  const rows = table.getByRole('row').filter({ has: page.getByRole('rowheader') })
  return {
    rows,
    row: (name: string): Locator => rows.filter({ hasText: name }),
    total: page.getByRole('region', { name: 'Total' }),
    checkOut: page.getByRole('link', { name: /^(Go to checkout|Check out with delivery)$/ }),
    payAll: page.getByRole('button', { name: 'Pay For All Item' }),
  }
}

/** Returns a locator for a message that screen readers announce (`role="status"`), such as a toast. */
export function news(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').getByText(text)
}
