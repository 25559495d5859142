import type { Locator } from '@playwright/test'
import { expect, test } from './many-orders-fixture.ts'
import { linesOf, outlast, tableOf, toast, widthOf } from './dashboard-page.ts'
import { demoCoffees, fillCart } from './products.ts'

const letters = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)
const amount = (text: string) => Number(text.replace(/[$, ]/g, ''))
const amounts = (a: string, b: string) => amount(a) - amount(b)

test.describe('the tables of the dashboard', () => {
  test('are sorted from newest to oldest by default, and by a column both ways', async ({
    page,
    admin,
    manyOrders,
  }) => {
    const [last] = await admin.call('GET /allProducts', { query: { limit: '1' } })
    await page.goto('/dashboard')
    const { rows, header, sort, cells } = tableOf(page, 'Single Item Product')
    await expect(header('When')).toHaveAttribute('aria-sort', 'descending')
    await expect(rows.first(), `${manyOrders.each}`).toContainText(last?.email ?? '')
    await sort('When').click()
    await expect(header('When')).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows.first()).toContainText('shopper@coffee.example')
    for (const [column, compare] of Object.entries({ Email: letters, Price: amounts })) {
      await expect(header(column)).toHaveAttribute('aria-sort', 'none')
      for (const [direction, sign] of [
        ['ascending', 1],
        ['descending', -1],
      ] as const) {
        await sort(column).click()
        await expect(header(column)).toHaveAttribute('aria-sort', direction)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        const found = await cells(column)
        expect(found.length).toBeGreaterThan(2)
        expect(found, `${column} ${direction}`).toEqual(found.toSorted((a, b) => sign * compare(a, b)))
      }
    }
    await expect(page.locator('[aria-sort=ascending], [aria-sort=descending]')).toHaveCount(1)
  })

  test('show only rows that match the filters, and keep filters and sorting in the address', async ({
    page,
    admin,
    manyOrders,
  }) => {
    const [abe, mia] = manyOrders.customers
    await page.goto('/dashboard')
    const { rows, cells, header, sort } = tableOf(page, 'Single Item Product')
    await page.getByRole('searchbox', { name: 'Email' }).fill(mia?.email ?? '')
    await expect(page).toHaveURL(/email=nia/)
    await expect(rows.first()).toContainText(mia?.email ?? '')
    expect(new Set(await cells('Email'))).toEqual(new Set([mia?.email]))
    await page.getByRole('searchbox', { name: 'Name' }).fill('ledger 2')
    await expect.poll(async () => new Set(await cells('Name'))).toEqual(new Set(['Ledger 2']))
    await expect(page.getByText(`1–50 of ${manyOrders.each / 4} rows`, { exact: true })).toBeVisible()
    await sort('Price').click()
    await page.getByRole('combobox', { name: 'Payment' }).selectOption('NOT OK')
    await expect(page).toHaveURL(/payment=NOT\+OK/)
    await expect(page.getByText(`1–50 of ${manyOrders.each / 4} rows`, { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Payment' }).selectOption('OK')
    await expect(page.getByText('Nothing fits these filters')).toBeVisible()

    await page.reload()
    await expect(page.getByText('Nothing fits these filters'), admin.email).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Email' })).toHaveValue(mia?.email ?? '')
    await expect(page.getByRole('searchbox', { name: 'Name' })).toHaveValue('ledger 2')
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('OK')
    await page.goBack()
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('NOT OK')
    await expect(header('Price')).toHaveAttribute('aria-sort', 'ascending')
    await page.goBack()
    await expect(page.getByRole('combobox', { name: 'Payment' })).toHaveValue('')
    await page.goBack()
    await expect(header('When')).toHaveAttribute('aria-sort', 'descending')
    await page.goBack()
    await expect(page.getByRole('searchbox', { name: 'Name' })).toHaveValue('')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')

    await page.getByRole('searchbox', { name: 'Email' }).fill(`${abe?.email}unknown`)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('searchbox', { name: 'Email' })).toHaveValue('')
    await expect(rows.first()).toBeVisible()
  })

  test('have row buttons that overlap no cell, for rows with and without a checkbox', async ({
    page,
    admin,
    manyOrders,
  }) => {
    for (const width of [768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/dashboard?email=${manyOrders.customers[0]?.email}`)
      const row = tableOf(page, 'Single Item Product').rows.first()
      await expect(row.getByRole('checkbox'), admin.email).toHaveCount(0)
      const button = await row.getByRole('button').boundingBox()
      const cells = await row
        .locator('.email, .name, .price-cell, .payment, .time')
        .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right))
      expect(cells).toHaveLength(5)
      for (const right of cells) expect(right, `at ${width} px`).toBeLessThanOrEqual(button?.x ?? 0)
      const product = page.getByRole('region', { name: 'Best sellers' }).locator('.product').first()
      expect((await product.boundingBox())?.width, 'names of best sellers fit').toBeGreaterThan(200)
    }
  })

  test('show the number of selected rows in a bar that covers neither toasts nor the focused control', async ({
    page,
    admin,
    manyOrders,
    customer,
  }) => {
    const [id = ''] = await fillCart(customer, (await demoCoffees(admin)).slice(0, 1))
    await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/dashboard')
    const { row, rows } = tableOf(page, 'Single Item Product')
    await row(customer.email).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await expect(bar, `${manyOrders.each}`).toContainText('1 selected')
    const top = async () => (await bar.boundingBox())?.y ?? 0
    await expect
      .poll(async () => bottomOf(page.locator('.toasts')), 'toasts end above the bar')
      .toBeCloseTo((await top()) - 8, 0)
    const button = rows
      .filter({ has: page.getByRole('button', { disabled: false }) })
      .first()
      .getByRole('button')
    await button.evaluate((shown) => shown.scrollIntoView({ block: 'end', behavior: 'instant' }))
    expect(await bottomOf(button)).toBeLessThanOrEqual(await top())
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => bottomOf(page.locator('.toasts'))).toBeCloseTo(700 - 8, 0)
  })

  test('align amounts, and keep an address in one line', async ({ page, admin }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/dashboard/fullItem?email=tobias.lund@')
    const row = tableOf(page, 'Full Item Product').row('Tobias Lund').first()
    await expect(row, admin.email).toContainText('tobias.lund@example.org')
    expect(await linesOf(row.locator('.email'))).toBe(1)
    const price = row.locator('.price')
    await expect(row.locator('.price-cell')).toHaveCSS('text-align', 'end')
    expect(await widthOf(price, '111.11')).toBe(await widthOf(price, '000.00'))
  })
})

test.describe('a full order', () => {
  test('shows what was bought, and links back to the filtered list', async ({ page, admin }) => {
    await page.goto('/dashboard/fullItem?email=shopper@&sort=total')
    const { row } = tableOf(page, 'Full Item Product')
    await expect(row('Sam Shopper')).toContainText(/\$ \d+\.\d\d/)
    await expect(row('Sam Shopper'), admin.email).toContainText('OK')
    await row('Sam Shopper').getByRole('link', { name: 'Details' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/shopper@coffee\.example\s+Sam Shopper/)
    const items = page.getByRole('article')
    await expect(items).toHaveCount(3)
    for (const name of ['Fold Line Espresso', 'Huila Honeycomb']) {
      const item = items.filter({ has: page.getByRole('heading', { name }) })
      await expect(item).toContainText(/\$\d+\.\d\d/)
      await expect(item.locator('img')).toHaveAttribute('src', /^\/images\//)
    }
    await page.reload()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/dashboard/fullItem?email=shopper@&sort=total')
  })
})

test.describe('today at a glance', () => {
  test('counts paid products and none in a cart, as it happens, and describes the chart in text and as a table', async ({
    page,
    admin,
    customer,
  }) => {
    await page.goto('/dashboard')
    const glance = page.getByRole('region', { name: 'Today at a glance' })
    const figure = (name: string) => glance.getByRole('term').filter({ hasText: name }).locator('+ dd')
    await expect(
      glance.getByRole('img', { name: /^Revenue of the last 30 days: \$[\d.,]+ in all, most on / }),
    ).toBeVisible()
    const orders = Number(await figure('Orders paid today').textContent())
    const revenue = amount((await figure('Revenue today').textContent()) ?? '')
    const [coffee] = await demoCoffees(admin)
    if (!coffee) throw new Error('the demo shop sells nothing')
    const [id] = await fillCart(customer, [coffee, coffee])
    await expect(tableOf(page, 'Single Item Product').row(customer.email)).toHaveCount(2)
    await expect(figure('Orders paid today')).toHaveText(String(orders))
    await customer.call('PUT /singlePayment/{id}', { params: { id: id ?? '' }, body: null })
    await expect(figure('Orders paid today')).toHaveText(String(orders + 1))
    await expect(figure('Payments accepted today')).toHaveText('100%')
    await expect(figure('Revenue today')).toHaveText(`$${(revenue + Number(coffee.price)).toFixed(2)}`)
    await glance.getByText('Show as a table').click()
    await expect(glance.getByRole('row')).toHaveCount(31)
    await expect(glance.getByRole('row').nth(1)).toContainText(
      `$${(revenue + Number(coffee.price)).toFixed(2)}`,
    )
    await expect(
      glance.getByRole('region', { name: 'Best sellers, last 30 days' }).getByRole('listitem').first(),
    ).toContainText(/\d+ sold/)
  })

  test('shows the full name of a best seller, however long', async ({ page, admin }) => {
    const productName = `High Pasture Single Farm ${'Langstrasse'.repeat(6)}, washed twice and dried in the shade, 250 g`
    await page.route('**/api/glance', async (route) => {
      const glance = await admin.call('GET /glance', {})
      await route.fulfill({
        json: { ...glance, bestSellers: [{ productName, sold: 12, revenue: '1234.50' }] },
      })
    })
    await page.goto('/dashboard')
    const name = page.getByRole('region', { name: 'Best sellers' }).getByText(productName)
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await linesOf(name)).toBeGreaterThan(1)
      expect(
        await name.evaluate((shown) => [
          shown.scrollWidth - shown.clientWidth,
          shown.scrollHeight - shown.clientHeight,
        ]),
      ).toEqual([0, 0])
    }
  })

  test('says since when it has no connection, without moving the page, and catches up later', async ({
    page,
    admin,
    customer,
    shop,
  }) => {
    await page.goto('/dashboard')
    const orders = page.getByRole('term').filter({ hasText: 'Orders paid today' }).locator('+ dd')
    const before = Number(await orders.textContent())
    // All of the page is below the heading. The order of this test may change the height of the figures.
    const place = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.y
    const [wide, coffees] = [await place(), (await demoCoffees(admin)).slice(0, 1)]
    const note = page.getByText(/^Not live since \d\d\/\d\d\/\d{4}, \d\d:\d\d\./).filter({ visible: true })
    await shop.kill()
    await expect(note).toHaveCount(1)
    expect(await place()).toBe(wide)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(note).toHaveCount(1)
    const narrow = await place()
    await shop.restart()
    const [id = ''] = await fillCart(customer, coffees)
    await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await expect(orders).toHaveText(String(before + 1))
    await expect(note).toHaveCount(0)
    expect(await place()).toBe(narrow)
  })

  test('does not keep the table from showing when it fails', async ({ page, admin }) => {
    await page.clock.install()
    await page.route('**/api/glance', (route) => route.abort())
    await page.goto('/dashboard')
    await expect(tableOf(page, 'Single Item Product').rows.first(), admin.email).toBeVisible()
    await outlast(page, 'The figures could not be loaded.')
    await page.unroute('**/api/glance')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Orders paid today')).toBeVisible()
  })
})

test.describe('delivery', () => {
  test('moves one state for each double click, and not beyond Delivered', async ({
    page,
    admin,
    customer,
  }) => {
    // A request whose connection is lost may be sent again with the same body. The set of bodies counts it only once.
    const moves = new Set<string | null>()
    page.on('request', (request) => {
      if (request.url().endsWith('/api/deliveries')) moves.add(request.postData())
    })
    const [id = ''] = await fillCart(customer, (await demoCoffees(admin)).slice(0, 1))
    await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await page.goto(`/dashboard?email=${customer.email}`)
    const button = tableOf(page, 'Single Item Product').rows.getByRole('button')
    for (const state of ['Packed', 'Sent', 'Delivered']) {
      await button.dblclick()
      await expect(toast(page, `is now ${state}`)).toBeVisible()
      await expect(button).toContainText(state)
      await expect(button).not.toHaveAttribute('aria-disabled', state === 'Delivered' ? 'false' : 'true')
    }
    await button.click({ force: true })
    await expect(button).toHaveText('Delivered')
    await expect(toast(page, 'was not moved')).toHaveCount(0)
    expect(moves.size).toBe(3)
  })
})

function bottomOf(element: Locator): Promise<number> {
  return element.evaluate((shown) => shown.getBoundingClientRect().bottom)
}
