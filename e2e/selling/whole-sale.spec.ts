import type { Browser, Page } from '@playwright/test'
import { startRealShop } from '../../test/processes/real-shop.ts'
import type { RunningShop } from '../../test/processes/running-shop.ts'
import type { FakeStripe } from '../../test/stripe/fake-stripe.ts'
import { deliverTo, startStripe, stripeSettings } from '../../test/stripe/stripe.ts'
import { expect, signIn, signUp, test as peopleTest } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf } from '../cart-page.ts'
import { toast } from '../dashboard-page.ts'
import { reserveMailServer } from '../mail-server.ts'
import type { MailServer } from '../mail-server.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { expectNoFindings } from '../screens.ts'
import { fillAddress, makeOwner, ownerAccount, sellWith } from './owner.ts'

type Shops = { mailServer: MailServer; stripe: FakeStripe; shop: RunningShop; laterShop: RunningShop }

/**
 * The Playwright `test` function with two shops that are not in demo mode and send mails. Customers of `shop` pay
 * through `stripe`, and customers of `laterShop` pay later.
 */
const test = peopleTest.extend<object, Shops>({
  mailServer: [
    async ({}, use) => {
      const server = await reserveMailServer()
      await server.open()
      await use(server)
      server.close()
    },
    { scope: 'worker' },
  ],
  stripe: [
    async ({}, use) => {
      const stripe = await startStripe()
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ stripe, mailServer }, use) => {
      const shop = await startRealShop(makeOwner, { ...mailTo(mailServer), ...stripeSettings(stripe) })
      deliverTo(stripe, shop.url)
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
  laterShop: [
    async ({ mailServer }, use) => {
      const shop = await startRealShop(makeOwner, { ...mailTo(mailServer), PAYMENT_GATEWAY: 'later' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})

function mailTo({ url }: MailServer): Record<string, string> {
  return {
    SMTP_URL: url,
    MAIL_FROM: 'shop@coffee.example',
    MAIL_TO: 'owner@coffee.example',
    TRUST_PROXY: '1',
  }
}

/** Opens a browser context with a page on which the owner of the shop at `origin` is signed in. */
async function ownerWindow(browser: Browser, origin: string): Promise<{ page: Page; owner: Person }> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  return { page, owner: await signIn(context.request, origin, ownerAccount) }
}

/** Waits until the server has exactly one mail to this address whose text matches, and returns its text. */
async function mailWith(mailServer: MailServer, to: string, text: RegExp): Promise<string> {
  const find = () => mailServer.mailsTo(to).filter((mail) => text.test(mail.text))
  await expect.poll(() => find().length, `mails to ${to} like ${text}`).toBe(1)
  return find()[0]?.text ?? ''
}

/** Presses a button of the order's page, and waits for the message that the order has the new state. */
async function step(page: Page, button: string, state: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(toast(page, `is now: ${state}`)).toBeVisible()
}

test('a shopper pays at Stripe and closes the tab; the parcel is packed, sent and partly refunded', async ({
  page,
  browser,
  shop,
  shopper,
  mailServer,
}) => {
  const office = await ownerWindow(browser, shop.url)
  await sellWith(office.owner)
  await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
  await page.goto('/myCart')
  await cartOf(page).payAll.click()
  await page.getByLabel('Country').selectOption('Portugal')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.close()

  const confirmation = await mailWith(mailServer, shopper.email, /Your order has the number/)
  expect(confirmation).toContain('1200-093 Lisboa')
  const number = /has the number (\d+)/.exec(confirmation)?.[1]
  await mailWith(mailServer, 'owner@coffee.example', new RegExp(shopper.email))
  await office.page.goto('/dashboard/picklist')
  await office.page
    .getByRole('link', { name: String(number), exact: true })
    .first()
    .click()
  await expect(office.page.getByText('1200-093 Lisboa')).toBeVisible()
  await step(office.page, 'Mark as packed', 'Packed')
  await office.page.getByRole('textbox', { name: 'Tracking link' }).fill('https://post.example/track/7')
  await step(office.page, 'Mark as sent', 'Sent')
  expect(await mailWith(mailServer, shopper.email, /post\.example/)).toContain('https://post.example/track/7')

  await office.page.getByRole('textbox', { name: 'Amount to refund' }).fill('1.25')
  await office.page.getByRole('button', { name: 'Refund' }).click()
  await office.page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(toast(office.page, '$1.25 was refunded')).toBeVisible()
  await mailWith(mailServer, shopper.email, /we have refunded \$1\.25/)
  await expectNoFindings(office.page, 'the page of an order that was paid at Stripe')

  const later = await page.context().newPage()
  await later.goto('/account')
  await later.getByRole('link', { name: `Receipt for order ${number}` }).click()
  await expect(later.getByRole('row', { name: 'Refunded on' })).toContainText('$1.25')
  await expect(later.getByText('23 % tax')).toBeVisible()
  await office.page.context().close()
})

test('a shopper orders to pick up, is told when it is ready, and pays there', async ({
  browser,
  laterShop,
  mailServer,
}) => {
  const office = await ownerWindow(browser, laterShop.url)
  await sellWith(office.owner)
  const context = await browser.newContext({ baseURL: laterShop.url })
  const page = await context.newPage()
  const shopper = await signUp(context.request, laterShop.url)
  await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
  await page.goto('/myCart')
  await cartOf(page).payAll.click()
  await page.getByRole('radio', { name: 'I pick it up' }).check()
  await page.getByRole('button', { name: /^(Pay|Order)/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you, now you can pay' })).toBeVisible()
  await expect(page.getByText('IBAN PT50 0000')).toBeVisible()
  await expectNoFindings(page, 'an order that waits for its payment')
  await page.goto('/myCart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()

  const confirmation = await mailWith(mailServer, shopper.email, /IBAN PT50 0000/)
  const number = /number (\d+)/.exec(confirmation)?.[1]
  await office.page.goto('/dashboard/picklist')
  const toPack = office.page.getByRole('table', { name: 'To pack', exact: true })
  await expect(toPack.getByRole('link', { name: String(number), exact: true })).toBeVisible()
  const waiting = office.page.getByRole('table', { name: 'Waiting for payment' })
  await expectNoFindings(office.page, 'the pick list with an order that waits for its payment')
  await waiting.getByRole('link', { name: String(number), exact: true }).click()
  await office.page.getByRole('button', { name: 'Tell the customer that it is ready' }).click()
  await expect(toast(office.page, 'gets a mail that it is ready')).toBeVisible()
  await mailWith(mailServer, shopper.email, /when you pick it up/)
  await expect(office.page.getByRole('button', { name: 'Tell the customer' })).toHaveCount(0)
  await step(office.page, 'Mark as paid', 'Paid')
  await step(office.page, 'Mark as packed', 'Packed')
  await step(office.page, 'Ready for pickup', 'Ready for pickup')
  await step(office.page, 'Mark as delivered', 'Delivered')
  expect(mailServer.mailsTo(shopper.email).filter(({ text }) => text.includes('is ready'))).toHaveLength(1)

  await office.page.getByRole('textbox', { name: 'Amount to refund' }).fill('0.50')
  await office.page.getByRole('button', { name: 'Refund' }).click()
  await office.page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(toast(office.page, 'The refund of $0.50 is noted. Transfer it yourself')).toBeVisible()
  await mailWith(mailServer, shopper.email, /we refund \$0\.50/)
  await page.goto('/account')
  await expect(page.getByRole('article')).toContainText('Delivered')
  await page.getByRole('link', { name: `Receipt for order ${number}` }).click()
  await expect(page.getByRole('row', { name: 'Refunded on' })).toContainText('$0.50')
  await context.close()
  await office.page.context().close()
})
