import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { lisbonAddress, portugueseShop } from '../../test/selling/portuguese-shop.ts'
import { expect, newAccount, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { news } from '../cart-page.ts'
import { demoCoffees } from '../products.ts'
import { bothLooks, expectNoFindings } from '../screens.ts'
import { test } from './gateways.ts'
import { fillAddress, ownerAccount } from './owner.ts'

test.use({ gateway: 'stripe' })

/** Signs the page in as the owner of a shop that is open to everyone, with payment by card and by transfer. */
async function openToEveryone(page: Page, origin: string): Promise<Person> {
  const owner = await signIn(page.request, origin, ownerAccount)
  const selling = await owner.call('GET /selling', {})
  const settings = { ...portugueseShop, ways: ['stripe' as const, 'transfer' as const] }
  await owner.call('PUT /selling', { body: { settings, version: selling.version } })
  const { version } = await owner.call('GET /shop/opening', {})
  const opening = { isOpen: true, productsFor: 'everyone' } as const
  await owner.call('PUT /shop/opening', { body: { opening, version } })
  return owner
}

async function openCheckout(page: Page, coffeeId: string): Promise<void> {
  await page.goto(pages.coffee(coffeeId))
  await page.getByRole('button', { name: /^Add to cart, \$/ }).click()
  await expect(news(page, 'Added Successfully')).toBeVisible()
  await page.goto(pages.checkout)
}

async function fillCheckout(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(newAccount().email)
  await page.getByLabel('Name', { exact: true }).fill(lisbonAddress.name)
  await fillAddress(page)
}

const summary = (page: Page) => page.getByRole('region', { name: 'Your order' })

async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Discount code' })
  if (!(await field.isVisible())) await page.locator('summary', { hasText: 'Discount code' }).click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('an owner makes a code, a guest comes with its link and pays less, and the owner ends it', async ({
  page,
  origin,
}) => {
  const owner = await openToEveryone(page, origin)
  const [coffee] = await demoCoffees(owner)
  const coffeeId = coffee?._id ?? ''
  const price = Math.round(Number(coffee?.price) * 100)
  const off = Math.floor((price * 15 + 50) / 100)
  const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
  await page.goto(pages.discounts)
  await expect(page.getByText('There are no discounts yet')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Spring')
  await page.getByLabel('Code (optional)').fill('früh ling')
  await page.getByLabel('Percent off').fill('15')
  await page.getByRole('button', { name: 'Add a discount' }).click()
  await expect(page.getByText('Must be 3 to 40 letters or digits, without spaces')).toBeVisible()
  await expectNoFindings(page, 'a discount with an error', { looks: bothLooks })
  await page.getByLabel('Code (optional)').fill('Frühling')
  await page.getByRole('button', { name: 'Add a discount' }).click()
  const entry = page.getByRole('article').filter({ hasText: 'FRÜHLING' })
  await expect(entry).toContainText('15 % off')
  await expect(entry).toContainText('Not used')
  await expectNoFindings(page, 'the discounts', { looks: bothLooks })
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))")
  await entry.getByRole('button', { name: 'Copy link' }).click()
  await expect(news(page, 'Your browser does not allow copying')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(`/?code=${encodeURIComponent('frühling')}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A text that is no code changes nothing.
  await page.goto('/?code=%00')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openCheckout(page, coffeeId)
  await expect(summary(page).getByText('The code FRÜHLING is applied.')).toBeVisible()
  await expect(summary(page).getByText(`−${money(off)}`)).toBeVisible()
  await expectNoFindings(page, 'a checkout with a code', { looks: bothLooks })
  await summary(page).getByRole('button', { name: 'Remove' }).click()
  await expect(summary(page).getByText('−$')).toHaveCount(0)
  const group = page.getByRole('group', { name: 'Discount code' })
  await expect(group).toBeFocused()
  await enterCode(page, 'nothing')
  await expect(page.getByText('We do not know this code.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()
  await expectNoFindings(page, 'a checkout with a wrong code', { looks: bothLooks })
  await enterCode(page, ' frühling ')
  await expect(summary(page).getByText(`−${money(off)}`)).toBeVisible()
  await expect(group).toBeFocused()
  await fillCheckout(page)
  await page.getByRole('radio', { name: /^Bank transfer/ }).click()
  await page.getByRole('button', { name: `Buy now, ${money(price - off + 450)} by transfer` }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  await expect(page.getByText('Spring (FRÜHLING)')).toBeVisible()

  await openCheckout(page, coffeeId)
  await expect(summary(page).getByText('−$'), 'the code was forgotten').toHaveCount(0)
  await signIn(page.request, origin, ownerAccount)
  await page.goto(pages.discounts)
  await expect(entry).toContainText(`Used once, ${money(off)} given`)
  await expect(entry.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await entry.getByRole('button', { name: 'End Spring' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click()
  await expect(entry).toContainText('Ended')
})

test('an order that costs nothing is placed without a payment, and a small one is not paid by card', async ({
  page,
  origin,
}) => {
  const owner = await openToEveryone(page, origin)
  const [coffee] = await demoCoffees(owner)
  const form = {
    kind: 'percent',
    chosen: [],
    fromSubtotal: '',
    fromDay: '',
    untilDay: '',
    maxUses: null,
  } as const
  const more = { maxPerPerson: null, isFirstOrder: false }
  const add = (given: { code: string; value: string; name: string; kind: 'percent' | 'delivery' }) =>
    owner.call('POST /discounts', { body: { ...form, ...more, ...given, chosen: [] } })
  const free = await add({ code: '', value: '', name: 'Free delivery', kind: 'delivery' })
  const whole = await add({ code: 'PRESENT', value: '100', name: 'A present', kind: 'percent' })
  const most = await add({ code: 'MOST', value: '99', name: 'Nearly all', kind: 'percent' })
  await page.context().clearCookies()
  await openCheckout(page, coffee?._id ?? '')
  await enterCode(page, 'most')
  await expect(page.getByText('At least $0.50 can be paid online.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Card/ })).toHaveCount(0)
  await summary(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeVisible()
  await enterCode(page, 'present')
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Order now, nothing to pay' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  await expect(page.getByText(/^Order \d+ is paid\.$/)).toBeVisible()
  await expect(page.getByText('A present (PRESENT)')).toBeVisible()
  for (const { insertedId: id = '' } of [free, whole, most])
    await owner.call('PUT /discounts/{id}', { params: { id } })
})

test('a guest who has ordered before orders without the discount for a first order, after one refusal', async ({
  page,
  origin,
}) => {
  const owner = await openToEveryone(page, origin)
  const [coffee] = await demoCoffees(owner)
  const conditions = { chosen: [], fromSubtotal: '', fromDay: '', untilDay: '', maxUses: null }
  const form = { code: '', name: 'Welcome', kind: 'percent', value: '10' } as const
  const body = { ...form, ...conditions, maxPerPerson: null, isFirstOrder: true }
  const { insertedId: id = '' } = await owner.call('POST /discounts', { body })
  await page.context().clearCookies()
  const { email } = newAccount()
  const pay = page.getByRole('button', { name: /^Buy now, .+ by transfer$/ })
  async function orderAs(typed: string): Promise<void> {
    await openCheckout(page, coffee?._id ?? '')
    await expect(summary(page).getByText('Only for your first order.')).toBeVisible()
    await fillCheckout(page)
    await page.getByLabel('Email address').fill(typed)
    await page.getByRole('radio', { name: /^Bank transfer/ }).click()
    await pay.click()
  }
  await orderAs(email)
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  await orderAs(email.toUpperCase())
  await expect(page.getByText('“Welcome” cannot be used for this order, so it was taken off.')).toBeVisible()
  await expect(summary(page).getByText('−$')).toHaveCount(0)
  await expectNoFindings(page, 'a checkout without a refused discount', { looks: bothLooks })
  await pay.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  await owner.call('PUT /discounts/{id}', { params: { id } })
})
