import type { Page } from '@playwright/test'
import { FORBID_STORAGE, hold, laterScripts } from './network.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { createAccount, expect, newAccount, signIn, test } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'
import { sizes } from './screens.ts'

test.describe('the session', () => {
  test('starts and ends in all tabs when it does in one', async ({ page, context, shop }) => {
    const account = await createAccount(shop.url)
    const other = await context.newPage()
    await other.goto('/contact')
    await other.getByLabel('Name', { exact: true }).focus()
    await expect(other.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await page.goto('/login')
    await page.getByLabel('Email address').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(other.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await openCart(other)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('status').getByText('You are signed out')).toBeVisible()
    await expect(other).toHaveURL('/login')
    await expect(other.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await expect(other.getByText('Your session has ended.')).toHaveCount(0)
  })

  test('continues with a new token when the stored one is dropped or spoiled', async ({ page, shopper }) => {
    await openCart(page)
    expect(await storedToken(page)).toMatch(/^ey/)
    await page.evaluate('localStorage.removeItem("accessToken")')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'See Coffee' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Northfold' }), shopper.email).toBeVisible()
    await expect.poll(() => storedToken(page)).toMatch(/^ey/)
    await page.evaluate('localStorage.setItem("accessToken", "spoiled")')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'See Details' }).first().click()
    await expect(page.getByRole('button', { name: 'Buy Now' })).toBeVisible()
    await expect.poll(() => storedToken(page)).toMatch(/^ey/)
  })

  test('shows a progress bar while it loads, says that it could not be loaded, and retries', async ({
    page,
    shopper,
  }) => {
    const held = await hold(page, '**/api/auth/session')
    await page.goto('/myCart')
    await expect(page.getByRole('progressbar'), shopper.email).toBeVisible()
    await held.release((route) => route.abort())
    const problem = 'We could not check whether you are signed in'
    await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toHaveText(problem)
    await expect(page).toHaveTitle(`${problem} · Crema`)
    await expect(page).toHaveURL('/myCart')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })

  for (const [who, ends, then] of [
    ['a visitor who is signed in', false, 'Roasted in small batches, for mornings that take their time.'],
    ['a visitor whose session has ended', true, 'Log In'],
  ] as const) {
    test(`shows ${who} no form before it has loaded, without a layout shift afterwards`, async ({
      page,
      context,
      shopper,
    }) => {
      if (ends) {
        const cookies = await context.cookies()
        await shopper.call('POST /auth/sign-out', {})
        await context.addCookies(cookies)
      }
      await page.addInitScript(WATCH)
      const held = await hold(page, '**/api/auth/session')
      await page.goto('/login')
      await expect(page.getByRole('progressbar')).toBeVisible()
      expect(await page.evaluate('formSeen')).toBe(false)
      await held.release()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(then)
      expect(await page.evaluate('formSeen')).toBe(ends)
      expect(await page.evaluate<number>('moved')).toBeLessThan(0.01)
    })
  }

  test('moves nothing on a page of one’s own when it has loaded', async ({ page, shopper }) => {
    const [coffee] = await demoCoffees(shopper)
    if (!coffee) throw new Error('The demo shop has no coffee.')
    const { name } = coffee
    await fillCart(shopper, [coffee])
    await page.addInitScript(WATCH)
    for (const [path, content] of [
      ['/myCart', name],
      ['/account/profile', 'Your details'],
    ] as const) {
      for (const size of [sizes.phone, sizes.desktop]) {
        await page.setViewportSize(size)
        const held = await hold(page, '**/api/auth/session')
        await page.goto(path)
        await expect(page.getByRole('progressbar')).toBeVisible()
        await held.release()
        await expect(page.getByRole('main').getByText(content).first()).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeVisible()
        expect(await page.evaluate<number>('moved'), `${path}, ${size.width} px`).toBeLessThan(0.01)
      }
    }
  })

  test('keeps no data of one account for the next one', async ({ page, shop, shopper }) => {
    const account = await createAccount(shop.url, newAccount('Omar Reed'))
    const [brand] = await shopper.call('GET /allCoffee', {})
    const { coffees } = await shopper.call('GET /coffeeDetails/{id}', { params: { id: brand?._id ?? '' } })
    await page.goto(`/coffeeDetails/${brand?._id}`)
    await page.getByRole('button', { name: 'Buy Now' }).first().click()
    await expect(page.getByRole('status').getByText('Added Successfully')).toBeVisible()
    await page.getByRole('link', { name: 'My Cart' }).click()
    await expect(page.getByRole('rowheader', { name: coffees[0]?.name ?? '' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email address').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })

  test('shows nothing of an account once another tab has signed in to another one', async ({
    page,
    context,
    shop,
  }) => {
    const account = await createAccount(shop.url, newAccount('Omar Reed'))
    const earlier = await signIn(context.request, shop.url, demoAccounts.shopper)
    const { orders } = await earlier.call('GET /myOrders', { query: {} })
    await page.goto('/account')
    await expect(page.getByRole('article', { name: 'Order 1', exact: true })).toBeVisible()
    const receipt = await context.newPage()
    await receipt.goto(`/account/order/${orders[0]?._id}`)
    await expect(receipt.getByRole('heading', { name: 'Receipt for order' })).toBeVisible()
    const subscriptions = await context.newPage()
    await subscriptions.goto('/subscriptions')
    await expect(subscriptions.getByRole('article')).toHaveCount(1)
    const profile = await context.newPage()
    await profile.goto('/account/profile')
    await profile.getByLabel('Current password').fill(earlier.password)
    // Another account signs in without a sign-out before it, as a link in a mail does.
    await signIn(context.request, shop.url, account)
    const other = await context.newPage()
    await other.goto('/')
    await expect(page.getByText('You have not ordered anything yet')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(receipt.getByText('We could not find this order')).toBeVisible()
    await expect(receipt.getByText('Receipt for order')).toHaveCount(0)
    await expect(subscriptions.getByRole('article')).toHaveCount(0)
    await expect(profile.getByLabel('Name', { exact: true })).toHaveValue(account.name)
    await expect(profile.getByLabel('Current password')).toHaveValue('')
  })
})

test.describe('before the scripts have loaded', () => {
  test('typing and pressing Log In are not lost', async ({ page, shop }) => {
    const account = await createAccount(shop.url)
    const scripts = await hold(page, laterScripts)
    await page.goto('/login')
    await page.getByLabel('Email address').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await scripts.release()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('the menu of a phone opens, and stays open when they have loaded', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const scripts = await hold(page, laterScripts)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const login = page.getByRole('link', { name: 'Login', exact: true })
    await expect(login).toBeVisible()
    await scripts.release()
    await page.getByRole('button', { name: 'Next review' }).dispatchEvent('click')
    await expect(page.getByText('Tomas Lindqvist', { exact: true })).toBeVisible()
    await expect(login).toBeVisible()
  })
})

test('where the browser’s storage is forbidden the pages live, and one can log in and look into the cart', async ({
  page,
  shop,
}) => {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => void complaints.push(message))
  const account = await createAccount(shop.url)
  await page.addInitScript(FORBID_STORAGE)
  await page.goto('/')
  await page.getByRole('button', { name: 'Next review' }).click()
  await expect(page.getByText('Tomas Lindqvist', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Email address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'My Cart' }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})

test('without scripts a form says that it needs them, and keeps what was typed, and each page has its footer', async ({
  browser,
  shop,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url })
  for (const [path, button] of [
    ['/login', 'Log In'],
    ['/register', 'Sign Up'],
    ['/contact', 'Send message'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('form noscript p')).toBeVisible()
    await page.getByLabel('Email address').fill('nia@people.example')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByLabel('Email address')).toHaveValue('nia@people.example')
  }
  await page.goto('/myCart')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.close()
})

/**
 * A script that runs before the page's own scripts. `formSeen` is true if the page ever contained a form. `moved` is
 * the sum of all layout shifts.
 */
const WATCH = `
  globalThis.formSeen = false
  globalThis.moved = 0
  new MutationObserver(() => { formSeen ||= document.querySelector('main form') !== null }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value }).observe({ type: 'layout-shift', buffered: true })
`

async function openCart(page: Page): Promise<void> {
  await page.goto('/myCart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
}

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate<string | null>('localStorage.getItem("accessToken")')
}
