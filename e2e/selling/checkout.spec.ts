import type { Page, Route } from '@playwright/test'
import { startRealShop } from '../../test/processes/real-shop.ts'
import type { RunningShop } from '../../test/processes/running-shop.ts'
import { counter, lisbonAddress, portugueseShop, post } from '../../test/selling/portuguese-shop.ts'
import { expect, signIn, test as peopleTest } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf } from '../cart-page.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { expectNoFindings, sizes } from '../screens.ts'
import { fillAddress, makeOwner, ownerAccount, sellWith } from './owner.ts'

/**
 * The Playwright `test` function with a shop that is not in demo mode. `owner` is its admin. No page is signed in as
 * `owner`.
 */
const test = peopleTest.extend<{ owner: Person }, { shop: RunningShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startRealShop(makeOwner, { TRUST_PROXY: '1' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
  owner: async ({ request, shop }, use) => use(await signIn(request, shop.url, ownerAccount)),
})

/** Opens the checkout as a shopper who has saved an address in Lisbon and has one coffee in the cart. */
async function openCheckout(
  page: Page,
  { owner, shopper }: { owner: Person; shopper: Person },
): Promise<void> {
  await sellWith(owner)
  await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
  await shopper.call('POST /addresses', { body: lisbonAddress })
  await page.goto('/checkout')
}

test.describe('the checkout of a real shop', () => {
  test('sends a parcel: address, delivery, promise, total, and an order number', async ({
    page,
    owner,
    shopper,
  }) => {
    await sellWith(owner)
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
    const fields = Promise.withResolvers<void>()
    await page.route('**/api/addressFormat/PT', async (route) => {
      await fields.promise
      await route.continue()
    })
    await page.goto('/myCart')
    await cartOf(page).checkOut.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    await page.getByLabel('Country').selectOption('Portugal')
    const useAddress = page.getByRole('button', { name: 'Use this address' })
    await expect(useAddress).toBeDisabled()
    fields.resolve()
    await useAddress.click()
    await expect(page.getByText('Street and number is required')).toBeVisible()
    await expectNoFindings(page, 'checkout with errors')
    await fillAddress(page)
    await page.getByLabel('Postal code').fill('12')
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(page.getByText('Does not look right, such as')).toBeVisible()
    await page.getByLabel('Postal code').fill(lisbonAddress.postcode)
    await page.getByRole('button', { name: 'Use this address' }).click()
    const summary = page.getByRole('region', { name: 'Your order' })
    await expect(summary.getByText('1200-093 Lisboa')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Post/ })).toBeChecked()
    await expect(page.getByText(/^Roasted on \w+day, \d+ \w+, with you by \w+/)).toBeVisible()
    await expect(page.getByText('Including 23% tax')).toBeVisible()
    await page.getByLabel('A note for us').fill('Ring twice')
    await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^At pickup/ })).toHaveCount(0)
    await expectNoFindings(page, 'checkout')
    await page.getByRole('button', { name: /^Buy now, \$[\d.]+ by transfer$/ }).click()
    await expect(page).toHaveURL(/\/checkout\/return\//)
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
    await expect(page.getByText(/order \d+/i)).toBeVisible()
    await expect(page.getByText(portugueseShop.payLaterNote)).toBeVisible()
    await expect(page.getByText('In cash')).toHaveCount(0)
    await expect(page.getByText('1200-093 Lisboa')).toBeVisible()
    await expectNoFindings(page, 'after the payment')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  })

  test('remembers addresses, follows their country, and can change and delete them', async ({
    page,
    owner,
    shopper,
  }) => {
    await openCheckout(page, { owner, shopper })
    await expect(page.getByRole('radio', { name: /Lisboa/ })).toBeChecked()
    await page.getByRole('button', { name: 'Add another address' }).click()
    await page.getByLabel('Country').selectOption('United States')
    await expect(page.getByLabel('ZIP code')).toHaveAttribute('autocomplete', 'shipping postal-code')
    await page.getByLabel('Street and number').fill('1 Main St')
    await page.getByLabel('City').fill('Mountain View')
    await page.getByLabel('State').selectOption('California')
    await page.getByLabel('ZIP code').fill('94043')
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(page.getByRole('radio', { name: /Mountain View, CA 94043/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: /^Post/ })).toBeChecked()
    await expect(page.getByText('$20.00').first()).toBeVisible()
    await page.getByRole('button', { name: `Edit the address of ${lisbonAddress.name}` }).click()
    await expect(page.getByLabel('Postal code')).toHaveValue('1200-093')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Delete the address of ${lisbonAddress.name}` }).click()
    await expect(page.getByRole('radio', { name: /Lisboa/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('radio', { name: /Lisboa/ })).toBeVisible()
  })

  test('keeps what is typed when it is reloaded, and the focus goes on with the customer', async ({
    page,
    owner,
    shopper,
  }) => {
    await sellWith(owner)
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    const fields = Promise.withResolvers<void>()
    await page.route('**/api/addressFormat/PT', async (route) => {
      await fields.promise
      await route.continue()
    })
    await page.goto('/checkout')
    await page.getByLabel('Country').selectOption('Portugal')
    await page.getByLabel('Country').press('Tab')
    await expect(page.getByRole('group', { name: 'Loading the address fields' })).toBeFocused()
    fields.resolve()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await fillAddress(page)
    await page.getByLabel('A note for us').fill('Ring twice')
    await page.reload()
    await expect(page.getByLabel('Street and number')).toHaveValue(lisbonAddress.line1)
    await expect(page.getByLabel('Country')).toHaveValue('PT')
    await expect(page.getByLabel('A note for us')).toHaveValue('Ring twice')
    await page.getByRole('button', { name: 'Use this address' }).press('Enter')
    await expect(page.getByRole('group', { name: 'Delivery' })).toBeFocused()
    await expect(page.getByRole('radio', { name: /^Post/ })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: /^Post/ })).toBeFocused()

    const add = page.getByRole('button', { name: 'Add another address' })
    await add.press('Enter')
    await expect(page.getByRole('region', { name: 'Where to?' })).toBeFocused()
    await page.getByLabel('Street and number').fill('Rua da Rosa 7')
    await page.reload()
    await expect(page.getByLabel('Street and number')).toHaveValue('Rua da Rosa 7')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(page.getByRole('group', { name: 'Where to?' })).toBeFocused()
    await page.reload()
    await add.click()
    await expect(page.getByLabel('Street and number')).toHaveValue('')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete the address' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Where to?' })).toBeFocused()
    await page.getByLabel('Street and number').fill('Rua da Rosa 7')
    await page.goto('/account/profile')
    await page.getByRole('button', { name: 'Add an address' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Addresses' })).toBeFocused()
    expect(await page.evaluate("sessionStorage.getItem('personal checkout')")).toContain('Rua da Rosa 7')
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate("sessionStorage.getItem('personal checkout')")).toBeNull()
  })

  test('lets people pick up an order without an address', async ({ page, owner, shopper }) => {
    await sellWith(owner)
    const [first] = await demoCoffees(shopper)
    if (!first) throw new Error('The demo shop has coffees.')
    await fillCart(shopper, [first])
    await page.goto('/myCart')
    await cartOf(page).checkOut.click()
    await page.getByRole('radio', { name: 'I pick it up' }).check()
    await expect(page.getByRole('radio', { name: /^At the roastery/ })).toBeChecked()
    await expect(page.getByText('Roasted and ready on')).toBeVisible()
    await expect(page.getByLabel('Street and number')).toHaveCount(0)
    const summary = page.getByRole('region', { name: 'Your order' })
    await expect(summary.getByText(first.name)).toBeVisible()
    await expect(page.getByRole('radio', { name: /^At pickup/ })).toBeChecked()
    await expect(page.getByText('In cash at the counter.')).toBeVisible()
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await expect(page.getByRole('button', { name: `Buy now, $${first.price} by transfer` })).toBeEnabled()
    await page.getByRole('radio', { name: /^At pickup/ }).check()
    await page.getByRole('button', { name: `Buy now, $${first.price} at pickup` }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
    await page.getByRole('link', { name: 'Your orders' }).click()
    await expect(page.getByRole('article')).toContainText(first.name)
    await expect(page.getByRole('article')).toContainText('How to payIn cash at the counter.')
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expectNoFindings(page, 'the question before an order is cancelled')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).press('Enter')
    await expect(page.getByRole('article')).toContainText('Cancelled')
    await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  })

  test('asks for no address, delivery or note in a shop that delivers nothing', async ({
    page,
    owner,
    shopper,
  }) => {
    await sellWith(owner, [])
    const [coffee] = await demoCoffees(shopper)
    if (!coffee) throw new Error('The demo shop has coffees.')
    await fillCart(shopper, [coffee, coffee])
    await page.goto('/checkout')
    const summary = page.getByRole('region', { name: 'Your order' })
    await expect(summary.getByRole('listitem')).toHaveText(new RegExp(`^2 × ${coffee.name}`))
    await expect(summary).not.toContainText('Delivery')
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expectNoFindings(page, 'a checkout without delivery')
    await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
    await page.getByRole('link', { name: 'Your orders' }).click()
    await expect(page.getByRole('article')).toContainText(`IBAN PT50 0000`)
  })

  test('takes no payment while an address is typed, and names the address that it goes to', async ({
    page,
    owner,
    shopper,
  }) => {
    await openCheckout(page, { owner, shopper })
    const summary = page.getByRole('region', { name: 'Your order' })
    const pay = summary.getByRole('button', { name: /^(Pay|Buy now,) \$/ })
    await expect(summary.getByText('1200-093 Lisboa')).toBeVisible()
    await expect(pay).toBeEnabled()
    for (const opens of ['Add another address', `Edit the address of ${lisbonAddress.name}`]) {
      await page.getByRole('button', { name: opens }).click()
      await expect(pay).toHaveAccessibleDescription('Complete the address first.')
      await pay.press('Enter')
      await expect(pay).toBeFocused()
      await expect(pay).toBeDisabled()
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(pay).toBeEnabled()
    }
    await page.getByRole('button', { name: `Edit the address of ${lisbonAddress.name}` }).click()
    await page.getByLabel('Street and number').fill('Rua da Rosa 7')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(summary.getByText('Rua da Rosa 7')).toBeVisible()
    await pay.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
    await expect(page.getByText('Rua da Rosa 7')).toBeVisible()
  })

  test('offers what is left if the shop removes ways of delivery, and only the total if none is', async ({
    page,
    owner,
    shopper,
  }) => {
    await openCheckout(page, { owner, shopper })
    await page.getByRole('radio', { name: 'I pick it up' }).check()
    await expect(page.getByRole('radio', { name: /^At the roastery/ })).toBeChecked()
    const pay = page.getByRole('button', { name: /^(Pay|Buy now,) \$/ })
    // A quote that is in flight would already leave out the counter.
    await expect(pay).toBeEnabled()
    await sellWith(owner, [post])
    await pay.click()
    await expect(page.getByRole('radio', { name: /^Post/ })).toBeChecked()
    await expect(pay).toBeEnabled()
    await sellWith(owner, [])
    await pay.click()
    await expect(page.getByRole('alert')).toContainText('This cannot be delivered there in this way.')
    await expect(page.getByRole('radio', { name: 'I pick it up' })).toHaveCount(0)
    await pay.click()
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  })

  test('names what another tab has taken out of the cart, and pays for the rest', async ({
    page,
    owner,
    shopper,
  }) => {
    await sellWith(owner, [counter])
    const [first, second] = await demoCoffees(shopper)
    if (!first || !second) throw new Error('The demo shop has coffees.')
    const [firstLine = '', secondLine = ''] = await fillCart(shopper, [first, second])
    const summary = page.getByRole('region', { name: 'Your order' })
    const pay = summary.getByRole('button')
    await page.goto('/checkout')
    await expect(summary).toContainText(first.name)
    await shopper.call('DELETE /orderDelete/{id}', { params: { id: firstLine } })
    await pay.click()
    await expect(page.getByRole('alert')).toHaveText(
      `${first.name} is no longer in your cart. Nothing was charged.`,
    )
    await expect(summary.getByRole('listitem')).toHaveCount(1)
    await expect(summary).toContainText(`Total$${second.price}`)
    await shopper.call('DELETE /orderDelete/{id}', { params: { id: secondLine } })
    await pay.click()
    await expect(
      page.getByRole('status').getByText(`${second.name} is no longer in your cart. Nothing was charged.`),
    ).toBeVisible()
    await expect(page).toHaveURL('/myCart')
  })

  test('says what became of a payment at the gateway, while the customer waits', async ({
    page,
    owner,
    shopper,
  }) => {
    await sellWith(owner, [counter])
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    const states: object[] = [{ status: 'checking', url: 'https://pay.example/session' }]
    await page.route('**/api/payment/*', (route) => route.fulfill({ json: states.at(-1) }))
    const withoutNumber = async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), number: null } })
    }
    await page.route('**/api/checkout/*', withoutNumber)
    await page.goto('/checkout')
    await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Your payment is being checked')
    await expect(page.getByRole('link', { name: 'Continue to pay' })).toHaveAttribute(
      'href',
      'https://pay.example/session',
    )
    await expectNoFindings(page, 'a payment that is being checked')
    const receipt = { number: 7, total: '2.50', items: [], payLaterNote: portugueseShop.payAtPickupNote }
    await page.route('**/api/myOrder/*', (route) => route.fulfill({ json: receipt }))
    states.push({ status: 'waiting', orderId: 'some order' })
    await expect(heading).toHaveText('Thank you for your order')
    await expect(page.getByText(portugueseShop.payAtPickupNote)).toBeVisible()
    states.push({ status: 'failed', reason: 'The card was declined.' })
    await page.reload()
    await expect(heading).toHaveText('The payment did not go through')
    await expect(page.getByText('The card was declined. Nothing was charged.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the checkout' }).click()
    await expect(heading).toHaveText('Checkout')
    await page.getByRole('link', { name: 'To your cart' }).click()
    await expect(page).toHaveURL('/myCart')
  })

  test('says that the shop has cancelled an order that was to be paid later', async ({
    page,
    owner,
    shopper,
  }) => {
    await sellWith(owner, [counter])
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    await page.route('**/api/payment/*', (route) =>
      route.fulfill({ json: { status: 'failed', reason: 'The shop cancelled the payment.' } }),
    )
    await page.goto('/checkout')
    await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order was cancelled')
    await expect(page.getByText(/^Order \d+ was cancelled\.$/)).toBeVisible()
    await expect(page.getByText('Nothing was charged')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Back to the checkout' })).toHaveCount(0)
    await expectNoFindings(page, 'a cancelled order')
  })

  test('works by keyboard on a phone', async ({ page, owner, shopper }) => {
    await sellWith(owner, [post])
    await page.setViewportSize(sizes.phone)
    await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
    await page.goto('/checkout')
    await page.getByLabel('Country').selectOption('Portugal')
    await fillAddress(page)
    await page.getByLabel('City').press('Enter')
    await expect(page.getByRole('radio', { name: /^Post/ })).toBeChecked()
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(sizes.phone.width)
    await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  })
})

test.describe('the page Selling', () => {
  test('sets up delivery, roast days and tax, and shows what a customer reads', async ({
    page,
    owner,
    shop,
  }) => {
    const { version } = await owner.call('GET /selling', {})
    await owner.call('PUT /selling', {
      body: { settings: { ...portugueseShop, methods: [], tax: [] }, version },
    })
    await signIn(page.request, shop.url, ownerAccount)
    await page.goto('/dashboard/selling')
    await expect(page.getByRole('heading', { level: 1, name: 'Selling' })).toBeVisible()
    await expect(page.getByText('There is no way of delivery yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a way of delivery' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    const method = page.getByRole('group', { name: 'Way of delivery 1' })
    await method.getByLabel('Name').fill('By bicycle')
    const bicycle = page.getByRole('group', { name: 'By bicycle' })
    const chosen = bicycle.getByRole('list', { name: 'Countries of this zone' }).getByRole('listitem')
    await expect(chosen).toHaveText(['The rest of the world'])
    await bicycle.getByLabel('Countries', { exact: true }).selectOption('All of the European Union')
    await bicycle.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(chosen).toHaveCount(27)
    await expect(
      bicycle.getByLabel('Countries', { exact: true }).getByRole('option', { name: 'Spain' }),
    ).toHaveCount(0)
    await bicycle.getByRole('button', { name: 'Remove Spain' }).click()
    await expect(bicycle.getByLabel('Countries', { exact: true })).toBeFocused()
    await bicycle.getByLabel('Countries', { exact: true }).selectOption('Norway')
    await page.keyboard.press('Tab')
    await expect(chosen.filter({ hasText: 'Norway' })).toBeVisible()
    await bicycle.getByLabel('Price in USD').fill('4,50')
    await bicycle.getByLabel('Working days, at least').fill('3')
    await bicycle.getByLabel('Working days, at most').fill('1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Must not be less than the least days')).toBeVisible()
    await expectNoFindings(page, 'Selling with errors')
    await bicycle.getByLabel('Working days, at most').fill('3')
    await page.getByRole('button', { name: 'Add a country' }).click()
    const rate = page.getByLabel('Standard rate in %')
    await expect(rate.first()).toHaveValue('23')
    await page.getByRole('button', { name: 'Add a country' }).click()
    const tax = page.getByRole('region', { name: 'Tax' })
    await expect(tax.getByLabel('Country').nth(1).getByRole('option', { name: 'Portugal' })).toHaveCount(0)
    await tax.getByLabel('Country').nth(1).selectOption('Germany')
    await expect(rate.nth(1)).toHaveValue('19')
    await expect(page.getByLabel('Reduced rate in %').nth(1)).toHaveValue('7')
    await expect(tax.getByText(/nothing is taxed there: Austria, Belgium, .*, Sweden\. /)).toBeVisible()
    await tax.getByRole('button', { name: 'Add them with the rates of Portugal' }).click()
    await expect(rate).toHaveCount(26)
    const addClosed = page.getByRole('button', { name: 'Add closed days' })
    await addClosed.click()
    await page.getByRole('button', { name: 'Remove these closed days' }).press('Enter')
    await expect(addClosed).toBeFocused()
    await addClosed.click()
    await page.getByLabel('First closed day').fill('2026-12-24')
    await page.getByLabel('Last closed day').fill('2026-12-01')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The last day is not before it')).toBeVisible()
    await page.getByLabel('Last closed day').fill('2027-01-02')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('The settings are saved')).toBeVisible()
    await expect(page.getByText(/^Ordered now: roasted on \w+day, \d+ \w+, with you by/)).toBeVisible()
    await page.setViewportSize(sizes.phone)
    await page.reload()
    await expect(page.getByLabel('Price in USD')).toHaveValue('4.50')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(sizes.phone.width)
    await expect(rate.first()).toHaveValue('23')
    await expect(page.getByLabel('Reduced rate in %').first()).toHaveValue('')
    await expect(page.getByLabel('Last closed day')).toHaveValue('2027-01-02')
    await expect(chosen).toHaveCount(27)
  })

  test('overwrites nothing that another admin has saved, and asks before changes are lost', async ({
    page,
    owner,
    shop,
  }) => {
    await sellWith(owner)
    await signIn(page.request, shop.url, ownerAccount)
    await page.goto('/dashboard/selling')
    await page.getByLabel('How to pay by transfer').fill('In cash')
    await sellWith(owner, [counter])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Another admin has saved these settings')
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByLabel('How to pay by transfer')).toHaveValue('In cash')
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  })
})
