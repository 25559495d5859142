import type { Browser, Locator, Page } from '@playwright/test'
import { demoAccounts } from '#contract/values/demo.ts'
import { pages } from '#contract/pages.ts'
import { median } from './figures.ts'
import type { Figure } from './figures.ts'
import { inBrowser } from './page-browser.ts'

const CLICKS = 5
const GOAL_MS = 100
/** Between two clicks, for pictures that arrive and what the browser tidies up. */
const REST_MS = 400
const DESKTOP = { width: 1350, height: 940 }

type Account = { email: string; password: string }
/** `slower`: how many times the processor is slowed down. */
type Way = { name: string; who: Account; slower: number; link: (page: Page) => Locator }

const ways: Way[] = [
  { name: 'the cart', who: demoAccounts.shopper, slower: 4, link: (page) => menuLink(page, pages.cart) },
  {
    name: 'a coffee',
    who: demoAccounts.shopper,
    slower: 4,
    link: (page) => page.locator(`main a[href^="${pages.coffeeDetails('')}"]`).first(),
  },
  {
    name: 'the dashboard',
    who: demoAccounts.admin,
    slower: 2,
    link: (page) => menuLink(page, pages.dashboard),
  },
]

/**
 * From a click on a link of the home page to the end of the first frame that shows the skeleton or the content of
 * the page behind it, on a processor slowed down; the page's code is there, as it is once its link was pointed at.
 */
export function measureRouteChanges(origin: string, rounds: number): Promise<Figure[]> {
  return inBrowser(async (browser) => {
    const figures: Figure[] = []
    for (const { name, who, slower, link } of ways) {
      const page = await openAs(browser, origin, { ...who, slower })
      const ours: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const times: number[] = []
        for (let click = 0; click < CLICKS; click++) times.push(await follow(page, link(page)))
        // The first round warms the page up.
        if (round > 0) ours.push(median(times))
      }
      await page.context().close()
      figures.push({
        name: `route change to ${name}, CPU ${slower}x slower`,
        unit: 'ms',
        ours,
        goal: GOAL_MS,
        better: 'less',
      })
    }
    return figures
  })
}

function menuLink(page: Page, address: string): Locator {
  return page.locator(`nav a[href="${address}"]`)
}

async function openAs(
  browser: Browser,
  origin: string,
  { email, password, slower }: Account & { slower: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, baseURL: origin })
  const answer = await context.request.post('/api/auth/sign-in', {
    data: { email, password },
    headers: { origin },
  })
  if (!answer.ok()) throw new Error(`Signing in was answered with ${answer.status()}.`)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto('/', { waitUntil: 'networkidle' })
  return page
}

/** Milliseconds of one change; the page is back at home afterwards. */
async function follow(page: Page, link: Locator): Promise<number> {
  const address = await link.getAttribute('href')
  await page.evaluate(`(${WATCH})(${JSON.stringify(address)})`)
  await link.click()
  const time = await page.evaluate<number>('window.shown')
  await page.waitForTimeout(REST_MS)
  await menuLink(page, pages.home).first().click()
  await page.locator('.home').waitFor()
  await page.waitForTimeout(REST_MS)
  return time
}

/** The new page counts as shown when the old one is gone from `main` and what is there is more than a loading bar. */
const WATCH = `function (address) {
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
