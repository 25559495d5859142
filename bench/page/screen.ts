import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { browserArguments } from '../../e2e/browser.ts'
import { getBrowser } from '../../scripts/test/get-browser.ts'
import { offFirstCore, onAllCores } from '../processes.ts'

/**
 * What a measurement of a page needs: the origin of a running shop, the path of the page of a product, a headless
 * browser, the path of the browser's program, and the number of rounds.
 */
export type Screen = {
  origin: string
  product: string
  browser: Browser
  browserPath: string
  rounds: number
}

/** Opens a headless browser for one measurement and closes it afterwards. */
export async function onScreen<T>(
  place: Pick<Screen, 'origin' | 'product' | 'rounds'>,
  measure: (screen: Screen) => Promise<T>,
): Promise<T> {
  const { path: browserPath } = await getBrowser()
  onAllCores()
  const browser = await chromium.launch({ executablePath: browserPath, args: browserArguments })
  try {
    return await measure({ ...place, browser, browserPath })
  } finally {
    await browser.close()
    offFirstCore()
  }
}
