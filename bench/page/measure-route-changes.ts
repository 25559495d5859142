import type { Browser, Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { median } from '../figures.ts'
import type { Figure } from '../figures.ts'
import type { Screen } from './screen.ts'

const CLICKS = 5
/** Pause after each change of page, for pictures that still load and for the browser's own work. */
const REST_MS = 400

/**
 * A measured navigation from the home page. The user `by` clicks the first link that matches the selector `link`.
 * `slowdown` is the factor by which the processor is slowed down.
 */
type Change = { to: string; by: { email: string; password: string }; slowdown: number; link: string }

const { shopper, admin } = demoAccounts
const changes: Change[] = [
  { to: 'the cart', by: shopper, slowdown: 4, link: `nav a[href="${pages.cart}"]` },
  { to: 'a coffee', by: shopper, slowdown: 4, link: `main a[href^="${pages.coffeeDetails('')}"]` },
  { to: 'the dashboard', by: admin, slowdown: 2, link: `nav a[href="${pages.dashboard}"]` },
]

/**
 * Measures the time from a click on a link of the home page to the end of the first frame that shows the new page or
 * its skeleton. The processor is slowed down. The code of the new page has been loaded before, as happens when a user
 * points at the link.
 */
export async function measureRouteChanges({ origin, browser, rounds }: Screen): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const change of changes) {
    const page = await openHome(browser, origin, change)
    const ours: number[] = []
    // The first round warms up the browser and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const times: number[] = []
      for (let click = 0; click < CLICKS; click++) times.push(await follow(page, change.link))
      if (round > 0) ours.push(median(times))
    }
    await page.context().close()
    const name = `route change to ${change.to}, CPU ${change.slowdown}x slower`
    figures.push({ name, unit: 'ms', ours, atMost: 100 })
  }
  return figures
}

async function openHome(browser: Browser, baseURL: string, { by, slowdown }: Change): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, baseURL })
  const { email, password } = by
  const options = { data: { email, password }, headers: { origin: baseURL }, failOnStatusCode: true }
  await context.request.post('/api/auth/sign-in', options)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto('/', { waitUntil: 'networkidle' })
  return page
}

/**
 * Clicks a link of the home page, and returns the time until the new page is shown, in ms. Then goes back to the home
 * page.
 */
async function follow(page: Page, selector: string): Promise<number> {
  const link = page.locator(selector).first()
  await page.evaluate(`(${OBSERVE})(${JSON.stringify(await link.getAttribute('href'))})`)
  await link.click()
  const time = await page.evaluate<number>('window.shown')
  await page.waitForTimeout(REST_MS)
  await page.locator(`nav a[href="${pages.home}"]`).first().click()
  await page.locator('.home').waitFor()
  await page.waitForTimeout(REST_MS)
  return time
}

/**
 * Code for the browser that sets `window.shown` to a promise of the time from the click to the new page, in ms. The new
 * page counts as shown when the old content has left `main` and the new content is more than a progress bar.
 */
const OBSERVE = `function (address) {
  const main = document.querySelector('main')
  const old = main.firstElementChild
  let clicked = 0
  addEventListener('click', (event) => { clicked = event.timeStamp }, { capture: true, once: true })
  window.shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const now = main.firstElementChild
      if (!clicked || location.pathname !== address || !now || now === old || now.matches('[role=progressbar]')) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - clicked)
        port2.postMessage(null)
      })
    })
    observer.observe(main, { childList: true, subtree: true })
  })
}`
