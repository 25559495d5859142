import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { lisbonAddress, portugueseShop } from '../../test/selling/portuguese-shop.ts'
import { expect, newAccount, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { demoCoffees } from '../products.ts'
import { bothLooks, expectNoFindings, sizes } from '../screens.ts'
import { test } from './gateways.ts'
import { fillAddress, ownerAccount } from './owner.ts'

test.use({ gateway: 'stripe' })

/** Offers subscriptions with 10 % off, in a shop that is open to everyone and roasts on Tuesdays. Returns the owner. */
async function offerSubscriptions(page: Page, origin: string): Promise<Person> {
  const owner = await signIn(page.request, origin, ownerAccount)
  const { version: sellingVersion } = await owner.call('GET /selling', {})
  const settings = {
    ...portugueseShop,
    ways: ['stripe' as const, 'transfer' as const, 'pickup' as const],
    roasting: { ...portugueseShop.roasting, weekdays: [2] },
    subscriptions: { isOffered: true, percentOff: 10 },
  }
  await owner.call('PUT /selling', { body: { settings, version: sellingVersion } })
  const { opening, version } = await owner.call('GET /shop/opening', {})
  if (opening.productsFor !== 'everyone' || !opening.isOpen)
    await owner.call('PUT /shop/opening', {
      body: { opening: { isOpen: true, productsFor: 'everyone' }, version },
    })
  return owner
}

const orderButton = (page: Page) => page.getByRole('button', { name: /^Order and pay \$[\d.]+, then \$/ })
const rhythmOf = (page: Page, name: string) => page.getByLabel(`How often ${name} comes`)

const CHOICE = 'roaster’s choice after the first'

/** Adds a coffee to the cart that comes every two weeks, with the keyboard. */
async function chooseRhythm(page: Page, name: string, isRoastersChoice = false): Promise<void> {
  await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked()
  await page.getByRole('radio', { name: 'Once' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Every 2 weeks' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'This one each time' })).toBeChecked()
  if (isRoastersChoice) await page.getByRole('radio', { name: 'Roaster’s choice' }).check()
  await page.getByRole('button', { name: /^Add to cart, / }).click()
  await expect(news(page, `${name} Added Successfully`)).toBeVisible()
}

/** Opens the subscriptions by the link in the first mail about them, and saves another card with a mailed code. */
async function saveCardByMail(page: Page, mailsTo: () => { text: string }[]): Promise<void> {
  const find = async (pattern: RegExp) => {
    const found = () => mailsTo().flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
    await expect.poll(() => found().length, { timeout: 15_000 }).toBeGreaterThan(0)
    return found()[0] ?? ''
  }
  await page.context().clearCookies()
  await page.goto(await find(/\S+(\/subscriptions#[^.\s]+)\s/))
  await page.getByRole('article').getByRole('button', { name: 'Change card' }).click()
  await page.getByLabel('Code from the mail').fill(await find(/\s(\d{6})\s[^]*The code works once/))
  await expectNoFindings(page, 'the change of a card by a mailed link', { looks: bothLooks })
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Save card', exact: true }).click()
  await expect(page.getByText('Your new card is saved, and used from now on.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Skip: / })).toBeVisible()
  await expect(page).toHaveURL(/\/subscriptions$/)
}

test('a guest subscribes on a phone, pays by transfer, and the subscription begins with the money', async ({
  page,
  browser,
  origin,
  openShop,
}) => {
  const owner = await offerSubscriptions(page, origin)
  const guest = await (await browser.newContext({ baseURL: origin, viewport: sizes.phone })).newPage()
  const [coffee] = await demoCoffees(owner)
  const { _id = '', name = '' } = coffee ?? {}
  await guest.goto(pages.coffee(_id))
  await expect(guest.getByText('10% less')).toBeVisible()
  await expect(guest.getByRole('radio', { name: 'Roaster’s choice' })).toHaveCount(0)
  await chooseRhythm(guest, name, true)
  await expect(guest.getByText('another filter coffee of this size comes each time')).toBeVisible()
  await expectNoFindings(guest, 'a coffee with subscriptions', { looks: bothLooks })
  await guest.goto('/myCart')
  await expect(cartOf(guest).row(name)).toContainText(`every 2 weeks, ${CHOICE}`)
  await rhythmOf(guest, name).selectOption('Once')
  await expect(cartOf(guest).row(name)).not.toContainText('every 2 weeks')
  await rhythmOf(guest, name).selectOption('Every 4 weeks, −10%')
  await expect(cartOf(guest).row(name)).toContainText('every 4 weeks')
  await expect(cartOf(guest).row(name)).not.toContainText(CHOICE)
  await guest.getByLabel(`Roaster’s choice after the first ${name}`).click()
  await expect(cartOf(guest).row(name)).toContainText(`every 4 weeks, ${CHOICE}`)
  await expectNoFindings(guest, 'the cart with a subscription', { looks: bothLooks })
  await cartOf(guest).checkOut.click()

  const email = newAccount().email
  await guest.getByLabel('Email address').fill(email)
  await guest.getByRole('radio', { name: 'I pick it up' }).check()
  await expect(guest.getByText('not at pickup')).toBeVisible()
  await guest.getByLabel('Name', { exact: true }).fill(lisbonAddress.name)
  await expect(guest.getByText('You allow the shop to save your card')).toBeVisible()
  await guest.getByRole('radio', { name: /^Bank transfer/ }).check()
  await expect(guest.getByText('You allow the shop to save your card')).toHaveCount(0)
  const again = guest.getByText(`${name} (${CHOICE}) every 4 weeks. Each time you pay $`)
  await expect(again).toContainText('is planned for')
  await expectNoFindings(guest, 'the checkout with a subscription', { looks: bothLooks })
  await expect(orderButton(guest)).toContainText(/then \$[\d.]+ every 4 weeks/)
  await orderButton(guest).click()
  await expect(guest.getByText('Your subscription begins as soon as we have your money')).toBeVisible()
  await expect(guest.getByText(`${name} every 4 weeks, ${CHOICE}`)).toBeVisible()
  await expectNoFindings(guest, 'after the order of a subscription', { looks: bothLooks })

  const { read } = await openShop('stripe')
  const begun = () =>
    read(`SELECT state, every_weeks, roasters_choice, quantity FROM subscriptions
      JOIN users ON users.id = subscriptions.user_id WHERE users.email = '${email}'`)
  expect(await begun()).toEqual([])
  const [order] = await read(`SELECT id FROM orders WHERE email = '${email}'`)
  const [id] = Object.values(order ?? {})
  await owner.call('PUT /order/{id}/state', {
    params: { id: String(id) },
    body: { from: 'waiting', to: 'paid' },
  })
  expect(await begun()).toEqual([{ state: 'active', every_weeks: 4, roasters_choice: 1, quantity: 1 }])
})

test('a shopper pays by card for one of two coffees again and again, and saves another card by a mailed link', async ({
  page,
  browser,
  shopper,
  origin,
  openShop,
  mailServer,
}) => {
  const other = await browser.newContext({ baseURL: origin })
  const owner = await offerSubscriptions(await other.newPage(), origin)
  await other.close()
  const [first, second] = await demoCoffees(owner)
  const { _id = '', name = '' } = first ?? {}
  await page.goto(pages.coffee(_id))
  await chooseRhythm(page, name)
  await page.goto(pages.coffee(second?._id ?? ''))
  await page.getByRole('button', { name: /^Add to cart, / }).click()
  await page.goto('/myCart')
  await rhythmOf(page, name).selectOption('Every 3 weeks, −10%')
  await expect(cartOf(page).row(name)).toContainText('every 3 weeks')
  await expect(cartOf(page).row(second?.name ?? '')).not.toContainText('every')
  await page.getByLabel(`Roaster’s choice after the first ${name}`).click()
  await expect(cartOf(page).row(name)).toContainText(`every 3 weeks, ${CHOICE}`)
  await cartOf(page).checkOut.click()
  await page.getByLabel('Country').selectOption('Portugal')
  await page.getByLabel('Name', { exact: true }).fill(lisbonAddress.name)
  await fillAddress(page)
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByText('You allow the shop to save your card')).toBeVisible()
  await orderButton(page).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Your subscription has begun:')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `${name} every 3 weeks` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See and change your subscriptions' })).toBeVisible()
  const { read } = await openShop('stripe')
  expect(
    await read(`SELECT state, every_weeks, roasters_choice FROM subscriptions
      JOIN users ON users.id = subscriptions.user_id WHERE users.email = '${shopper.email}'`),
  ).toEqual([{ state: 'active', every_weeks: 3, roasters_choice: 1 }])
  await saveCardByMail(page, () => mailServer.mailsTo(shopper.email))
})

test('an owner offers subscriptions, and reads which discount is too high', async ({ page, origin }) => {
  const owner = await offerSubscriptions(page, origin)
  await page.goto('/dashboard/selling')
  const discount = page.getByLabel('Discount in %')
  await expect(page.getByLabel('Customers can subscribe to coffees')).toBeChecked()
  await discount.fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Write a whole number from 0 to 50')).toBeVisible()
  await expect(discount).toBeFocused()
  await expectNoFindings(page, 'the settings of subscriptions', { looks: bothLooks })
  await discount.fill('15')
  await page.getByLabel('Customers can subscribe to coffees').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'The settings are saved')).toBeVisible()
  const { settings } = await owner.call('GET /selling', {})
  expect(settings.subscriptions).toEqual({ isOffered: false, percentOff: 15 })
  const [coffee] = await demoCoffees(owner)
  await page.goto(pages.coffee(coffee?._id ?? ''))
  await expect(page.getByRole('button', { name: /^Add to cart, / })).toBeEnabled()
  await expect(page.getByRole('radio', { name: 'Once' })).toHaveCount(0)
})
