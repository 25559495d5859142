import type { Browser, Page } from '@playwright/test'
import { expect, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf } from '../cart-page.ts'
import { toast } from '../dashboard-page.ts'
import type { MailServer } from '../mail-server.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { expectNoFindings } from '../screens.ts'
import { gateways, OWNER_MAIL, test } from './gateways.ts'
import { fillAddress, ownerAccount, sellWith } from './owner.ts'

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

async function markAsPaid(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(toast(page, 'is marked as paid')).toBeVisible()
}

async function refundPart(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount to refund' }).fill('1,25')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(toast(page, message)).toBeVisible()
}

/** What differs between the ways of delivery. */
type Delivery = {
  /** Chooses the way of delivery in the checkout. */
  choose: (page: Page) => Promise<void>
  /** A text of the order's page and of the mail that confirms the order. */
  shown: string
  /** Hands over an order on its page as the owner does, until it has the state `lastState`. */
  handOver: (page: Page, mails: Mails) => Promise<void>
  lastState: string
}

type Mails = { isPaidLater: boolean; mailServer: MailServer; to: string }

const parcel: Delivery = {
  choose: async (page) => {
    await page.getByLabel('Country').selectOption('Portugal')
    await fillAddress(page)
    await page.getByRole('button', { name: 'Use this address' }).click()
  },
  shown: '1200-093 Lisboa',
  handOver: async (page, { isPaidLater, mailServer, to }) => {
    if (isPaidLater) await markAsPaid(page)
    await step(page, 'Mark as packed', 'Packed')
    await page.getByRole('button', { name: 'Correct the address' }).click()
    const correction = page.getByRole('group', { name: 'Correct the address' })
    await expect(correction).toContainText('Country: Portugal')
    await expect(correction).toBeFocused()
    await page.getByRole('textbox', { name: 'Street and number' }).fill('Rua das Flores 3')
    await page.getByRole('checkbox', { name: 'Tell the customer by mail' }).check()
    const request = page.waitForRequest('**/api/order/*/address')
    await page.getByRole('button', { name: 'Save the address' }).click()
    // The email address was not changed here, and another admin may have corrected it by now.
    expect((await request).postDataJSON()).toEqual({
      tellsCustomer: true,
      address: expect.objectContaining({ line1: 'Rua das Flores 3' }),
    })
    await expect(toast(page, 'The address of order')).toBeVisible()
    await expect(page.locator('address')).toContainText('Rua das Flores 3')
    await mailWith(mailServer, to, /Rua das Flores 3/)
    await page.getByRole('textbox', { name: 'Tracking link' }).fill('https://post.example/track/7')
    await step(page, 'Mark as sent', 'Sent')
    await mailWith(mailServer, to, /https:\/\/post\.example\/track\/7/)
  },
  lastState: 'Sent',
}

const pickup: Delivery = {
  choose: (page) => page.getByRole('radio', { name: 'I pick it up' }).check(),
  shown: 'At the roastery',
  handOver: async (page, { isPaidLater, mailServer, to }) => {
    if (isPaidLater) {
      // The customer pays in cash, so the order is packed before it is paid.
      await page.getByRole('button', { name: 'Tell the customer that it is ready' }).click()
      await expect(toast(page, 'gets a mail that it is ready')).toBeVisible()
      await mailWith(mailServer, to, /when you pick it up/)
      await expect(page.getByRole('button', { name: 'Tell the customer' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Paid and picked up' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Paid and picked up' }).click()
      await expect(toast(page, 'is now: Delivered')).toBeVisible()
      await mailWith(mailServer, to, /we have your payment of/)
    } else {
      await step(page, 'Mark as packed', 'Packed')
      await step(page, 'Ready for pickup', 'Ready for pickup')
      await step(page, 'Mark as delivered', 'Delivered')
    }
    await mailWith(mailServer, to, /is ready/)
  },
  lastState: 'Delivered',
}

const sales = [
  { gateway: 'stripe', delivery: parcel, what: 'a parcel, and closes the tab after paying' },
  { gateway: 'later', delivery: pickup, what: 'a pickup, and pays there' },
] as const

for (const { gateway, delivery, what } of sales) {
  const { pay, confirmation, isPaidLater, refunded } = gateways[gateway]
  test.describe(`with the gateway ${gateway}`, () => {
    test.use({ gateway })

    test(`a shopper orders ${what}; the shop hands it over and refunds a part`, async ({
      page,
      browser,
      origin,
      shopper,
      mailServer,
    }) => {
      const office = await ownerWindow(browser, origin)
      await sellWith(office.owner)
      await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 2))
      await page.goto('/myCart')
      await cartOf(page).checkOut.click()
      await delivery.choose(page)
      await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).click()
      await pay(page)

      const confirmed = await mailWith(mailServer, shopper.email, confirmation)
      expect(confirmed).toContain(delivery.shown)
      const number = confirmation.exec(confirmed)?.[1] ?? ''
      await mailWith(mailServer, OWNER_MAIL, new RegExp(shopper.email))
      await office.page.goto('/dashboard')
      await expect(office.page.getByRole('combobox', { name: 'Payment' })).toHaveValue('ordered')
      await office.page.goto('/dashboard/picklist')
      const linkIn = (table: string) =>
        office.page
          .getByRole('table', { name: table, exact: true })
          .getByRole('link', { name: number, exact: true })
          .first()
      await expect(linkIn('To pack')).toBeVisible()
      await linkIn(isPaidLater ? 'Waiting for payment' : 'To pack').click()
      await expect(office.page.getByText(delivery.shown).first()).toBeVisible()
      await delivery.handOver(office.page, { isPaidLater, mailServer, to: shopper.email })
      await refundPart(office.page, refunded.toast)
      await mailWith(mailServer, shopper.email, refunded.mail)
      await office.page.context().close()

      const account = await page.context().newPage()
      await account.goto('/account')
      await expect(account.getByRole('article')).toContainText(delivery.lastState)
      await account.getByRole('link', { name: `Receipt for order ${number}` }).click()
      await expect(account.getByRole('row', { name: 'Refunded on' })).toContainText('$1.25')
      await expect(account.getByText('23% tax')).toBeVisible()
    })
  })
}

