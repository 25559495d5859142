import type { Locator } from '@playwright/test'
import { deliveryName, outlast, pagesOf, tableOf } from './dashboard-page.ts'
import { expect, test } from './many-orders-fixture.ts'
import { countRequests, hold } from './network.ts'
import { demoCoffees, fillCart, sellCoffee } from './products.ts'

test.describe('the tables of the dashboard', () => {
  test('have pages of 50 rows, whose number is in the address', async ({ page, admin, manyOrders }) => {
    const { rows: count } = await admin.call('GET /count/products', { query: {} })
    expect(count).toBeGreaterThan(manyOrders.each * manyOrders.customers.length)
    const all = `${count.toLocaleString('en')} rows`
    await page.goto('/dashboard')
    const { table, rows, cells } = tableOf(page, 'Single Item Product')
    const { previous, next, at } = pagesOf(page)
    await expect(page.getByText(`1–50 of ${all}`, { exact: true })).toBeVisible()
    await expect(at(`Page 1 of ${Math.ceil(count / 50)}`)).toBeVisible()
    await expect(table).toHaveAttribute('aria-rowcount', String(count + 1))
    await expect(rows).toHaveCount(50)
    await expect(previous).toHaveCount(0)
    const first = await idsOf(rows)
    await next.click()
    await expect(page).toHaveURL(/[?&]page=2&after=/)
    await expect(page.getByText(`51–100 of ${all}`, { exact: true })).toBeVisible()
    await expect(rows.first()).toHaveAttribute('aria-rowindex', '52')
    await expect(rows.first()).toBeFocused()
    await expect(rows.first()).toBeInViewport({ ratio: 1 })
    expect((await cells('No.')).slice(0, 2)).toEqual(['51', '52'])
    const second = await idsOf(rows)
    expect(new Set([...first, ...second]).size).toBe(100)
    await page.reload()
    await expect(page.getByText(`51–100 of ${all}`, { exact: true })).toBeVisible()
    await expect.poll(() => idsOf(rows)).toEqual(second)
    await next.click()
    await expect(at(`Page 3 of ${Math.ceil(count / 50)}`)).toBeVisible()
    await previous.click()
    await expect(page).toHaveURL(/[?&]page=2&before=/)
    await expect.poll(() => idsOf(rows)).toEqual(second)
    await previous.click()
    await expect(page).toHaveURL('/dashboard')
    await expect.poll(() => idsOf(rows)).toEqual(first)
    await page.goBack()
    await expect(page).toHaveURL(/[?&]page=2&before=/)
    await expect.poll(() => idsOf(rows)).toEqual(second)
  })

  test('lead to their last page and back, and begin again when they are sorted or filtered', async ({
    page,
    admin,
    manyOrders,
  }) => {
    const { each, customers } = manyOrders
    const email = customers[1]?.email ?? ''
    await page.goto(`/dashboard?email=${email}&sort=price`)
    const { rows, sort, header } = tableOf(page, 'Single Item Product')
    const { previous, next, at } = pagesOf(page)
    const pages = Math.ceil(each / 50)
    const seen: string[][] = []
    for (let number = 1; number <= pages; number += 1) {
      await expect(at(`Page ${number} of ${pages}`), admin.email).toBeVisible()
      seen.push(await idsOf(rows))
      if (number < pages) await next.click()
    }
    expect(new Set(seen.flat()).size).toBe(each)
    await expect(page.getByText(`${50 * (pages - 1) + 1}–${each} of ${each} rows`)).toBeVisible()
    await expect(next).toHaveCount(0)
    for (let number = pages - 1; number >= 1; number -= 1) {
      await previous.click()
      await expect(at(`Page ${number} of ${pages}`)).toBeVisible()
      expect(await idsOf(rows)).toEqual(seen[number - 1])
    }
    await next.click()
    await expect(at(`Page 2 of ${pages}`)).toBeVisible()
    await sort('Price').click()
    await expect(header('Price')).toHaveAttribute('aria-sort', 'descending')
    await expect(at(`Page 1 of ${pages}`)).toBeVisible()
    await expect(page).not.toHaveURL(/page=/)
    await next.click()
    await page.getByRole('searchbox', { name: 'Name' }).fill('ledger 2')
    await expect(page.getByText(`1–50 of ${each / 4} rows`, { exact: true })).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Name' })).toBeFocused()
  })

  test('keep the row count while rows in another order load, and request it once for all orders', async ({
    page,
    admin,
    manyOrders,
  }) => {
    await page.goto('/dashboard')
    const { table, sort } = tableOf(page, 'Single Item Product')
    const { rows: count } = await admin.call('GET /count/products', { query: {} })
    const text = page.getByText(`1–50 of ${count.toLocaleString('en')} rows`, { exact: true })
    await expect(text, `${manyOrders.each}`).toBeVisible()
    const counted = countRequests(page, '/api/count/')
    const rows = await hold(page, /\/api\/allProducts\?.*sort=price/)
    await sort('Price').click()
    await expect(page.locator('.rows')).toHaveAttribute('aria-busy', 'true')
    await expect(text).toBeVisible()
    await expect(table).toHaveAttribute('aria-rowcount', String(count + 1))
    await rows.release()
    await expect(page.locator('.rows')).toHaveAttribute('aria-busy', 'false')
    await expect(text).toBeVisible()
    expect(counted()).toBe(0)
  })

  test('keep what is in view in its place when new rows arrive above it', async ({
    page,
    admin,
    manyOrders,
    customer,
  }) => {
    const email = manyOrders.customers[0]?.email ?? ''
    const tall = await sellCoffee(admin, {
      name: 'A Coffee With A Name That Takes A Row Of Several Lines '.repeat(3).trim(),
    })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await page.goto('/dashboard')
      const { rows, row } = tableOf(page, 'Single Item Product')
      await expect(rows.first(), email).toBeVisible()
      const read = page.locator(`[data-row="${(await idsOf(rows))[30]}"]`)
      await read.evaluate((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        element.focus({ preventScroll: true })
      })
      const top = async () => (await read.boundingBox())?.y ?? 0
      const before = await top()
      const known = await row(customer.email).count()
      await fillCart(customer, [tall, tall])
      await expect(row(customer.email)).toHaveCount(known + 2)
      expect(Math.abs((await top()) - before)).toBeLessThan(1)
      await expect(read).toBeFocused()
    }
  })

  test('show new states on any page, and a link to new rows where they do not appear by themselves', async ({
    page,
    admin,
    customer,
  }) => {
    const [coffee] = await demoCoffees(admin)
    if (!coffee) throw new Error('the demo shop sells nothing')
    const [id = ''] = await fillCart(customer, [coffee])
    await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await fillCart(
      customer,
      Array.from({ length: 50 }, () => coffee),
    )
    await page.goto(`/dashboard?email=${customer.email}`)
    const { rows } = tableOf(page, 'Single Item Product')
    await pagesOf(page).next.click()
    await expect(page.getByText('51 of 51 rows', { exact: true })).toBeVisible()
    await expect(rows).toHaveCount(1)
    const before = await rows.boundingBox()
    await admin.call('PUT /delivery/{id}', { params: { id }, body: { from: 'Ordered', to: 'Packed' } })
    await expect(rows.getByRole('button', { name: deliveryName('Packed') })).toBeVisible()
    const newItems = page.getByRole('link', { name: /new items?: show/ })
    await expect(newItems).toHaveCount(0)
    const added = await fillCart(customer, [coffee, coffee])
    await expect(newItems).toHaveText('2 new items: show')
    expect(await idsOf(rows)).toEqual([id])
    expect(await rows.boundingBox()).toEqual(before)
    await newItems.click()
    await expect(rows).toHaveCount(50)
    expect((await idsOf(rows)).slice(0, 2)).toEqual(added.toReversed())
    await expect(rows.first()).toBeFocused()
    await expect(newItems).toHaveCount(0)

    await page.goto(`/dashboard?email=${customer.email}&payment=NOT+OK`)
    await pagesOf(page).next.click()
    await expect(page.getByText('51–52 of 52 rows', { exact: true })).toBeVisible()
    for (const line of await idsOf(rows))
      await customer.call('DELETE /orderDelete/{id}', { params: { id: line } })
    await expect(page.getByText('There is nothing left on this page')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(page.getByText('50 rows', { exact: true })).toBeVisible()
  })

  test('say that the first or the next page could not be loaded, and retry', async ({
    page,
    admin,
    manyOrders,
  }) => {
    await page.clock.install()
    await page.route('**/api/allProducts*', (route) => route.abort())
    await page.goto('/dashboard')
    await expect(page.getByRole('status', { name: 'Loading', exact: true })).toBeVisible()
    await outlast(page, 'The list could not be loaded')
    await page.unroute('**/api/allProducts*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^1–50 of \d{3} rows$/), admin.email).toBeVisible()

    await page.route('**/api/allProducts?*after=*', (route) => route.abort())
    await pagesOf(page).next.click()
    await outlast(page, 'The list could not be loaded')
    await page.unroute('**/api/allProducts?*after=*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^51–100 of \d{3} rows$/), `${manyOrders.each}`).toBeVisible()
  })
})

/** Returns the ids of rows from top to bottom. */
function idsOf(rows: Locator): Promise<string[]> {
  return rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''))
}
