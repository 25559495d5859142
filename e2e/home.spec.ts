import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { startShop } from '../test/processes/running-shop.ts'
import { expect, test } from './account-fixtures.ts'

const phone = { width: 390, height: 844 }

test.describe('home', () => {
  test('aligns the ratting and its stars in cards of every height', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto('/')
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
  })

  test('has the five sections of the specification in order, with their exact texts', async ({ page }) => {
    await page.goto('/')
    const sections = page.getByRole('main').locator('section')
    await expect(sections).toHaveCount(5)
    await expect(sections.nth(0).getByRole('link')).toHaveText(['Buy Coffee', 'About Us'])
    await expect(sections.nth(0).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'See Our All Coffee Category',
      'CREATE A NEW STORY WITH US',
      'See Our All Coffee Bags Category',
      'OUR CUSTOMER REVIEW',
    ])
  })

  test('shows every category with picture, name, ratting and link', async ({ page, seller }) => {
    const coffees = await seller.call('GET /allCoffee', {})
    await page.goto('/')
    const cards = cardsOf(page, 'See Our All Coffee Category')
    await expect(cards).toHaveCount(coffees.length)
    for (const [index, { _id, category_name, ratting }] of coffees.slice(0, 8).entries()) {
      const card = cards.nth(index)
      await expect(card.getByRole('heading', { name: category_name, exact: true })).toBeVisible()
      await expect(card.getByText(`Ratting ${ratting}`)).toBeVisible()
      await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//)
      await expect(card.getByRole('link', { name: 'See Coffee' })).toHaveAttribute(
        'href',
        `/coffeeDetails/${_id}`,
      )
    }
  })

  test('shows every bag category with a link to its details', async ({ page, seller }) => {
    const bags = await seller.call('GET /allPacket', {})
    await page.goto('/')
    const cards = cardsOf(page, 'See Our All Coffee Bags Category')
    await expect(cards).toHaveCount(bags.length)
    for (const [index, { _id, category_name }] of bags.entries()) {
      await expect(cards.nth(index).getByRole('heading', { name: category_name, exact: true })).toBeVisible()
      await expect(cards.nth(index).getByRole('link', { name: 'See Details' })).toHaveAttribute(
        'href',
        `/bagDetails/${_id}`,
      )
    }
  })

  for (const { size, columns } of [
    { size: { width: 1440, height: 900 }, columns: 4 },
    { size: phone, columns: 2 },
  ]) {
    test(`puts ${columns} cards in a row at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.goto('/')
      for (const title of ['See Our All Coffee Category', 'See Our All Coffee Bags Category']) {
        const tops = await Promise.all(
          [0, columns - 1, columns].map(async (index) => (await boxOf(cardsOf(page, title).nth(index))).y),
        )
        expect(tops[1]).toBe(tops[0])
        expect(tops[2]).toBeGreaterThan(tops[0] ?? 0)
      }
    })
  }

  test("leads from 'Buy Coffee' to the categories and from 'About Us' to the story", async ({ page }) => {
    await page.goto('/')
    for (const [button, title] of [
      ['Buy Coffee', 'See Our All Coffee Category'],
      ['About Us', 'CREATE A NEW STORY WITH US'],
    ] as const) {
      const heading = page.getByRole('heading', { name: title })
      await page.locator('html').evaluate((html) => html.scrollTo({ top: 0, behavior: 'instant' }))
      await expect(heading).not.toBeInViewport()
      await page.getByRole('link', { name: button }).click()
      await expect(heading).toBeInViewport()
      await expect.poll(async () => Math.round((await boxOf(heading)).y)).toBeLessThan(200)
    }
  })

  test('without demo data has no story and no reviews, hydrates without changes, and links from About Us to the contact page', async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => complaints.push(error.message))
    const shop = await startShop({ DEMO: '0' })
    await page.goto(shop.url)
    await expect(page.getByRole('main').locator('section')).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'See Our All Coffee Category',
    ])
    await page.getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL(`${shop.url}/contact`)
    await page.goBack()
    await expect(page.getByRole('main').locator('section')).toHaveCount(2)
    expect(complaints).toEqual([])
    await shop.dispose()
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

  test('stays small: 105 kB of script in gzip and 92 in brotli, 16 kB of HTML with styles', async ({
    page,
  }) => {
    const scripts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
    await page.goto('/')
    // The browser loads the other scripts when it is idle, which may take seconds on a busy machine.
    await expect(async () => {
      const loaded = scripts.length
      expect(loaded).toBeGreaterThan(2)
      await page.waitForTimeout(1000)
      expect(scripts.length).toBe(loaded)
    }).toPass()
    const files = await Promise.all(
      [...new Set(scripts)].map(async (url) => (await page.request.get(url)).body()),
    )
    const kilobytes = (compress: (file: Buffer) => Buffer) =>
      files.reduce((sum, file) => sum + compress(file).length, 0) / 1000
    expect(kilobytes((file) => gzipSync(file))).toBeLessThanOrEqual(105)
    expect(kilobytes((file) => brotliCompressSync(file))).toBeLessThanOrEqual(92)
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
  test('has the links of the specification, and Login for a visitor', async ({ page }) => {
    await page.goto('/')
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
  })

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

  test('has a round logo in its centre on every screen size', async ({ page }) => {
    for (const size of [{ width: 1440, height: 900 }, { width: 768, height: 900 }, phone]) {
      await page.setViewportSize(size)
      await page.goto('/')
      const box = await boxOf(page.getByRole('navigation').locator('img'))
      expect(box.width).toBe(box.height)
      expect(Math.abs(box.x + box.width / 2 - size.width / 2)).toBeLessThan(2)
    }
  })

  test('keeps its links in a dropdown on a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
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

  test('ends with the tagline, icons without links, and the year 2022', async ({ page }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer.locator('.tagline')).not.toBeEmpty()
    await expect(footer.getByRole('img')).toHaveCount(3)
    await expect(footer.getByRole('link')).toHaveCount(0)
    await expect(footer).toContainText('© 2022')
  })
})

function cardsOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title }).getByRole('listitem')
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not shown`)
  return box
}
