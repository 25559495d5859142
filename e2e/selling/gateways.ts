import type { Page, WorkerFixture } from '@playwright/test'
import { startRealShop } from '../../test/processes/real-shop.ts'
import type { RealShop } from '../../test/processes/real-shop.ts'
import type { FakeStripe } from '../../test/stripe/serve.ts'
import { deliverTo, startStripe, stripeSettings } from '../../test/stripe/stripe.ts'
import { createAccount, expect, newAccount, signIn, test as peopleTest } from '../account-fixtures.ts'
import type { Account } from '../account-fixtures.ts'
import { reserveMailServer } from '../mail-server.ts'
import type { MailServer } from '../mail-server.ts'
import { makeOwner } from './owner.ts'

/** A Playwright fixture with a replacement of Stripe for each worker. */
export const stripeFixture: [WorkerFixture<FakeStripe, object>, { scope: 'worker' }] = [
  async ({}, use) => {
    const stripe = await startStripe()
    await use(stripe)
    await stripe.close()
  },
  { scope: 'worker' },
]

type GatewayName = 'later' | 'stripe'

/** What differs between the payment gateways when a customer buys in the browser. */
type GatewayCase = {
  /** The settings of a shop with this gateway. */
  settings: (stripe: FakeStripe) => Record<string, string>
  /**
   * Completes the payment after the customer has pressed Pay in the checkout, or sees how to pay. Closes the page if
   * the shop must learn the outcome by itself.
   */
  pay: (page: Page) => Promise<void>
  /** Matches the mail that confirms the order. Its first group is the number of the order. */
  confirmation: RegExp
  /** Whether an admin has to mark the order as paid before it is packed. */
  isPaidLater: boolean
  /** The message to the admin after a refund of $1.25, and the words of the mail about it. */
  refunded: { toast: string; mail: RegExp }
}

export const gateways: Record<GatewayName, GatewayCase> = {
  later: {
    settings: () => ({ PAYMENT_GATEWAY: 'later' }),
    pay: async (page) => {
      await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
      await expect(page.getByText('In cash at the counter.')).toBeVisible()
      await page.goto('/myCart')
      await expect(page.getByText('Your cart is empty')).toBeVisible()
    },
    confirmation: /number (\d+)[^]*In cash at the counter/,
    isPaidLater: true,
    refunded: {
      toast: 'The refund of $1.25 is noted. Give it back yourself',
      mail: /we refund \$1\.25/,
    },
  },
  stripe: {
    settings: stripeSettings,
    pay: async (page) => {
      await page.waitForURL(/\/pay\//)
      await page.getByRole('button', { name: 'Pay' }).click()
      await page.close()
    },
    confirmation: /Your order has the number (\d+)/,
    isPaidLater: false,
    refunded: { toast: '$1.25 was refunded', mail: /we have refunded \$1\.25/ },
  },
}

type Fixtures = {
  /** The gateway of the shop that the test uses. */
  gateway: GatewayName
  /** The origin of that shop. */
  origin: string
}

type Servers = {
  mailServer: MailServer
  stripe: FakeStripe
  /** Returns the shop with a gateway, and starts it if no test of this worker has used it before. */
  openShop: (gateway: GatewayName) => Promise<GatewayShop>
}

/**
 * The Playwright `test` function with a shop that is not in demo mode, sends mails, and uses the gateway that
 * `test.use({ gateway })` sets. `page` shows this shop, and `shopper` has an account there.
 */
export const test = peopleTest.extend<Fixtures, Servers>({
  gateway: ['stripe', { option: true }],
  mailServer: [
    async ({}, use) => {
      const server = await reserveMailServer()
      await server.open()
      await use(server)
      server.close()
    },
    { scope: 'worker' },
  ],
  stripe: stripeFixture,
  openShop: [
    async ({ stripe, mailServer }, use) => {
      const shops = new Map<GatewayName, GatewayShop>()
      await use(async (gateway) => {
        const shop = shops.get(gateway) ?? (await startShopWith(gateway, { stripe, mailServer }))
        shops.set(gateway, shop)
        return shop
      })
      for (const shop of shops.values()) await shop.dispose()
    },
    { scope: 'worker' },
  ],
  origin: async ({ openShop, gateway }, use) => use((await openShop(gateway)).url),
  baseURL: async ({ origin }, use) => use(origin),
  shopper: async ({ page, origin, openShop, gateway }, use) => {
    const account = (await openShop(gateway)).shoppers.pop()
    if (!account) throw new Error(`More than ${SHOPPERS} tests use the shop with the gateway ${gateway}.`)
    await use(await signIn(page.request, origin, account))
  },
})

/** The email address to which the shops report new orders. */
export const OWNER_MAIL = 'owner@coffee.example'

/**
 * A shop, and accounts in it that no test has used. They were made while it was a demo shop, because a shop that sends
 * mails confirms sign-ups by mail, which takes seconds.
 */
type GatewayShop = RealShop & { shoppers: Account[] }

const SHOPPERS = 8

async function startShopWith(
  gateway: GatewayName,
  { stripe, mailServer }: Pick<Servers, 'stripe' | 'mailServer'>,
): Promise<GatewayShop> {
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'shop@coffee.example', MAIL_TO: OWNER_MAIL }
  const settings = { TRUST_PROXY: '1', ...mail, ...gateways[gateway].settings(stripe) }
  const shoppers = Array.from({ length: SHOPPERS }, () => newAccount())
  const shop = await startRealShop(async (url) => {
    await makeOwner(url)
    for (const shopper of shoppers) await createAccount(url, shopper)
  }, settings)
  if (gateway === 'stripe') deliverTo(stripe, shop.url)
  return { ...shop, shoppers }
}
