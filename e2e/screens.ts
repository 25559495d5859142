import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop.ts'
import type { Person } from './people.ts'
import { demoCoffees, fillCart } from './products.ts'

/** One page as somebody sees it: its address, its title and its heading. `guarded` ones want a shopper. */
export type Screen = {
  name: string
  path: string
  title: string
  heading: string
  guarded?: true
  status?: 404
}

/** All pages that visitors and shoppers see. */
export async function screensFor({ call }: Person): Promise<Screen[]> {
  const [[brand], [bag]] = await Promise.all([call('GET /allCoffee', {}), call('GET /allPacket', {})])
  const product = await call('GET /bagDetails/{id}', { params: { id: bag?._id ?? '' } })
  const brandName = brand?.category_name ?? ''
  return [
    { name: 'home', path: '/', title: 'Crema, small-batch coffee', heading: 'Roasted in small batches' },
    { name: 'login', path: '/login', title: 'Log In · Crema', heading: 'Log In' },
    { name: 'sign-up', path: '/register', title: 'Sign Up · Crema', heading: 'Sign Up' },
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

/** Opens a screen and waits until it is all there. */
export async function open(page: Page, { path, heading }: Pick<Screen, 'path' | 'heading'>): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** A cart with something paid and something not. */
export async function mixedCart(shopper: Person): Promise<void> {
  const ids = await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 3))
  await shopper.call('PUT /singlePayment/{id}', { params: { id: ids[0] ?? '' }, body: null })
}

/** Looks at the page as it is now, once nothing moves; `where` says in the report what was looked at. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  await stillness(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const findings = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
  expect(findings, where).toEqual([])
}

/** What is still fading in has colours that nobody is meant to read; what moves without end is never still. */
async function stillness(page: Page): Promise<void> {
  const moving =
    'document.getAnimations().filter((one) => one.playState === "running" && one.effect.getComputedTiming().iterations !== Infinity).length'
  await expect.poll(() => page.evaluate(moving)).toBe(0)
}
