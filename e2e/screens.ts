import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './shop-fixture.ts'
import type { Person } from './account-fixtures.ts'
import { expectToFit } from './large-text.ts'
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
export type Screen = {
  name: string
  path: string
  title: string
  heading: string
  guarded?: true
  status?: 404
}

/** Returns all pages that are not reserved for admins. */
export async function screensFor({ call }: Person): Promise<Screen[]> {
  const [[brand], [bag]] = await Promise.all([call('GET /allCoffee', {}), call('GET /allPacket', {})])
  const product = await call('GET /bagDetails/{id}', { params: { id: bag?._id ?? '' } })
  const brandName = brand?.category_name ?? ''
  return [
    { name: 'home', path: '/', title: 'Crema, small-batch coffee', heading: 'Roasted in small batches' },
    { name: 'login', path: '/login', title: 'Log In · Crema', heading: 'Log In' },
    { name: 'sign-up', path: '/register', title: 'Sign Up · Crema', heading: 'Sign Up' },
    {
      name: 'forgotten password',
      path: '/forgotPassword',
      title: 'Forgot your password? · Crema',
      heading: 'Forgot your password?',
    },
    { name: 'new password', path: '/resetPassword', title: 'New password · Crema', heading: 'New password' },
    {
      name: 'confirmed address',
      path: '/confirmSignUp',
      title: 'Confirm your email address · Crema',
      heading: 'Confirm your email address',
    },
    { name: 'invitation', path: '/invitation', title: 'Invitation · Crema', heading: 'Invitation' },
    { name: 'contact', path: '/contact', title: 'Contact · Crema', heading: 'Write to us' },
    ...OWN_ORDERS,
    { name: 'cart', path: '/myCart', title: 'My Cart · Crema', heading: 'Your Order Is Here', guarded: true },
    guarded('checkout', '/checkout', 'Checkout'),
    guarded('missing payment', '/checkout/return/nothing', 'Your order'),
    {
      name: 'product list',
      path: `/coffeeDetails/${brand?._id}`,
      title: `${brandName} · Crema`,
      heading: brandName,
      guarded: true,
    },
    {
      name: 'product',
      path: `/bagDetails/${bag?._id}`,
      title: `${product.about.name} · Crema`,
      heading: product.about.name,
      guarded: true,
    },
    {
      name: 'missing product',
      path: '/bagDetails/nothing',
      title: 'Coffee · Crema',
      heading: 'Coffee',
      guarded: true,
    },
    {
      name: 'unknown address',
      path: '/nothing-here',
      title: 'Sorryyyyyyy, We Have Nothing This URL · Crema',
      heading: 'Sorryyyyyyy, We Have Nothing This URL',
      status: 404,
    },
  ]
}

/** The pages of a customer's own orders. Their titles do not depend on the products of the shop. */
const OWN_ORDERS: Screen[] = [
  {
    name: 'own orders',
    path: '/account',
    title: 'Your orders · Crema',
    heading: 'Your orders',
    guarded: true,
  },
  {
    name: 'own details',
    path: '/account/profile',
    title: 'Your details · Crema',
    heading: 'Your details',
    guarded: true,
  },
  guarded('logins and data', '/account/privacy', 'Logins and data'),
  guarded('changed address', '/account/confirmEmail', 'Change your email address'),
  {
    name: 'missing receipt',
    path: '/account/order/nothing',
    title: 'Receipt · Crema',
    heading: 'Receipt',
    guarded: true,
  },
]
/** Returns a page that requires a login, and whose title is its heading. */
function guarded(name: string, path: string, heading: string): Screen {
  return { name, path, title: `${heading} · Crema`, heading, guarded: true }
}

/**
 * Opens pages one after the other. Expects of each its status, title and heading, no message in the browser's console,
 * and all of `expectNoFindings`.
 */
export async function expectSoundPages(
  page: Page,
  screens: Pick<Screen, 'path' | 'title' | 'heading' | 'status'>[],
): Promise<void> {
  const complaints = complaintsOf(page)
  for (const { path, title, heading, status = 200 } of screens) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(status)
    await expect(page, path).toHaveTitle(title)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(heading)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expectNoFindings(page, path)
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

/**
 * The rules of axe about colours. Only these rules can have another result in the dark colour scheme, which changes
 * nothing but colours.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Options of an accessibility check. `on` lists the window sizes to check. `keep` is called after each change of the
 * size, for example to hover over a toast so that it stays.
 */
type Looks = { on?: { width: number; height: number }[]; keep?: () => Promise<void> }

/**
 * Expects that axe finds no accessibility problem on the page on a phone and on a desktop, and that the page never
 * scrolls sideways, also in a window of 320 px. All rules are checked in the light colour scheme, and the rules about
 * colours also in the dark one. `state` describes the state of the page in a failure message.
 */
export async function expectNoFindings(page: Page, state: string, looks: Looks = {}): Promise<void> {
  const { on = [sizes.narrow, sizes.phone, sizes.desktop], keep } = looks
  for (const size of on) {
    const look = `${state}, ${size.width} px wide`
    await page.setViewportSize(size)
    await keep?.()
    await expectToFit(page, look)
    if (size === sizes.narrow) continue
    expect(await page.evaluate(JOINED_WORDS), `${look}, words without a space between them`).toEqual([])
    expect(await findings(page), `${look}, light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page, COLOUR_RULES), `${look}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
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

/**
 * Runs axe in all frames that are shown, when nothing moves. All rules are checked if `rules` is not given. The code of
 * axe is loaded only once into each frame, because that takes about as long as a check of the colours.
 */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules && { runOnly: rules }),
  }
  const found: string[] = []
  for (const frame of await shownFrames(page)) {
    if (!(await frame.evaluate("'axe' in globalThis"))) await frame.evaluate(axeSource)
    await expectStillness(frame)
    const { violations } = await frame.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
    found.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
      ),
    )
  }
  return found
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
