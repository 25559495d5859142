import { chromium } from '@playwright/test'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { browserArguments } from '../../e2e/browser.ts'
import { getBrowser } from '../../scripts/test/get-browser.ts'
import { stayOffTheFirstCore, giveAllCores } from './bench-process.ts'

/** The phone and the line that Lighthouse measures a page on. Its latency and speeds are those of its applied throttling. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
export const SLOW_LINE = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
export const SLOWER_CPU = 4

/** Measures in the browser that the tests use, without a window, and closes it. */
export async function inBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const { path } = await getBrowser()
  return onAllCores(async () => {
    const browser = await chromium.launch({ executablePath: path, args: browserArguments })
    try {
      return await measure(browser)
    } finally {
      await browser.close()
    }
  })
}

/** For a browser, which is several processes, while the server has next to nothing to do: both cores are its own. */
export async function onAllCores<T>(work: () => Promise<T>): Promise<T> {
  giveAllCores(process.pid)
  try {
    return await work()
  } finally {
    stayOffTheFirstCore()
  }
}
