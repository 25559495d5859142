import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { cartOf } from './cart-page.ts'
import { hold, laterScripts, upgradeShop } from './network.ts'
import { expect, test } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'

const CONTACT_PAGE = 'contact-page'

/** Returns whether a URL is that of the script with a name. The names of the files are only hashes. */
function isScript(name: string): (url: URL) => boolean {
  const manifest: Record<string, { file: string; name?: string }> = JSON.parse(
    readFileSync('dist/client/.vite/manifest.json', 'utf8'),
  )
  const script = Object.values(manifest).find((built) => built.name === name)
  if (!script) throw new Error(`The manifest has no script ${name}.`)
  return ({ pathname }) => pathname === `/${script.file}`
}

test.describe('an unknown address', () => {
  test('says so with status 404 and links to the home page', async ({ page }) => {
    const response = await page.goto('/no/such/page?x=1')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Sorryyyyyyy, We Have Nothing This URL')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'See Our All Coffee Category' })).toBeVisible()
  })

  test('of a product says that it does not exist and links to the others', async ({ page, shopper }) => {
    for (const path of ['/coffeeDetails/nothing', '/bagDetails/nothing']) {
      await page.goto(path)
      await expect(page.getByText('We could not find this coffee'), shopper.email).toBeVisible()
      await expect(page.getByRole('link', { name: 'See all coffees' })).toHaveAttribute('href', '/')
    }
  })
})

