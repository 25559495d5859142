import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './account-fixtures.ts'
import { boxOf } from './large-text.ts'

const phone = { width: 390, height: 844 }
const COFFEES = 'See Our All Coffee Category'
const BAGS = 'See Our All Coffee Bags Category'

test.describe('home', () => {
  test('has the sections, links and texts of the specification in order, and every category and bag', async ({
    page,
    seller,
  }) => {
    const coffees = await seller.call('GET /allCoffee', {})
    const bags = await seller.call('GET /allPacket', {})
    await page.goto('/')
    const sections = page.getByRole('main').locator('section')
    await expect(sections).toHaveCount(5)
    await expect(sections.nth(0).getByRole('link')).toHaveText(['Buy Coffee', 'About Us'])
    await expect(sections.nth(0).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      COFFEES,
      'CREATE A NEW STORY WITH US',
      BAGS,
      'OUR CUSTOMER REVIEW',
    ])
    const cards = cardsOf(page, COFFEES)
    await expect(cards).toHaveCount(coffees.length)
    for (const [index, { _id, category_name, ratting }] of coffees.slice(0, 4).entries()) {
      const card = cards.nth(index)
      await expect(card.getByRole('heading', { name: category_name, exact: true })).toBeVisible()
      await expect(card.getByText(`Ratting ${ratting}`)).toBeVisible()
      await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//)
      const link = card.getByRole('link', { name: 'See Coffee' })
      await expect(link).toHaveAttribute('href', `/coffeeDetails/${_id}`)
    }
    await expect(cardsOf(page, BAGS)).toHaveCount(bags.length)
    for (const [index, { _id, category_name }] of bags.slice(0, 4).entries()) {
      const card = cardsOf(page, BAGS).nth(index)
      await expect(card.getByRole('heading', { name: category_name, exact: true })).toBeVisible()
      const link = card.getByRole('link', { name: 'See Details' })
      await expect(link).toHaveAttribute('href', `/bagDetails/${_id}`)
    }
    await expectInRows(page, 4)
    await expectLogoInCentre(page)

    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')
    await expect(links).toHaveText(['Home', 'My Cart', 'My Shop', 'Contact', 'Dashboard', 'Login'])
    for (const [name, address] of [
      ['Home', '/'],
      ['My Cart', '/myCart'],
      ['My Shop', '/menu'],
      ['Contact', '/contact'],
      ['Dashboard', '/dashboard'],
      ['Login', '/login'],
    ] as const) {
      await expect(links.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    }
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeHidden()
    const footer = page.getByRole('contentinfo')
    await expect(footer.locator('.tagline')).not.toBeEmpty()
    await expect(footer.getByRole('img')).toHaveCount(3)
    await expect(footer.getByRole('link')).toHaveCount(0)
    await expect(footer).toContainText('© 2022')
  })

  test('has two cards in a row of a phone with aligned stars, and its links in a dropdown', async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await expectInRows(page, 2)
    await expectLogoInCentre(page)
    const gaps = await page.locator('.home-card .ratting').evaluateAll((all) =>
      all.map((ratting) => {
        const [label, stars] = [ratting.firstElementChild, ratting.lastElementChild].map((part) =>
          part?.getBoundingClientRect(),
        )
        return (stars?.top ?? 0) - (label?.bottom ?? 0)
      }),
    )
    expect(gaps.length).toBeGreaterThanOrEqual(8)
    expect(Math.max(...gaps)).toBeLessThan(12)
    const contact = page.getByRole('link', { name: 'Contact', exact: true })
    const menu = page.getByRole('button', { name: 'Menu' })
    await expect(contact).toBeHidden()
    await menu.click()
    await expect(contact).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(contact).toBeHidden()
    await menu.click()
    await contact.click()
    await expect(page).toHaveURL('/contact')
    await expect(contact).toBeHidden()
  })

  test("leads from 'Buy Coffee' to the categories and from 'About Us' to the story", async ({ page }) => {
    await page.goto('/')
    for (const [button, title] of [
      ['Buy Coffee', 'See Our All Coffee Category'],
      ['About Us', 'CREATE A NEW STORY WITH US'],
    ] as const) {
      const heading = page.getByRole('heading', { name: title })
      await page.locator('html').evaluate((html) => html.scrollTo({ top: 0, behavior: 'instant' }))
      expect((await boxOf(heading)).y).toBeGreaterThan(200)
      await page.getByRole('link', { name: button }).click()
      await expect(heading).toBeInViewport()
      await expect.poll(async () => Math.round((await boxOf(heading)).y)).toBeLessThan(200)
    }
  })

  test('says that its lists could not be loaded, and loads them after Retry', async ({ page }) => {
    await page.clock.install()
    const lists = /\/api\/all(Coffee|Packet)$/
    await page.route(lists, (route) => route.abort())
    await page.goto('/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(2)
    const problems = page.getByRole('main').getByRole('alert')
    await expect(async () => {
      await page.clock.runFor(4000)
      await expect(problems).toHaveCount(2, { timeout: 100 })
    }).toPass()
    await expect(problems).toContainText(['The coffees could not be loaded', 'The bags could not be loaded'])
    await page.unroute(lists)
    for (const left of [1, 0]) {
      await problems.first().getByRole('button', { name: 'Retry' }).click()
      await expect(problems).toHaveCount(left)
    }
    await expect(page.getByRole('heading', { name: 'Northfold', exact: true })).toBeVisible()
  })

  test('stays small: 105 kB of script in gzip, 16 kB of HTML with styles', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
    await page.goto('/')
    // The browser loads the other scripts when it is idle.
    await expect.poll(() => scripts.length).toBeGreaterThan(2)
    await page.waitForLoadState('networkidle')
    const files = await Promise.all(
      [...new Set(scripts)].map(async (url) => (await page.request.get(url)).body()),
    )
    const kilobytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1000
    expect(kilobytes).toBeLessThanOrEqual(105)
    const html = await (await page.request.get('/')).text()
    const withoutData = html.replace(/<script type="application\/json".*?<\/script>/s, '')
    expect(brotliCompressSync(withoutData).length / 1000).toBeLessThanOrEqual(16)
  })

  test('can be read and used without scripts', async ({ browser, shop }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url, viewport: phone })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Northfold', exact: true })).toBeVisible()
    await expect(page.getByRole('blockquote').first()).toBeVisible()
    await page.getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { name: 'CREATE A NEW STORY WITH US' })).toBeInViewport()
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
    await page.close()
  })
})

test.describe('the layout', () => {
  test('has Sign Out instead of Login for a signed-in visitor, already in the HTML of the server', async ({
    page,
    shopper,
  }) => {
    const html = await (await page.request.get('/')).text()
    expect(html).toContain('>Sign Out<')
    expect(html).not.toContain('>Login<')
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.goto('/myCart')
    await expect(page.getByText('Your cart is empty'), shopper.email).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeHidden()
  })
})

function cardsOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title }).getByRole('listitem')
}

async function expectInRows(page: Page, columns: number): Promise<void> {
  for (const title of [COFFEES, BAGS]) {
    const tops = await Promise.all(
      [0, columns - 1, columns].map(async (index) => (await boxOf(cardsOf(page, title).nth(index))).y),
    )
    expect(tops[1]).toBe(tops[0])
    expect(tops[2]).toBeGreaterThan(tops[0] ?? 0)
  }
}

async function expectLogoInCentre(page: Page): Promise<void> {
  const box = await boxOf(page.getByRole('navigation').locator('img'))
  expect(box.width, 'the logo is round').toBe(box.height)
  expect(Math.abs(box.x + box.width / 2 - (page.viewportSize()?.width ?? 0) / 2)).toBeLessThan(2)
}
