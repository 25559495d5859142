import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './shop-fixture.ts'
import type { Person } from './account-fixtures.ts'
import { enlargeRoot } from './large-text.ts'
import { demoCoffees, fillCart } from './products.ts'

/** The window sizes in which pages are tested, in CSS px. A test that chooses none runs in the desktop size. */
export const sizes = {
  narrow: { width: 320, height: 700 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
}

/**
 * A page of the shop, with the title and the heading that it must have. `guarded` means that the page requires a
 * login. `status` is the HTTP status if it is not 200.
 */
export type Screen = { path: string; title: string; heading: string; guarded?: true; status?: 404 }

/** Returns all pages that are not reserved for admins. */
export async function screensFor({ call }: Person): Promise<Screen[]> {
  const [[brand], [bag]] = await Promise.all([call('GET /allCoffee', {}), call('GET /allPacket', {})])
  const product = await call('GET /bagDetails/{id}', { params: { id: bag?._id ?? '' } })
  return [
    { path: '/', title: 'Crema, small-batch coffee', heading: 'Roasted in small batches' },
    titled('/login', 'Log In'),
    titled('/register', 'Sign Up'),
    titled('/forgotPassword', 'Forgot your password?'),
    titled('/resetPassword', 'New password'),
    titled('/confirmSignUp', 'Confirm your email address'),
    titled('/invitation', 'Invitation'),
    titled('/withdraw', 'Withdraw from contract'),
    titled('/subscriptions', 'Your subscriptions'),
    titled('/gift', 'A gift for you'),
    titled('/cancel', 'Cancel contracts here'),
    { path: '/contact', title: 'Contact · Crema', heading: 'Write to us' },
    guarded('/account', 'Your orders'),
    guarded('/account/profile', 'Your details'),
    guarded('/account/privacy', 'Logins and data'),
    guarded('/account/confirmEmail', 'Change your email address'),
    guarded('/account/order/nothing', 'Receipt'),
    { path: '/myCart', title: 'My Cart · Crema', heading: 'Your Order Is Here', guarded: true },
    guarded('/checkout', 'Checkout'),
    guarded('/gift/new/nothing', 'Give it as a gift'),
    guarded('/checkout/return/nothing', 'Your order'),
    guarded(`/coffeeDetails/${brand?._id}`, brand?.category_name ?? ''),
    guarded(`/bagDetails/${bag?._id}`, product.about.name),
    guarded('/bagDetails/nothing', 'Coffee'),
    guarded('/coffees', 'Coffees'),
    guarded('/search', 'Search'),
    { ...titled('/nothing-here', 'Sorryyyyyyy, We Have Nothing This URL'), status: 404 },
  ]
}

/** Returns a page whose title is its heading. */
function titled(path: string, heading: string): Screen {
  return { path, title: `${heading} · Crema`, heading }
}

function guarded(path: string, heading: string): Screen {
  return { ...titled(path, heading), guarded: true }
}

/**
 * Opens pages one after the other. Expects of each its status, title and heading, no message in the browser's console,
 * and all of `expectNoFindings`, in one of both looks by turns.
 */
export async function expectSoundPages(
  page: Page,
  screens: Pick<Screen, 'path' | 'title' | 'heading' | 'status'>[],
): Promise<void> {
  const complaints = complaintsOf(page)
  for (const [index, { path, title, heading, status = 200 }] of screens.entries()) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(status)
    await expect(page, path).toHaveTitle(title)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(heading)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expectNoFindings(page, path, { looks: bothLooks.slice(index % 2, (index % 2) + 1) })
  }
  expect(complaints).toEqual([])
}

/**
 * Collects script errors and the errors and warnings in the browser's console. The 404 of a page that is missing on
 * purpose, with "nothing" in its URL, is left out.
 */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('console', (message) => {
    const expected = /nothing/.test(message.location().url) && message.text().includes('404')
    if (['error', 'warning'].includes(message.type()) && !expected)
      complaints.push(`${message.location().url}: ${message.text()}`)
  })
  return complaints
}

/** Adds three items to the shopper's cart and pays for one of them. */
export async function mixedCart(shopper: Person): Promise<void> {
  const ids = await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3))
  await shopper.call('PUT /singlePayment/{id}', { params: { id: ids[0] ?? '' }, body: null })
}

/** A window size and a colour scheme in which axe checks a page. */
type Look = { size: { width: number; height: number }; colorScheme: 'light' | 'dark' }

const phoneLook: Look = { size: sizes.phone, colorScheme: 'light' }
/** The look of what only a desktop shows, such as the links in the navigation bar. */
export const desktopLook: Look = { size: sizes.desktop, colorScheme: 'light' }
/** The looks of what has colours of its own, such as errors in forms. */
export const bothLooks: Look[] = [phoneLook, { size: sizes.desktop, colorScheme: 'dark' }]

/**
 * Options of an accessibility check. `looks` are the looks in which axe checks the page, if not only on a phone. `keep` is
 * called after each change of the size, for example to hover over a toast so that it stays. `widths` are the window sizes
 * in which the state exists, if not in all.
 */
