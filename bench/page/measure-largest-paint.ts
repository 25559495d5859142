import type { Browser, BrowserContextOptions } from '@playwright/test'
import { median } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { startProcess } from '../processes.ts'
import type { Screen } from './screen.ts'

const LOADS = 5

/**
 * The phone that Lighthouse emulates. `SLOW_CONNECTION` (in ms and bytes per second) and `CPU_SLOWDOWN` have the values
 * that Lighthouse uses for throttling through DevTools.
 */
const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const SLOW_CONNECTION = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const CPU_SLOWDOWN = 4

/**
 * Returns a function that measures the Largest Contentful Paint of a page on an emulated slow phone. It is compared with
 * that of the same page without scripts.
 */
export function measureLargestPaint(
  page: string,
  pathOf: (screen: Screen) => string,
): (screen: Screen) => Promise<Figure[]> {
  return async (screen) => {
    const bare = await startProcess(['bench/calls/bare-server.ts', screen.origin, '--without-script'])
    const bareOrigin = `http://127.0.0.1:${bare.port}`
    const measured = { ...screen, bareOrigin, path: pathOf(screen), name: `LCP of ${page}, throttled` }
    return [await measureBeside(measured).finally(bare.close)]
  }
}

type Measured = Screen & { bareOrigin: string; path: string; name: string }

async function measureBeside({ bareOrigin, origin, browser, rounds, path, name }: Measured): Promise<Figure> {
  const [ours, limit]: [number[], number[]] = [[], []]
  // The first round warms up the shop and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const [shop, copy]: [number[], number[]] = [[], []]
    for (let load = 0; load < LOADS; load++) {
      copy.push(await largestPaint(browser, `${bareOrigin}${path}`))
      shop.push(await largestPaint(browser, `${origin}${path}`))
    }
    if (round > 0) ours.push(median(shop))
    if (round > 0) limit.push(median(copy))
  }
  const note = 'limit: the same page without script'
  return { name, unit: 'ms', ours, limit, atMost: 1.05, note }
}

/**
 * Loads a page and returns its Largest Contentful Paint in ms. Each load has a new browser context, so nothing is
 * cached.
 */
async function largestPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_CONNECTION)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(OBSERVE)
  await page.goto(address, { waitUntil: 'networkidle' })
  const ms = await page.evaluate<number>('window.largestPaint')
  await context.close()
  return ms
}

const OBSERVE = `
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.largestPaint = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
`
