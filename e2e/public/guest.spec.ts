import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { logIn, newAccount, signUp } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { countBags } from '../products.ts'
import { expectNoFindings } from '../screens.ts'
import { expect, test } from './public-shop-fixture.ts'

const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy Now' })

/** Changes the price of the packet. */
async function reprice({ email, call }: Person, id: string, price: string): Promise<void> {
  const { category_name, img, about } = await call('GET /bagDetails/{id}', { params: { id } })
  const { _id, left: _left, ...fields } = { left: 0, ...about }
  await call('PUT /addNewPacket/{id}', {
    params: { id },
    body: { category_name, img, email, about: { ...fields, price, email } },
  })
}

test.describe('a guest', () => {
  test('reads the page of a product at its canonical address, also without scripts and by keyboard', async ({
    page,
    browser,
    shelves,
    shop,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto('/')
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings, 'no story and no reviews of the demo').toHaveText(['Our coffees'])
    await expect(page.getByRole('link', { name: 'About Us' })).toHaveAttribute('href', '/contact')
    await page.locator(`main a[href='/bagDetails/${shelves.packetId}/house-blend']`).click()
    await expect(page).toHaveURL(`/bagDetails/${shelves.packetId}/house-blend`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House Blend')
    await page.goto(`/bagDetails/${shelves.packetId}/some-old-name?from=mail`)
    await expect(page).toHaveURL(`/bagDetails/${shelves.packetId}/house-blend?from=mail`)
    await expect(page.getByRole('radio', { name: 'Filter' })).toBeEnabled()
    await expectNoFindings(page, 'a public product')
    await page.goto(`/coffeeDetails/${shelves.brandId}`)
    await expect(page).toHaveURL(`/coffeeDetails/${shelves.brandId}/hill-farm`)
    await expectNoFindings(page, 'a public brand')
    await buyButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await expect(news(page, 'Harar is put into your cart')).toBeVisible()
    await expect(page.getByText('demo')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Harar' })).toBeVisible()
    expect(complaints).toEqual([])

    const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url })
    const response = await plain.goto(`/bagDetails/${shelves.packetId}`)
    expect(response?.status()).toBe(200)
    await expect(plain).toHaveTitle(/^House Blend · /)
    await expect(plain.getByText('$19.99', { exact: true })).toBeVisible()
    await expect(plain.getByText('Dark and sweet.')).toBeVisible()
    // The document itself contains the styles of the page, so nothing moves when its scripts have loaded.
    await expect(plain.locator('.coffee')).toHaveCSS('display', 'grid')
    await expect(plain.locator('.buy-form')).toHaveCSS('display', 'grid')
    await expect(plain.locator('link[rel="canonical"]')).toHaveAttribute('href', plain.url())
    const card = await plain.request.get(
      String(await plain.locator('meta[property="og:image"]').getAttribute('content')),
    )
    expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/webp'])
    await plain.close()
  })

  test('can ask for a mail when a product is back, also right after loading the page', async ({
    page,
    shelves: { packetId },
    owner,
  }) => {
    await countBags(owner, packetId, 0)
    await page.goto(`/bagDetails/${packetId}`)
    const watch = page.getByRole('button', { name: 'Tell me when it is back' })
    await expect(watch).toBeEnabled()
    await page.reload()
    await watch.click()
    await expect(page).toHaveURL('/login')
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.reload()
    await expect(news(page, 'we will tell you when House Blend is back')).toBeVisible()
    expect(errors).toEqual([])
  })

  test('has what they chose in the cart after the login, exactly once, whatever they click', async ({
    page,
    context,
    shelves,
    shop,
    request,
    tokenFor,
  }) => {
    const account = await signUp(request, shop.url, { ...newAccount(), tokenFor })
    const other = await context.newPage()
    await other.goto(`/bagDetails/${shelves.packetId}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/bagDetails/${shelves.packetId}`)
    await page.getByRole('radio', { name: 'Filter' }).check()
    await page.getByLabel('How many').fill('3')
    await buyButton(page).dblclick()
    await expect(page).toHaveURL('/login')
    await page.reload()
    await expect(news(page, '3 × House Blend are put into your cart')).toBeVisible()
    await logIn(page, account)
    await expect(news(page, '3 × House Blend Added Successfully')).toBeVisible()
    await expect(page).toHaveURL(`/bagDetails/${shelves.packetId}/house-blend`)
    await page.reload()
    await expect(page.locator('.cart-count')).toHaveText('3')
    await page.goBack()
    await other.reload()
    await other.goto('/myCart')
    const { rows } = cartOf(other)
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText('1 kg · Filter')
    await other.close()
  })

  test('has everything in the cart after the login that they chose before it', async ({
    page,
    shelves,
    shop,
    request,
    tokenFor,
  }) => {
    const account = await signUp(request, shop.url, { ...newAccount(), tokenFor })
    await page.goto(`/bagDetails/${shelves.packetId}`)
    await page.getByLabel('How many').fill('2')
    await buyButton(page).click()
    await expect(page).toHaveURL('/login')
    await page.goto(`/coffeeDetails/${shelves.brandId}`)
    await buyButton(page).click()
    await expect(news(page, '2 × House Blend and Harar are put into your cart')).toBeVisible()
    await page.goto('/register')
    await expect(news(page, '2 × House Blend and Harar are put into your cart')).toBeVisible()
    await page.goBack()
    await logIn(page, account)
    await expect(news(page, '2 × House Blend Added Successfully')).toBeVisible()
    await expect(news(page, 'Harar Added Successfully')).toBeVisible()
    await page.goto('/myCart')
    const { rows, row } = cartOf(page)
    await expect(rows).toHaveCount(3)
    await expect(row('House Blend')).toHaveCount(2)
  })

  test('signs up on the way, and is told what has changed until then', async ({
    page,
    shelves,
    owner,
    tokenFor,
  }) => {
    const { packetId } = shelves
    await page.goto(`/bagDetails/${packetId}`)
    await buyButton(page).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/register')
    await expect(news(page, 'House Blend is put into your cart')).toBeVisible()
    await reprice(owner, packetId, '21.99')
    const { name, email, password } = newAccount()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText(email)).toBeVisible()
    await page.goto(`${pages.confirmSignUp}#${await tokenFor(email)}`)
    await expect(news(page, 'House Blend now costs $21.99')).toBeVisible()
    await expect(page.getByRole('article')).toContainText('$21.99')
    await page.goto('/myCart')
    await expect(cartOf(page).row('House Blend')).toContainText('$21.99')
    await reprice(owner, packetId, '19.99')
  })

  test('has what they chose in the cart after a sign-up that another tab has finished', async ({
    page,
    context,
    shelves,
    shop,
    tokenFor,
  }) => {
    await page.goto(`/coffeeDetails/${shelves.brandId}`)
    await page.getByLabel('Grind').selectOption('Espresso')
    await buyButton(page).click()
    await expect(page).toHaveURL('/login')
    await page.close()
    // The link in a mail that confirms a sign-up also opens a tab with a new session.
    await signUp(context.request, shop.url, { ...newAccount(), tokenFor })
    const tab = await context.newPage()
    await tab.goto('/')
    await expect(news(tab, 'Harar Added Successfully')).toBeVisible()
    await tab.goto('/myCart')
    await expect(cartOf(tab).rows).toHaveCount(1)
    await expect(cartOf(tab).rows.first()).toContainText('250 g · Espresso')
  })
})
