import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, newAccount, signUp, test } from './account-fixtures.ts'
import { fillCart, sellCoffee } from './products.ts'
import type { SoldCoffee } from './products.ts'

const attacks = [
  '</script><script>globalThis.planted = 1</script>',
  '"><img src=x onerror="globalThis.planted = 1">',
  "javascript:globalThis.planted=1//'",
  '</script line\u2028break\u2029 <!--<script x',
  '{{constructor.constructor("globalThis.planted = 1")()}}',
]

test.describe('text that looks like code', () => {
  test('stays text on the home page, in a list of products, in a message and in the cart', async ({
    page,
    shop,
    seller,
  }) => {
    const [first = ''] = attacks
    const shopper = await signUp(page.request, shop.url, newAccount(first))
    const coffees: SoldCoffee[] = []
    for (const words of attacks) coffees.push(await sellCoffee(seller, { name: words, brand: words }))
    const alarms = watch(page)
    await page.goto('/')
    const brands = page.getByRole('region', { name: 'See Our All Coffee Category' })
    for (const words of attacks) await expect(brands.getByText(words).last()).toBeVisible()
    await page.getByRole('button', { name: 'Next review' }).click()
    await expect(page.getByText('Tomas Lindqvist', { exact: true })).toBeVisible()
    await page.goto(`/coffeeDetails/${coffees[0]?.brandId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toContainText(first)
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page.getByRole('status').getByText('Added Successfully')).toContainText(first)
    await fillCart(shopper, coffees.slice(1))
    await page.goto('/myCart')
    for (const words of attacks)
      await expect(page.getByRole('rowheader').filter({ hasText: words })).toBeVisible()
    const items = await shopper.call('GET /myCarts', { query: { email: shopper.email } })
    expect(new Set(items.map(({ productName }) => productName))).toEqual(new Set(attacks))
    expect(items[0]).toMatchObject({ customer: first })
    expect(await page.evaluate('globalThis.planted')).toBeUndefined()
    expect(alarms).toEqual([])
    for (const { remove } of coffees) await remove()
  })

  test('in an address is shown as text', async ({ page }) => {
    const alarms = watch(page)
    for (const path of [
      '/%3Cscript%3EglobalThis.planted=1%3C/script%3E',
      '/?q="><img src=x onerror=globalThis.planted=1>',
      '/#"><img src=x onerror=globalThis.planted=1>',
      '/coffeeDetails/%22%3E%3Cscript%3E',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
    expect(await page.evaluate('globalThis.planted')).toBeUndefined()
    expect(alarms.filter((alarm) => !alarm.includes('404'))).toEqual([])
  })
})

test.describe('the content security policy', () => {
  test('blocks an injected script', async ({ page }) => {
    await page.route('/contact', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const planted =
        '<script>globalThis.planted = 1</script><img src="data:," onerror="globalThis.planted = 1"><script src="https://evil.example/a.js"></script>'
      await route.fulfill({ response, body: html.replace('<div id="root">', `${planted}<div id="root">`) })
    })
    const alarms = watch(page)
    await page.goto('/contact')
    await expect
      .poll(() => alarms.filter((alarm) => alarm.includes('Content Security Policy')).length)
      .toBeGreaterThanOrEqual(3)
    expect(await page.evaluate('globalThis.planted')).toBeUndefined()
  })

  test('forbids other sites to show the shop in a frame', async ({ page, shop }) => {
    await page.route('**/frame.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${shop.url}/login"></iframe>` }),
    )
    await page.goto('http://evil.example/frame.html')
    await expect(page.frameLocator('iframe').getByLabel('Password')).toHaveCount(0)
    await expect.poll(() => page.frames().at(-1)?.url()).toContain('chrome-error:')
  })
})

test.describe('secrets', () => {
  test('are in no file that the shop serves', () => {
    const folder = join(import.meta.dirname, '../dist/client/assets')
    const files = readdirSync(folder).filter((name) => /\.(js|css|svg|map)$/.test(name))
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text, file).not.toMatch(
        /PRIVATE KEY|session_token|better-auth|DATABASE_URL|SMTP_URL|argon2|BEGIN [A-Z]+ KEY/,
      )
    }
  })

  test('are not in a page, and no page shows an owner or a token', async ({ page, shopper, seller }) => {
    await fillCart(shopper, [await sellCoffee(seller)])
    const html = await (await page.request.get('/')).text()
    expect(html).not.toContain(seller.email)
    expect(html).not.toContain(shopper.email)
    expect(html).not.toMatch(/eyJ[\w-]+\./)
    expect(await page.request.get('/').then((answer) => answer.headers()['cache-control'])).toContain(
      'private',
    )
  })

  test('of the session cannot be read by scripts', async ({ page, shopper }) => {
    await page.goto('/contact')
    expect(await page.evaluate('document.cookie'), shopper.email).toBe('')
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name.includes('session_token'))).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
  })
})

/**
 * Collects the page's script errors, dialogs and console errors from now on. A script that the browser blocks causes
 * a console error.
 */
function watch(page: Page): string[] {
  const alarms: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && alarms.push(message.text())))
  page.on('pageerror', (error) => void alarms.push(error.message))
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  return alarms
}