type Options = { looks?: Look[]; keep?: () => Promise<void>; widths?: Look['size'][] }

/**
 * Expects that the page never scrolls sideways, on a desktop, and with text at 200 % on a phone and in a window of 320 px,
 * and that axe finds no accessibility problem. `state` describes the state of the page in a failure message.
 */
export async function expectNoFindings(page: Page, state: string, options: Options = {}): Promise<void> {
  const { looks = [phoneLook], keep, widths = [sizes.narrow, sizes.desktop, sizes.phone] } = options
  const before = page.viewportSize()
  if (widths.includes(sizes.desktop)) {
    await page.setViewportSize(sizes.desktop)
    await expectToFit(page, `${state}, ${sizes.desktop.width} px wide`)
  }
  // What fits a phone with text at 200 % also fits it with smaller text.
  await enlargeRoot(page)
  for (const size of widths.filter(({ width }) => width <= sizes.phone.width)) {
    await page.setViewportSize(size)
    await expectToFit(page, `${state}, ${size.width} px wide, text at 200 %`)
  }
  await enlargeRoot(page, '')
  for (const { size, colorScheme } of looks) {
    const look = `${state}, ${size.width} px wide, ${colorScheme}`
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await keep?.()
    expect(await page.evaluate(JOINED_WORDS), `${look}, words without a space between them`).toEqual([])
    expect(await findings(page), look).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}

/** Expects that the page does not scroll sideways. `state` describes its state in a failure message. */
export async function expectToFit(page: Page, state?: string): Promise<void> {
  const [content, screen] = await page
    .locator('html')
    .evaluate((html) => [html.scrollWidth, html.clientWidth])
  expect(content, state).toBe(screen)
}

/**
 * Returns the texts of neighbouring inline elements that have no space between them, although a margin may separate them
 * on the screen. Screen readers read them as one word, such as "€38.001 kg".
 */
const JOINED_WORDS = `(() => {
  const found = []
  let last = null
  function walk(element) {
    const { display, visibility } = getComputedStyle(element)
    if (display === 'none' || visibility === 'hidden' || element.ariaHidden === 'true') return
    const isInline = ['inline', 'contents'].includes(display) && !element.matches('br, img, svg, input, select')
    if (!isInline) last = null
    if (element.matches('svg')) return
    for (const child of element.childNodes) {
      if (child instanceof Element) walk(child)
      if (!(child instanceof Text) || child.data === '') continue
      const isJoined = last?.parentNode !== element && /[\\p{L}\\p{N}]$/u.test(last?.data ?? '')
      if (isJoined && /^[\\p{L}\\p{N}\\p{Sc}]/u.test(child.data)) found.push(last.data + '|' + child.data)
      last = child
    }
    if (!isInline) last = null
  }
  walk(document.body)
  return found
})()`

/** The minified code of axe. It has less than half the size of the other, so the browser loads it faster. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rows of a table, and the cards of a list, that axe leaves out, because there are three like them above. */
const REPEATED = ':is(tbody > tr, .card-grid > li):nth-child(n + 4)'

/** Runs axe in all frames that are shown, when nothing moves. The code of axe is loaded only once into each frame. */
async function findings(page: Page): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'], iframes: false, preload: false }
  const found: string[] = []
  for (const frame of await shownFrames(page)) {
    if (!(await frame.evaluate("'axe' in globalThis"))) await loadAxe(frame)
    await expectStillness(frame)
    const { violations } = await frame.evaluate<AxeResults>(
      `axe.run({ exclude: ['${REPEATED}'] }, ${JSON.stringify(options)})`,
    )
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
      ),
    )
  }
  return found
}

/**
 * Loads axe into a frame. The browser compiles what the DevTools protocol evaluates once for all pages of a worker, and
 * what Playwright evaluates once for each page, which takes as long as the check.
 */
async function loadAxe(frame: Frame): Promise<void> {
  const page = frame.page()
  if (frame !== page.mainFrame()) return frame.evaluate(axeSource)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: axeSource })
  await devtools.detach()
}

/** Returns the main frame, and all frames in it that are not hidden. */
async function shownFrames(page: Page): Promise<Frame[]> {
  const shown = await Promise.all(
    page.frames().map(async (frame) => {
      if (frame === page.mainFrame()) return true
      return (await frame.frameElement()).isVisible()
    }),
  )
  return page.frames().filter((_, at) => shown[at])
}

/**
 * Ends all transitions and animations, and waits until no new ones begin. Otherwise axe would check colours in the
 * middle of a transition. Endless animations are ignored. Waiting for the end of the transitions instead, after each
 * change of the colour scheme, took a third of the time of these tests.
 */
async function expectStillness(frame: Frame): Promise<void> {
  await expect.poll(() => frame.evaluate<number>(END_ANIMATIONS), { intervals: [20, 50, 100] }).toBe(0)
}

/** Ends the running animations of a document, and returns their number. */
const END_ANIMATIONS = `(() => {
  const moving = document
    .getAnimations()
    .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().iterations !== Infinity)
  for (const one of moving) one.finish()
  return moving.length
})()`
