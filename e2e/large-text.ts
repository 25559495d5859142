import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-fixture.ts'

/** Sets the size of the text by the font size of the root element. An empty `size` takes it back. */
export async function enlargeRoot(page: Page, size: '200%' | '' = '200%'): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
}

/** Doubles the size of the text by the setting of the browser. */
export async function enlargeBrowser(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
}

/** Returns the box of an element that is shown. */
export async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not shown`)
  return box
}
