import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
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

/**
 * Expects that axe finds nothing on the page in its current state: with all its rules in the light colour scheme, and
 * with those about colours in the dark one. `state` names the state in the report.
 */
export async function expectNoFindings(page: Page, state: string): Promise<void> {
  // Axe's legacy mode works without a second page and does not look into frames. There are none.
  expect(page.frames(), state).toHaveLength(1)
  await expectStillness(page)
  expect(await findings(new AxeBuilder({ page })), `${state}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectStillness(page)
  expect(await findings(new AxeBuilder({ page }).withRules(COLOUR_RULES)), `${state}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.setLegacyMode().analyze()
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
