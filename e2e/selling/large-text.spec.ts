import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { counter } from '../../test/selling/portuguese-shop.ts'
import type { Person } from '../account-fixtures.ts'
import { boxOf, enlargeRoot } from '../large-text.ts'
import { expectToFit } from '../screens.ts'
import { expect, test } from './real-shop-fixture.ts'
import type { Shelves } from './real-shop-fixture.ts'

test('at 320 px with text at 200 %, the pages of a real shop fit, fields show their text, and buttons stay in their cards', async ({
  page,
  shelves,
  owner,
  shopper,
}) => {
  await order(owner, shopper, shelves)
  await addCoffee(shopper, shelves)
  const { orders } = await shopper.call('GET /myOrders', { query: {} })
  await page.setViewportSize({ width: 320, height: 844 })
  for (const path of [
    `/bagDetails/${shelves.packetId}`,
    `/coffee/${shelves.coffeeId}`,
    `/coffeeDetails/${shelves.brandId}`,
    '/myCart',
    '/checkout',
    `/account/order/${orders[0]?._id}`,
    '/account',
  ]) {
    await page.goto(path)
    await enlargeRoot(page)
    await expect(page.getByText(/\d\.\d\d/).first()).toBeVisible()
    await expectToFit(page)
    expect(await page.evaluate(CUT_OPTIONS)).toEqual([])
  }
  const card = await boxOf(page.getByRole('article'))
  const button = await boxOf(page.getByRole('button', { name: 'Withdraw from contract' }))
  expect(button.x + button.width).toBeLessThan(card.x + card.width)
  const link = await boxOf(page.getByRole('link', { name: 'Coffee shop, to the home page' }))
  const menu = await boxOf(page.getByRole('button', { name: 'Menu' }))
  expect(link.x >= menu.x + menu.width || link.y >= menu.y + menu.height).toBe(true)
})

test('the weight of a product stands apart from its price, also for screen readers', async ({
  page,
  shelves,
  shopper,
}) => {
  await page.goto(`/bagDetails/${shelves.packetId}`)
  await expect(page.getByText('$19.99', { exact: true }), shopper.email).toBeVisible()
  await expect(page.getByText('$19.99', { exact: true }).locator('..')).toHaveText('$19.99, 1 kg, $19.99/kg')
})

/** Puts the coffee into the customer's cart. Returns the id of its line. */
async function addCoffee({ call, email, name }: Person, { brandId }: Shelves): Promise<string> {
  const [coffee] = (await call('GET /coffeeDetails/{id}', { params: { id: brandId } })).coffees
  if (!coffee) throw new Error('The brand has a coffee')
  const { _id: productId, name: productName, img, price, ratting } = coffee
  const { insertedId } = await call('POST /orders', {
    body: { email, customer: name, productName, img, price, ratting, productId, grind: 'Filter' },
  })
  return insertedId ?? ''
}

/** Makes an order that can be withdrawn from, in a shop with one counter and without a promised day. */
async function order(owner: Person, customer: Person, shelves: Shelves): Promise<void> {
  const { version } = await owner.call('GET /selling', {})
  const settings = { ...DEFAULT_SELLING, hasWithdrawal: true, methods: [counter] }
  await owner.call('PUT /selling', { body: { settings, version } })
  const agreed = { address: null, note: '', total: 1250, currency: 'USD', promise: null }
  const lines = [await addCoffee(customer, shelves)]
  await customer.call('POST /checkout', { body: { lines, methodId: counter.id, ...agreed } })
}

/** Returns the texts of select boxes that are wider than the room for them. */
const CUT_OPTIONS = `[...document.querySelectorAll('select')].flatMap((select) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select)
  const canvas = Object.assign(document.createElement('canvas').getContext('2d'), { font })
  const { text } = select.selectedOptions[0]
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return canvas.measureText(text).width > room ? [text] : []
})`
