import type { Locator, Page } from '@playwright/test'
import type { Product } from '#contract/catalogue.ts'
import type { PaymentWay } from '#contract/selling/gateways.ts'
import { lisbonAddress, portugueseShop, post } from '../../test/selling/portuguese-shop.ts'
import type { FakeStripe } from '../../test/stripe/serve.ts'
import { deliverTo, stripeSettings } from '../../test/stripe/stripe.ts'
import type { Person } from '../account-fixtures.ts'
import { fillCart } from '../products.ts'
import { stripeFixture } from './gateways.ts'
import { expect, test as realShopTest } from './real-shop-fixture.ts'

export { expect } from './real-shop-fixture.ts'

type Day = {
  /** Places an order of the shopper, which is paid at once by card, or waits for a transfer. */
  place: (way: PaymentWay) => Promise<PlacedOrder>
}

type PlacedOrder = { id: string; number: number }

/** The Playwright `test` function with a shop in Portugal that sends parcels, and is paid by card and by transfer. */
export const test = realShopTest.extend<Day, { stripe: FakeStripe }>({
  stripe: stripeFixture,
  settings: [
    async ({ settings, stripe }, use) => use({ ...settings, ...stripeSettings(stripe) }),
    { scope: 'worker' },
  ],
  shop: [
    async ({ shop, stripe }, use) => {
      deliverTo(stripe, shop.url)
      await use(shop)
    },
    { scope: 'worker' },
  ],
  place: async ({ owner, shelves, shopper, stripe }, use) => {
    const { version } = await owner.call('GET /selling', {})
    const settings = { ...portugueseShop, methods: [post], ways: ['stripe' as const, 'transfer' as const] }
    await owner.call('PUT /selling', { body: { settings, version } })
    const { coffees } = await shopper.call('GET /coffeeDetails/{id}', { params: { id: shelves.brandId } })
    await use((way) => place(shopper, { coffees, way, stripe }))
  },
})

async function place(
  shopper: Person,
  { coffees, way, stripe }: { coffees: Product[]; way: PaymentWay; stripe: FakeStripe },
): Promise<PlacedOrder> {
  const lines = await fillCart(shopper, coffees.slice(0, 1))
  const where = { lines, methodId: post.id }
  const quote = await shopper.call('POST /checkout/quote', { body: { ...where, country: 'PT' } })
  const promise = quote.offers[0]?.promise ?? null
  const agreed = { address: lisbonAddress, note: '', promise, total: quote.totals?.total ?? 0, way }
  const { url, paymentId = '' } = await shopper.call('POST /checkout', { body: { ...where, ...agreed } })
  const session = [...stripe.account.sessions.values()].find((known) => known.url === url)
  if (session) stripe.account.pay(session.id)
  return findOrder(shopper, paymentId)
}

/** Waits until a payment has an order. */
async function findOrder({ call }: Person, paymentId: string): Promise<PlacedOrder> {
  const findId = async () => (await call('GET /payment/{id}', { params: { id: paymentId } })).orderId
  await expect.poll(findId).toBeDefined()
  const id = await findId()
  const { orders } = await call('GET /myOrders', { query: {} })
  const order = orders.find(({ _id }) => _id === id)
  if (!order) throw new Error(`The payment ${paymentId} has no order.`)
  return { id: order._id, number: order.number }
}

/** Counts the clicks on a page. Keys do not count, not even Enter. */
export class Clicks {
  #count = 0

  async on(target: Locator): Promise<void> {
    this.#count += 1
    await target.click()
  }

  /** Types into a field, on which one clicks before. */
  async write(field: Locator, text: string): Promise<void> {
    await this.on(field)
    await field.fill(text)
  }

  /** A list is opened with a click, and one of its options chosen with another one. */
  async choose(list: Locator, option: string): Promise<void> {
    this.#count += 2
    await list.selectOption(option)
  }

  /** Prints the number, and returns it. */
  report(what: string): number {
    process.stdout.write(`    ${what}: ${this.#count} clicks\n`)
    return this.#count
  }
}

/** Lets `window.print` do nothing, and counts how often it was called. */
export async function countPrints(page: Page): Promise<() => Promise<number>> {
  let prints = 0
  await page.exposeFunction('countPrint', () => void (prints += 1))
  await page.addInitScript('window.print = () => window.countPrint()')
  return async () => prints
}

/** Prints the page in the sizes of its style sheet, and returns how many pages are as large as a postcard. */
export async function pagesOfA6(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 (\d+)[\d.]* (\d+)/g)]
  return boxes.filter(([, width, height]) => [width, height].join() === '420,298').length
}
