import type { Browser, Locator, Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { lisbonAddress, portugueseShop } from '../../test/selling/portuguese-shop.ts'
import { expect, logIn, newAccount, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import type { MailServer } from '../mail-server.ts'
import { countBags, demoCoffees } from '../products.ts'
import { hold, laterScripts } from '../network.ts'
import { bothLooks, expectNoFindings, sizes } from '../screens.ts'
import { test } from './gateways.ts'
import { fillAddress, ownerAccount } from './owner.ts'

test.use({ gateway: 'stripe' })

/** Opens the shop to everyone, with payment by card and by transfer. Returns the owner. */
async function openToEveryone(page: Page, origin: string): Promise<Person> {
  const owner = await signIn(page.request, origin, ownerAccount)
  await page.context().clearCookies()
  const selling = await owner.call('GET /selling', {})
  const settings = { ...portugueseShop, ways: ['stripe' as const, 'transfer' as const] }
  await owner.call('PUT /selling', { body: { settings, version: selling.version } })
  const { opening, version } = await owner.call('GET /shop/opening', {})
  if (opening.productsFor !== 'everyone' || !opening.isOpen)
    await owner.call('PUT /shop/opening', {
      body: { opening: { isOpen: true, productsFor: 'everyone' }, version },
    })
  return owner
}

/** Counts what a person without an account has to do. */
function counting() {
  const done = { clicks: 0, fields: 0 }
  return {
    done,
    click: async (locator: Locator) => {
      done.clicks += 1
      await locator.click()
    },
    fill: async (locator: Locator, text: string) => {
      done.fields += 1
      await locator.fill(text)
    },
  }
}

const buyButton = (page: Page) => page.getByRole('button', { name: /^Add to cart, \$/ })
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Cart/ })
const email = (page: Page) => page.getByLabel('Email address')
const payBy = (page: Page, way: 'card' | 'transfer') =>
  page.getByRole('button', { name: new RegExp(`^Buy now, \\$[\\d.]+ by ${way}$`) })
const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: /^Thank you/ })

/** Puts the first two coffees into the cart: two pieces of the first one, and one of the second. */
async function fillGuestCart(page: Page, owner: Person): Promise<string[]> {
  const coffees = (await demoCoffees(owner)).slice(0, 2)
  for (const [index, { _id, name }] of coffees.entries()) {
    await page.goto(pages.coffee(_id))
    if (index === 0) await page.getByLabel('How many').fill('2')
    await buyButton(page).click()
    await expect(news(page, `${index === 0 ? '2 × ' : ''}${name} Added Successfully`)).toBeVisible()
  }
  await expect(page.locator('.cart-count')).toHaveText('3')
  return coffees.map(({ name }) => name)
}

/** Types everything that the checkout of a guest asks for. */
async function fillCheckout(page: Page, address: string): Promise<void> {
  await email(page).fill(address)
  await page.getByLabel('Name', { exact: true }).fill(lisbonAddress.name)
  await fillAddress(page)
}

/** Returns the link in the only mail to an address whose text matches. */
async function linkIn(mailServer: MailServer, to: string, text: RegExp): Promise<string> {
  const find = () => mailServer.mailsTo(to).filter((mail) => text.test(mail.text))
  await expect.poll(() => find().length, `mails to ${to} like ${text}`).toBe(1)
  return /https?:\/\/\S+#\S+/.exec(find()[0]?.text ?? '')?.[0] ?? ''
}

async function newVisitor(browser: Browser, origin: string): Promise<Page> {
  return (await browser.newContext({ baseURL: origin })).newPage()
}