test.describe('going from page to page', () => {
  test('moves the focus to the heading, and Back finds the place that was left', async ({
    page,
    shopper,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Next review' }).click()
    await expect(page.getByText('Tomas Lindqvist', { exact: true })).toBeVisible()
    const link = page.getByRole('link', { name: 'See Details' }).last()
    await link.scrollIntoViewIfNeeded()
    await link.focus()
    const left = await scrollTop(page)
    expect(left).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { level: 1 }), shopper.email).toBeFocused()
    expect(await scrollTop(page)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(left - 50)
    await page.goForward()
    await expect.poll(() => scrollTop(page)).toBe(0)
  })

  test('shows a page whose code and data are loaded in the next frame', async ({ page, shopper }) => {
    await page.goto('/myCart')
    await expect(page.getByRole('heading', { level: 1 }), shopper.email).toHaveText('Your Order Is Here')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.locator('.home')).toBeVisible()
    await page.getByRole('link', { name: 'My Cart' }).focus()
    const shown = await page.evaluate(`(async () => {
      document.activeElement.click()
      await null
      return document.querySelector('h1').textContent
    })()`)
    expect(shown).toBe('Your Order Is Here')
  })

  test('shows a skeleton of the page until the response arrives', async ({ page, shopper }) => {
    await page.goto('/')
    for (const [link, answer] of [
      ['My Cart', '**/api/myCarts?*'],
      ['See Coffee', '**/api/coffeeDetails/*'],
      ['See Details', '**/api/coffee/*'],
    ] as const) {
      const held = await hold(page, answer)
      await page.getByRole('link', { name: link }).first().click()
      await expect(page.locator('main .skeleton').first(), shopper.email).toBeVisible()
      await expect(page.locator('.home')).toHaveCount(0)
      await held.release()
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      await page.unroute(answer)
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(page.locator('.home')).toBeVisible()
    }
  })

  test('Back, a reload and a return from another site restore the scroll position in a list that loads late, too', async ({
    page,
    shopper,
  }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    await fillCart(shopper, [...(await demoCoffees(shopper)), ...(await demoCoffees(shopper))])
    await page.goto('/myCart')
    const { rows } = cartOf(page)
    await expect(rows.last()).toBeVisible()
    const left = 700
    // Scrolls and clicks in one step, so that the click comes before the scroll event, as with a screen reader.
    // Playwright's `click` would scroll to the link.
    await page.getByRole('link', { name: 'Contact', includeHidden: true }).evaluate((link, top) => {
      link.ownerDocument.documentElement.scrollTo({ top, behavior: 'instant' })
      link.click()
    }, left)
    await expect(page).toHaveURL('/contact')
    await expect.poll(() => scrollTop(page)).toBe(0)
    const elsewhere = () => page.goto('/api/openapi.json').then(() => page.goBack())
    for (const comeBack of [() => page.goBack(), () => page.reload(), elsewhere]) {
      const list = await hold(page, '**/api/myCarts?*')
      await comeBack()
      if (comeBack !== elsewhere) await expect(page).toHaveURL('/myCart')
      await list.release()
      await expect(rows.last()).toBeVisible()
      await expect.poll(() => scrollTop(page)).toBeGreaterThan(left - 50)
    }
  })

  test('says that the code of a page could not be loaded, and retries', async ({ page, shopper }) => {
    const code = isScript(CONTACT_PAGE)
    await page.goto('/myCart')
    await expect(page.getByText('Your cart is empty'), shopper.email).toBeVisible()
    await page.route(code, (route) => route.abort())
    // The page loads the document again by itself, but only once.
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await reloaded
    await expect(page.getByRole('alert')).toContainText('This page could not be shown')
    await page.unroute(code)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
  })

  for (const [name, gone, path] of [
    ['the first page', 'base', '/contact'],
    ['the next page', CONTACT_PAGE, '/'],
  ] as const)
    test(`loads the document again if an upgrade has removed the scripts of ${name}`, async ({ page }) => {
      const documents = await upgradeShop(page, { gone: isScript(gone), path: /\/(contact)?$/ })
      await page.goto(path)
      if (path === '/') await page.getByRole('link', { name: 'Contact', exact: true }).click()
      await expect.poll(documents).toBe(2)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
      // A click before the scripts of the new document have been loaded does nothing.
      await expect(async () => {
        await page.getByRole('button', { name: 'Send' }).click()
        await expect(page.getByLabel('Name', { exact: true })).toBeFocused({ timeout: 1_000 })
      }).toPass()
    })

  test('retries to load the code of a page when the browser is online again', async ({
    page,
    context,
    shopper,
  }) => {
    await page.goto('/myCart')
    await expect(page.getByText('Your cart is empty'), shopper.email).toBeVisible()
    await context.route('**/*', (route) => route.abort())
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('We could not reach the shop')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert.getByRole('button')).not.toHaveAttribute('aria-disabled')
    await context.unroute('**/*')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
  })

  test('loads its first scripts when the network is back', async ({ page }) => {
    await page.route(laterScripts, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.goto('/contact')
    await failed
    await page.unroute(laterScripts)
    // Many browsers have to load the document again first, which forgets a click of before.
    await expect(async () => {
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused({ timeout: 1_000 })
    }).toPass()
  })

  test('can start with the skip link', async ({ page }) => {
    await page.goto('/contact')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  })

  test('moves a little, and nothing where motion is to be reduced', async ({ page, shopper }) => {
    await page.goto('/')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'See Coffee' }) })
      .first()
    await card.hover()
    await expect(page.locator('html:focus-within')).toHaveCount(0)
    await page.getByRole('button', { name: 'Next review' }).focus()
    for (const [reducedMotion, scale, scroll] of [
      ['reduce', 'none', 'auto'],
      ['no-preference', '1.02', 'smooth'],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await expect(page.locator('html')).toHaveCSS('scroll-behavior', scroll)
      await card.hover()
      await expect(card.locator('img')).toHaveCSS('scale', scale)
    }
    await hold(page, '**/api/myCarts?*')
    await page.goto('/myCart')
    await expect(page.getByText('Loading your orders'), shopper.email).toBeAttached()
    const animations = () => page.evaluate<number>('document.getAnimations().length')
    await expect.poll(animations).toBeGreaterThan(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(animations).toBe(0)
  })
})

function scrollTop(page: Page): Promise<number> {
  return page.locator('html').evaluate((html) => Math.round(html.scrollTop))
}