/** Orders the first coffee in the browser as a pickup that is paid there. Returns the id of the order and its total. */
async function orderPickup(page: Page, shopper: Person): Promise<{ id: string; total: string }> {
  await fillCart(shopper, (await demoCoffees(shopper)).slice(0, 1))
  await page.goto('/myCart')
  await cartOf(page).checkOut.click()
  await pickup.choose(page)
  await page.getByRole('button', { name: /^(Pay|Buy now,) \$/ }).click()
  await gateways.later.pay(page)
  const { orders } = await shopper.call('GET /myOrders', { query: {} })
  return { id: String(orders[0]?._id), total: String(orders[0]?.total) }
}

test.describe('with the gateway later', () => {
  test.use({ gateway: 'later' })

  test('an order that the customer has cancelled cannot be reopened, and its page says so', async ({
    page,
    browser,
    origin,
    shopper,
  }) => {
    const office = await ownerWindow(browser, origin)
    await sellWith(office.owner)
    const { id } = await orderPickup(page, shopper)
    await shopper.call('DELETE /myOrder/{id}', { params: { id } })
    await office.page.goto(`/dashboard/${id}`)
    await expect(office.page.getByText('The customer has cancelled this order')).toBeVisible()
    await expect(office.page.getByRole('button', { name: 'Reopen the order' })).toHaveCount(0)
    await expectNoFindings(office.page, 'an order that the customer has cancelled')
  })

  test('an order that was cancelled by mistake is reopened, and marked as paid only in full', async ({
    page,
    browser,
    origin,
    shopper,
    mailServer,
  }) => {
    const office = await ownerWindow(browser, origin)
    await sellWith(office.owner)
    const { id, total } = await orderPickup(page, shopper)
    await office.page.goto(`/dashboard/${id}`)
    const asked = office.page.getByRole('alertdialog')
    await office.page.getByRole('button', { name: 'Cancel order' }).click()
    await asked.getByRole('button', { name: 'Cancel order' }).click()
    await expect(toast(office.page, 'is now: Cancelled')).toBeVisible()
    await office.page.getByRole('button', { name: 'Reopen the order' }).click()
    await asked.getByRole('button', { name: 'Reopen the order' }).click()
    await expect(toast(office.page, 'is now: Waiting for payment')).toBeVisible()
    await mailWith(mailServer, shopper.email, /is open again/)

    await office.page.getByRole('button', { name: 'Mark as paid' }).click()
    await asked.getByRole('textbox', { name: 'Amount' }).fill('1,00')
    await asked.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(asked.getByText('An order is paid as a whole')).toBeVisible()
    await expectNoFindings(office.page, 'the question how much was paid, with an error')
    await asked.getByRole('textbox', { name: 'Amount' }).fill(total)
    await asked.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(toast(office.page, 'is marked as paid')).toBeVisible()
  })
})
