import type { Page } from '@playwright/test'
import axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './shop-fixture.ts'
import type { Person } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'

/** The two window sizes that the shop is made for, in CSS px. Tests that choose none run on a desktop. */
export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }

/** One page: its path, title and heading. A `guarded` page requires a signed-in shopper. */
export type Screen = {
  name: string
  path: string
  title: string
  heading: string
  guarded?: true
  status?: 404
}

/** Returns all pages for visitors and shoppers. */
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
    { name: 'contact', path: '/contact', title: 'Contact · Crema', heading: 'Write to us' },
    { name: 'cart', path: '/myCart', title: 'My Cart · Crema', heading: 'Your Order Is Here', guarded: true },
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

/** Opens a page and waits until nothing on it is loading. */
export async function open(page: Page, { path, heading }: Pick<Screen, 'path' | 'heading'>): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Fills the cart with one paid item and two unpaid ones. */
export async function mixedCart(shopper: Person): Promise<void> {
  const ids = await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3))
  await shopper.call('PUT /singlePayment/{id}', { params: { id: ids[0] ?? '' }, body: null })
}

/** The rules of axe whose result depends on the colour scheme; it changes nothing but colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** `on` are the window sizes to look at. `keep` is called after each change of size and holds a state that would end. */
type Looks = { on?: { width: number; height: number }[]; keep?: () => Promise<void> }

/**
 * Expects that axe finds nothing on the page in its current state, in every window size: with all its rules in the
 * light colour scheme, and with those about colours in the dark one. `state` names the state in the report.
 */
export async function expectNoFindings(page: Page, state: string, looks: Looks = {}): Promise<void> {
  // Axe would not look into frames. There are none.
  expect(page.frames(), state).toHaveLength(1)
  const { on = [sizes.phone, sizes.desktop], keep } = looks
  for (const size of on) {
    const look = `${state}, ${size.width} px wide`
    await page.setViewportSize(size)
    await keep?.()
    expect(await findings(page), `${look}, light`).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page, COLOUR_RULES), `${look}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

/**
 * Runs axe, with all rules if none are named, when nothing on the page moves. Axe is loaded once for each page that is
 * opened: loading it takes longer than running it.
 */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source)
  await expectStillness(page)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
}

/** Waits for the end of all transitions: a colour in the middle of one is not meant to be read. Endless ones do not count. */
async function expectStillness(page: Page): Promise<void> {
  const moving =
    'document.getAnimations().filter((one) => one.playState === "running" && one.effect.getComputedTiming().iterations !== Infinity).length'
  await expect.poll(() => page.evaluate(moving)).toBe(0)
}
