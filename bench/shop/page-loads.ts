import type { Browser } from '@playwright/test'
import { startProcess } from './bench-process.ts'
import { median } from './figures.ts'
import type { Figure } from './figures.ts'
import { inBrowser, PHONE, SLOW_LINE, SLOWER_CPU } from './page-browser.ts'

const LOADS = 5

/**
 * When the largest part of the home page is there, on a slow phone with a slow line, and the same of the page without
 * any script. Throttling is applied, not computed; each load is a browser's first.
 */
export async function measureLargestPaint(origin: string, rounds: number): Promise<Figure[]> {
  const bare = await startProcess(['bench/shop/page-without-script.ts', `${origin}/`])
  const ours: number[] = []
  const limit: number[] = []
  try {
    await inBrowser(async (browser) => {
      // The first round warms both up.
      for (let round = 0; round <= rounds; round++) {
        const pair = await loadInTurn(
          browser,
          [`http://127.0.0.1:${bare.port}/`, `${origin}/`],
          round > 0 ? LOADS : 1,
        )
        if (round > 0) limit.push(pair[0] ?? Number.NaN)
        if (round > 0) ours.push(pair[1] ?? Number.NaN)
      }
    })
  } finally {
    await bare.close()
  }
  return [
    {
      name: 'LCP of the home page, throttled',
      unit: 'ms',
      ours,
      limit,
      goal: 1.05,
      better: 'less',
      note: 'limit: the same page without script',
    },
  ]
}

async function loadInTurn(browser: Browser, addresses: string[], times: number): Promise<number[]> {
  const found = addresses.map((): number[] => [])
  for (let time = 0; time < times; time++) {
    for (const [at, address] of addresses.entries()) found[at]?.push(await largestPaint(browser, address))
  }
  return found.map(median)
}

async function largestPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
    await page.addInitScript(WATCH)
    await page.goto(address, { waitUntil: 'networkidle' })
    return await page.evaluate<number>('window.largestPaint')
  } finally {
    await context.close()
  }
}

const WATCH = `
  window.largestPaint = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.largestPaint = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
`
