import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { browserArguments } from '../../e2e/browser.ts'
import { getBrowser } from '../../scripts/test/get-browser.ts'
import { offFirstCore, onAllCores } from '../processes.ts'

/** The browser of the tests, without a window, and the origin of a running shop. */
export type Screen = { origin: string; browser: Browser; browserPath: string; rounds: number }

/** Opens the browser for a measurement. */
export async function onScreen<T>(
  place: { origin: string; rounds: number },
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