for (const [way, size] of [
  ['transfer', sizes.phone],
  ['card', sizes.desktop],
] as const)
  test(`a guest pays by ${way} in a window of ${size.width} px, with 7 clicks and 9 fields at most`, async ({
    page,
    origin,
  }) => {
    const owner = await openToEveryone(page, origin)
    const [coffee] = await demoCoffees(owner)
    const { done, click, fill } = counting()
    await page.setViewportSize(size)
    await page.goto(pages.coffee(coffee?._id ?? ''))
    await click(buyButton(page))
    await expect(news(page, 'Added Successfully')).toBeVisible()
    await click(cartLink(page))
    await expect(cartOf(page).rows).toHaveCount(1)
    await expectNoFindings(page, 'the cart of a guest', { looks: bothLooks })
    await click(cartOf(page).checkOut)
    await fill(email(page), newAccount().email)
    await expect(page.getByLabel('Country')).toHaveValue('PT')
    await expect(page.getByText('$4.50').first()).toBeVisible()
    await fill(page.getByLabel('Name', { exact: true }), lisbonAddress.name)
    await fill(page.getByLabel('Street and number'), lisbonAddress.line1)
    await fill(page.getByLabel('Postal code'), lisbonAddress.postcode)
    await fill(page.getByLabel('City'), lisbonAddress.city)
    if (way === 'transfer') await click(page.getByRole('radio', { name: /^Bank transfer/ }))
    await expectNoFindings(page, 'the checkout of a guest', { looks: bothLooks })
    await click(payBy(page, way))
    if (way === 'card') {
      await page.waitForURL(/\/pay\//)
      await click(page.getByRole('button', { name: 'Pay', exact: true }))
    }
    await expect(thanks(page)).toBeVisible()
    if (way === 'transfer') await expect(thanks(page)).toBeFocused()
    await expect(page.getByText('1200-093 Lisboa')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: coffee?.name ?? '' })).toBeVisible()
    await expect(page.getByText('You get a mail when it is on its way.')).toBeVisible()
    await expect(page.locator('.cart-count')).toHaveCount(0)
    test.info().annotations.push({ type: `a guest by ${way}`, description: JSON.stringify(done) })
    expect(done.clicks).toBeLessThanOrEqual(7)
    expect(done.fields).toBeLessThanOrEqual(9)
    await expectNoFindings(page, 'after the payment of a guest', { looks: bothLooks })
    await page.getByRole('link', { name: 'Receipt' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Receipt for order/ })).toBeVisible()
    await expectNoFindings(page, 'the receipt of a guest')
    await page.goto('/myCart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })

test('what a guest types and chooses survives errors and reloads, and tabs share the cart', async ({
  page,
  context,
  origin,
}) => {
  const owner = await openToEveryone(page, origin)
  const [first = '', second = ''] = await fillGuestCart(page, owner)
  await page.goto('/myCart')
  const other = await context.newPage()
  await other.goto('/myCart')
  await page.getByRole('button', { name: `Remove ${second}` }).click()
  await expect(cartOf(other).row(second)).toHaveCount(0)
  await news(page, 'was removed').getByRole('button', { name: 'Undo' }).click()
  await expect(cartOf(other).row(second)).toBeVisible()
  await expect(page.getByRole('rowheader', { name: second })).toBeFocused()
  await cartOf(other).row(first).getByRole('button', { name: 'One more' }).click()
  await expect(page.getByLabel(`Quantity of ${first}`)).toHaveValue('3')
  await expect(page.locator('.cart-count')).toHaveText('4')
  const [coffee] = await demoCoffees(owner)
  await countBags(owner, coffee?._id ?? '', 2)
  await page.reload()
  await expect(page.getByLabel(`Quantity of ${first}`)).toHaveValue('3')
  // Until the server has answered, the page shows the button again.
  const priced = await hold(page, '**/api/guestCart')
  const takeOnly = page.getByRole('button', { name: 'Take only 2' })
  await takeOnly.click()
  await takeOnly.click()
  await priced.release()
  await expect(takeOnly).toHaveCount(0)
  await expect(page.getByLabel(`Quantity of ${first}`)).toHaveValue('2')
  await countBags(owner, coffee?._id ?? '', 500)

  // The fields of the address cannot be loaded at first.
  await page.route('**/api/addressFormat/*', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await cartOf(page).checkOut.click()
  await expect(payBy(page, 'card')).toHaveAccessibleDescription('Complete the address first.')
  await page.getByRole('button', { name: 'Retry' }).click()
  await payBy(page, 'card').click()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expect(page.getByText('Street and number is required')).toBeVisible()
  await expect(email(page)).toBeFocused()
  await expectNoFindings(page, 'the checkout of a guest with errors', { looks: bothLooks })
  await fillCheckout(page, newAccount().email)
  await page.getByLabel('Postal code').fill('12')
  await payBy(page, 'card').click()
  await expect(page.getByText('Does not look right, such as')).toBeVisible()
  await expect(page.getByLabel('Postal code')).toBeFocused()
  await page.getByRole('button', { name: /^Add company/ }).click()
  await page.getByLabel(/^Company/).fill('Reis, Lda')
  await page.getByLabel('A note for us').fill('Ring twice')
  await page.reload()
  await expect(page.getByLabel('Street and number')).toHaveValue(lisbonAddress.line1)
  await expect(page.getByLabel(/^Company/)).toHaveValue('Reis, Lda')
  await expect(page.getByLabel('A note for us')).toHaveValue('Ring twice')
  await page.getByLabel('Country').selectOption('United States')
  await expect(page.getByLabel('ZIP code')).toBeVisible()
  await expect(page.getByText('$20.00').first()).toBeVisible()
  await page.getByRole('radio', { name: 'I pick it up' }).check()
  await expect(page.getByLabel('Street and number')).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(lisbonAddress.name)
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await payBy(page, 'transfer').click()
  await expect(thanks(page)).toBeVisible()
  await other.reload()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})

test('a guest who has not paid finds the payment in the cart, and can cancel it and pay another cart', async ({
  page,
  origin,
}) => {
  const owner = await openToEveryone(page, origin)
  const [first = ''] = await fillGuestCart(page, owner)
  await page.goto('/checkout')
  await fillCheckout(page, newAccount().email)
  await payBy(page, 'card').click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('link', { name: 'Continue to pay' })).toBeVisible()
  await page.goto('/checkout')
  await expect(page.getByText('Your payment is not completed yet')).toBeVisible()
  await page.goto('/myCart')
  await page.getByRole('link', { name: 'See payment' }).first().click()
  await page.getByRole('button', { name: 'Cancel the payment' }).click()
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
  await page.goto('/myCart')
  await page.getByRole('button', { name: `Remove ${first}` }).click()
  await cartOf(page).checkOut.click()
  await expect(page.getByLabel('City')).toHaveValue(lisbonAddress.city)
  await page.route('**/api/checkout', async (route) => {
    await route.fetch()
    await route.abort()
    await page.unroute('**/api/checkout')
  })
  await payBy(page, 'card').click()
  await expect(page.getByText('you are charged only once')).toBeVisible()
  await payBy(page, 'card').click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(thanks(page)).toBeVisible()
})

test('the mail leads a guest to the order from everywhere, and a sign-up brings it into the account', async ({
  page,
  browser,
  origin,
  mailServer,
}) => {
  const owner = await openToEveryone(page, origin)
  const guest = newAccount('Gia Moss')
  await fillGuestCart(page, owner)
  await page.goto('/checkout')
  await fillCheckout(page, guest.email)
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await payBy(page, 'transfer').click()
  await expect(thanks(page)).toBeVisible()

  const elsewhere = await newVisitor(browser, origin)
  await elsewhere.goto(new URL(page.url()).pathname)
  await expect(elsewhere.getByText('Open it with the link in our mail.')).toBeVisible()
  await expectNoFindings(elsewhere, 'an order of another person')
  const link = await linkIn(mailServer, guest.email, /number \d+/)
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { level: 1, name: /^Receipt for order/ })).toBeVisible()
  expect(new URL(elsewhere.url()).hash).toBe('')
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { level: 1, name: /^Receipt for order/ })).toBeVisible()
  await expectNoFindings(elsewhere, 'the order of a guest', { looks: bothLooks })
  await elsewhere.getByRole('button', { name: 'Cancel order' }).click()
  await elsewhere.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(news(elsewhere, 'is cancelled')).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeFocused()
  await elsewhere.context().close()

  await page.getByRole('link', { name: 'Make an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill(guest.name)
  await email(page).fill(guest.email)
  await page.getByLabel('Password', { exact: true }).fill(guest.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(guest.email)).toBeVisible()
  await page.goto(await linkIn(mailServer, guest.email, /confirmSignUp/))
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('the payment that a guest has opened is cancelled at the login, and its items join the cart', async ({
  page,
  origin,
  openShop,
  gateway,
}) => {
  const account = (await openShop(gateway)).shoppers.pop() ?? newAccount()
  const owner = await openToEveryone(page, origin)
  const [first = ''] = await fillGuestCart(page, owner)
  await page.goto('/checkout')
  await fillCheckout(page, newAccount().email)
  await payBy(page, 'card').click()
  await page.waitForURL(/\/pay\//)
  await page.goto('/login')
  const id = await page.evaluate<string>("JSON.parse(localStorage.getItem('guest-cart')).paymentId")
  await logIn(page, account)
  await expect.poll(() => page.evaluate("localStorage.getItem('guest-cart')")).toBeNull()
  const headers = { authorization: 'Guest' }
  expect(await (await page.request.get(`/api/payment/${id}`, { headers })).json()).toMatchObject({
    status: 'failed',
  })
  await page.goto('/myCart')
  await expect(page.getByLabel(`Quantity of ${first}`)).toHaveValue('2')
})

test('a guest who logs in at the checkout goes on with the same cart', async ({
  page,
  origin,
  openShop,
  gateway,
}) => {
  const account = (await openShop(gateway)).shoppers.pop() ?? newAccount()
  const [first = '', second = ''] = await fillGuestCart(page, await openToEveryone(page, origin))
  await page.goto('/checkout')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logIn(page, account)
  await expect(page).toHaveURL('/checkout')
  for (const name of [first, second])
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  await expect(page.getByText('There is nothing to pay')).toHaveCount(0)
})

test('the cart of a guest joins that of the account at the login, as far as there is enough', async ({
  page,
  origin,
  openShop,
  gateway,
}) => {
  const account = (await openShop(gateway)).shoppers.pop() ?? newAccount()
  const owner = await openToEveryone(page, origin)
  const [first = '', second = ''] = await fillGuestCart(page, owner)
  const [coffee] = await demoCoffees(owner)
  await countBags(owner, coffee?._id ?? '', 1)
  await page.goto('/checkout')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await email(page).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  // The answer to a request is lost after the server has added the coffee.
  await page.route('**/api/orders', async (route) => {
    if (!route.request().postData()?.includes(second)) return route.continue()
    await route.fetch()
    await route.abort()
    await page.unroute('**/api/orders')
  })
  // The script that adds the items cannot be loaded at first.
  await page.route(laterScripts, (route) => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('There is nothing to pay')).toBeVisible()
  await page.unroute(laterScripts)
  await page.reload()
  await expect(news(page, `No more of ${first} is left for your cart.`)).toBeVisible()
  await page.goto('/myCart')
  await expect(page.getByLabel(`Quantity of ${first}`)).toHaveValue('1')
  await expect(page.getByLabel(`Quantity of ${second}`)).toHaveValue('1')
  expect(await page.evaluate("localStorage.getItem('guest-cart')")).toBeNull()
  await countBags(owner, coffee?._id ?? '', 500)
})

test('a person without an account is told when a sold-out coffee is back, after confirming the address', async ({
  page,
  origin,
  mailServer,
}) => {
  const owner = await openToEveryone(page, origin)
  const coffee = (await demoCoffees(owner)).at(-1)
  const [id, name] = [coffee?._id ?? '', coffee?.name ?? '']
  await countBags(owner, id, 0)
  const address = newAccount().email
  await page.goto(pages.coffee(id))
  const ask = page.getByRole('button', { name: 'Tell me when it is back' })
  await ask.click()
  const dialog = page.getByRole('dialog', { name: `Shall we write to you when ${name} is back?` })
  await expect(email(page)).toBeFocused()
  await dialog.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(dialog.getByText('Email Address is required')).toBeVisible()
  await expectNoFindings(page, 'the dialog of a sold-out coffee', { looks: bothLooks })
  await email(page).fill(address)
  await dialog.getByRole('button', { name: 'Tell me when it is back' }).click()
  const sent = dialog.getByText(`A mail is on its way to ${address}.`)
  await expect(sent).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(ask).toBeFocused()

  await page.goto(await linkIn(mailServer, address, /Confirm it with this link/))
  const question = page.getByRole('alertdialog', { name: `Shall we write to you when ${name} is back?` })
  await expectNoFindings(page, 'the question of a mailed link', { looks: bothLooks })
  await question.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(news(page, `We will write to you when ${name} is back`)).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await countBags(owner, id, 500)
  await expect.poll(() => mailServer.mailsTo(address).length).toBe(2)
})
