import type { Page } from '@playwright/test'
import type { Person } from '../account-fixtures.ts'
import { idOf } from '../admin-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { bothLooks, expectNoFindings } from '../screens.ts'

const LINES = 40
const nameOf = (index: number) => `Coffee ${index}${index % 5 === 0 ? ' of a very far hill'.repeat(9) : ''}`

/** Buys two coffees. Returns the id of the order. */
async function buy(customer: Person): Promise<string> {
  const coffees = (await demoCoffees(customer)).slice(0, 2)
  const items = (await fillCart(customer, coffees)).map((_id) => ({ _id }))
  const total = coffees.reduce((sum, { price }) => sum + Number(price), 0).toFixed(2)
  const { insertedId = '' } = await customer.call('POST /fullOrder', {
    body: { email: customer.email, items, total },
  })
  return insertedId
}

/**
 * Changes the responses with an order and with the pick list: both get 40 lines, some of them with long names. A line of
 * the pick list has two orders at most, because other tests leave orders in the shop.
 */
async function giveManyLines(page: Page): Promise<void> {
  await page.route(/\/api\/(order\/[^/]+|pickList)$/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const lines = Array.from({ length: LINES }, (_, index) => {
      const line = { ...(body.items ?? body.lines)[0], weight: 250, grind: 'Whole beans' }
      return body.items
        ? { ...line, _id: `line-${index}`, productName: nameOf(index) }
        : { ...line, product: nameOf(index), orders: line.orders.slice(0, 2) }
    })
    await route.fulfill({ response, json: { ...body, [body.items ? 'items' : 'lines']: lines } })
  })
}

/** Prints the open page with its backgrounds, and returns the number of sheets of paper. */
async function sheetsOf(page: Page, format: 'A4' | 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format, printBackground: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test.use({ colorScheme: 'dark' })

test('a packer prints the slips of all orders at once, each on a sheet, and marks them as packed', async ({
  page,
  admin,
  customer,
  customerPage: packerPage,
}) => {
  const ids = [await buy(admin), await buy(admin)]
  await admin.call('PUT /makePacker/{id}', { params: { id: await idOf(admin, customer) } })
  await packerPage.goto('/dashboard/picklist')
  await packerPage.getByRole('link', { name: 'Print all slips' }).click()
  await expect(packerPage.getByRole('heading', { level: 1 })).toHaveText('Packing slips')
  const orders = await Promise.all(ids.map((id) => admin.call('GET /order/{id}', { params: { id } })))
  const numbers = packerPage.locator('.sheet-number')
  for (const { number } of orders)
    await expect(numbers.getByText(String(number), { exact: true })).toBeVisible()
  await expectNoFindings(packerPage, 'the packing slips', { looks: bothLooks })
  // An order that comes after the slips are printed is not marked.
  const late = await buy(admin)
  const slips = await numbers.count()
  expect(await sheetsOf(packerPage, 'A4')).toBe(slips)
  await packerPage.getByRole('button', { name: `Mark all ${slips} as packed` }).click()
  await packerPage.getByRole('alertdialog').getByRole('button', { name: 'Mark as packed' }).click()
  await expect(toast(packerPage, `${slips} orders are packed`)).toBeVisible()
  await expect(numbers).toHaveCount(1)
  const states = [...ids, late].map((id) => admin.call('GET /order/{id}', { params: { id } }))
  expect((await Promise.all(states)).map(({ state }) => state)).toEqual(['packed', 'packed', 'paid'])
  await page.goto('/dashboard/picklist/slips')
  await expect(page.getByRole('button', { name: 'Mark it as packed' })).toBeVisible()
})

test('40 lines of a slip, a receipt and a pick list are printed dark on white, on a few sheets', async ({
  page,
  admin,
  customer,
}) => {
  const id = await buy(customer)
  await giveManyLines(page)
  const papers = [
    { path: `order/${id}/slip`, heading: /^Packing slip for order/ },
    { path: `order/${id}/receipt`, heading: /^Receipt for order/ },
    { path: 'picklist', heading: 'To pack' },
  ]
  for (const { path, heading } of papers) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByText('Coffee 39'), admin.email).toBeVisible()
    for (const format of ['A4', 'Letter'] as const) {
      const sheets = await sheetsOf(page, format)
      expect(sheets, `${path} on ${format}`).toBeGreaterThan(1)
      // Other tests leave a few orders to pack in the same shop.
      expect(sheets, `${path} on ${format}`).toBeLessThanOrEqual(path === 'picklist' ? 8 : 6)
    }
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.locator('tbody tr').first()).toHaveCSS('break-inside', 'avoid')
    await expect(page.locator('tbody tr').first()).toHaveCSS('color', 'rgb(0, 0, 0)')
    for (const sheet of await page.locator('.sheet.not-printed').all()) await expect(sheet).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})
