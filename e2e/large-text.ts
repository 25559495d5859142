import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-fixture.ts'

/** Doubles the size of the text by the font size of the root element. */
export async function enlargeRoot(page: Page): Promise<void> {
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
}

/** Doubles the size of the text by the setting of the browser. */
export async function enlargeBrowser(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
}

/** Expects that the page does not scroll sideways. `state` describes its state in a failure message. */
export async function expectToFit(page: Page, state?: string): Promise<void> {
  const [content, screen] = await page
    .locator('html')
    .evaluate((html) => [html.scrollWidth, html.clientWidth])
  expect(content, state).toBe(screen)
}

/** Returns the box of an element that is shown. */
export async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not shown`)
  return box
}
