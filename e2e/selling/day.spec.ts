import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { splitCsv } from '#contract/values/orders/split-csv.ts'
import { childEnv } from '../../test/processes/child-node.ts'
import { hasLibreOffice, openInLibreOffice } from '../../test/selling/libreoffice.ts'
import { newAccount, signIn, signUp } from '../account-fixtures.ts'
import { idOf } from '../admin-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import { bothLooks, expectNoFindings, expectToFit, sizes } from '../screens.ts'
import { Clicks, countPrints, expect, pagesOfA6, test } from './day-fixtures.ts'

const [BY_CARD, BY_TRANSFER, MAX_CLICKS] = [10, 10, 60]

const script = join(import.meta.dirname, '../../server/commands/verify-books.ts')

test('a packer corrects an address, and packs, prints and sends 20 orders in at most 60 clicks', async ({
  browser,
  shop,
  owner,
  place,
  tokenFor,
}) => {
  test.slow()
  const placed = []
  for (let count = 0; count < BY_CARD; count += 1) placed.push(await place('stripe'))
  for (let count = 0; count < BY_TRANSFER; count += 1) {
    const order = await place('transfer')
    const body = { from: 'waiting', to: 'paid' } as const
    await owner.call('PUT /order/{id}/state', { params: { id: order.id }, body })
    placed.push(order)
  }
  const context = await browser.newContext({ baseURL: shop.url })
  const packer = await signUp(context.request, shop.url, { ...newAccount('Pia Falk'), tokenFor })
  await owner.call('PUT /makePacker/{id}', { params: { id: await idOf(owner, packer) } })
  const desk = await context.newPage()
  const printed = await countPrints(desk)
  const clicks = new Clicks()

  await desk.goto('/dashboard')
  await expect(desk.getByText(`${placed.length} to pack`)).toBeVisible()
  const toPack = desk.getByRole('table', { name: 'To pack', exact: true })
  await clicks.on(toPack.getByRole('link', { name: String(placed[0]?.number), exact: true }))
  await clicks.on(desk.getByRole('button', { name: 'Correct the address' }))
  await clicks.write(desk.getByRole('textbox', { name: 'Street and number' }), 'Rua das Flores 3')
  await clicks.on(desk.getByRole('button', { name: 'Save the address' }))
  await expect(toast(desk, 'The address of order')).toBeVisible()
  await clicks.on(desk.getByRole('link', { name: 'Go Back' }))

  await clicks.on(desk.getByRole('link', { name: 'Print address labels' }))
  await expect(desk.locator('.sheet-label')).toHaveCount(placed.length)
  await expect(desk.getByText('Rua das Flores 3')).toHaveCount(1)
  await expectNoFindings(desk, 'the address labels', { looks: bothLooks })
  expect(await pagesOfA6(desk)).toBe(placed.length)
  await clicks.on(desk.getByRole('button', { name: 'Print' }))
  await clicks.on(desk.getByRole('link', { name: 'Back to the pick list' }))
  await clicks.on(desk.getByRole('link', { name: 'Print all slips' }))
  await expect(desk.locator('.sheet-number')).toHaveCount(placed.length)
  await expect(desk.getByText('Rua das Flores 3')).toHaveCount(1)
  await clicks.on(desk.getByRole('button', { name: 'Print' }))
  await clicks.on(desk.getByRole('button', { name: `Mark all ${placed.length} as packed` }))
  await clicks.on(desk.getByRole('alertdialog').getByRole('button', { name: 'Mark as packed' }))
  await expect(toast(desk, `${placed.length} orders are packed`)).toBeVisible()

  const menu = desk.getByRole('navigation', { name: 'Dashboard', exact: true })
  await clicks.on(menu.getByRole('link', { name: 'Parcels' }))
  const packed = desk.getByRole('region', { name: 'Packed orders' })
  await clicks.choose(packed.getByLabel('Carrier'), 'DHL')
  await clicks.on(packed.getByLabel(`Order ${placed[0]?.number},`))
  for (const { number } of placed) {
    await expect(packed.getByLabel(`Order ${number},`)).toBeFocused()
    await desk.keyboard.type(`00340434161094${number + 100_000}`)
    await desk.keyboard.press('Enter')
  }
  await expectNoFindings(desk, 'the tracking numbers of many orders', { looks: bothLooks })
  await desk.setViewportSize(sizes.phone)
  await expectToFit(desk)
  await expectNoFindings(desk, 'the tracking numbers of many orders on a phone')
  await clicks.on(packed.getByRole('button', { name: `Send ${placed.length} orders` }))
  await expect(packed.getByText(`${placed.length} orders were sent.`)).toBeVisible()
  await expect(packed.getByText('No packed order waits to be sent.')).toBeVisible()

  expect(await printed()).toBe(2)
  for (const { id, number } of placed) {
    const { state, trackingNumber } = await owner.call('GET /order/{id}', { params: { id } })
    expect([state, trackingNumber]).toEqual(['sent', `00340434161094${number + 100_000}`])
  }
  expect(clicks.report(`A packer corrects an address and sends ${placed.length} orders`)).toBeLessThanOrEqual(
    MAX_CLICKS,
  )
  await context.close()
})

const FILES = [
  ['orders', 'Orders'],
  ['lines', 'What was sold'],
  ['money', 'Money'],
  ['tax', 'Tax'],
] as const

test('an owner marks transfers as paid, takes one back, refunds a part, and downloads a month that adds up', async ({
  page,
  shop,
  owner,
  place,
  mailDatabase,
}, { outputDir }) => {
  test.slow()
  const card = await place('stripe')
  const [paid, mistaken] = [await place('transfer'), await place('transfer')]
  await signIn(page.request, shop.url, owner)
  const clicks = new Clicks()
  await page.goto('/dashboard')
  const waits = page.getByRole('navigation', { name: 'What waits for you' })
  const orderIn = (number: number) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) })
  for (const { number } of [paid, mistaken]) {
    await clicks.on(waits.getByRole('link', { name: /waiting for payment$/ }))
    await clicks.on(orderIn(number).getByRole('link', { name: 'Details' }))
    await clicks.on(page.getByRole('button', { name: 'Mark as paid' }))
    await clicks.on(page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }))
    await expect(toast(page, `Order ${number} is marked as paid`)).toBeVisible()
    if (number === paid.number) await page.goto('/dashboard')
  }
  await clicks.on(page.getByRole('button', { name: 'Take the payment back' }))
  await clicks.on(page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }))
  await expect(toast(page, `Order ${mistaken.number} is now: Waiting for payment`)).toBeVisible()

  await clicks.on(page.getByRole('link', { name: 'Full Item Product' }))
  await clicks.on(orderIn(card.number).getByRole('link', { name: 'Details' }))
  await clicks.write(page.getByRole('textbox', { name: 'Amount to refund' }), '1,25')
  await clicks.on(page.getByRole('button', { name: 'Refund' }))
  await clicks.on(page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }))
  await expect(toast(page, '$1.25 was refunded')).toBeVisible()

  await clicks.on(page.getByRole('link', { name: 'The month' }))
  const months = page.getByLabel('Month', { exact: true })
  const month = (await months.locator('option').first().getAttribute('value')) ?? ''
  await clicks.choose(months, month)
  for (const [file, name] of FILES) {
    const download = page.waitForEvent('download')
    await clicks.on(page.getByRole('listitem').getByRole('link', { name, exact: true }))
    await (await download).saveAs(join(outputDir, `${file}.csv`))
  }
  clicks.report('An owner marks two transfers, takes one back, refunds a part and downloads a month')

  const books = await sumsOfBooks(month, mailDatabase.settings)
  expect(books.paid).toBeGreaterThan(0)
  expect(books.refunded).toBeGreaterThanOrEqual(125)
  const sales = books.paid - books.refunded
  const expected = [books.paid, books.paid, sales - books.fees, sales]
  expect(await Promise.all(FILES.map(([file], at) => sumOfFile(outputDir, file, COLUMNS[at] ?? 0)))).toEqual(
    expected,
  )
  await page.goto('/dashboard')
  const revenue = page.getByRole('term').filter({ hasText: 'Revenue, 30 days' }).locator('+ dd')
  await expect(revenue).toContainText('after refunds')
  await expectNoFindings(page, 'the start of the dashboard after a refund', { looks: bothLooks })
  await page.setViewportSize(sizes.phone)
  await expectToFit(page)
  await expectNoFindings(page, 'the start of the dashboard after a refund on a phone')

  if (!hasLibreOffice)
    return void process.stdout.write(
      '    SKIPPED: LibreOffice (soffice) is not installed. Only a CSV parser has read the files.\n',
    )
  const names = FILES.map(([file]) => file)
  // What LibreOffice proposes for such a file in Portuguese: semicolons, quotes, UTF-8, and decimal commas.
  const sheets = await openInLibreOffice(outputDir, names, ['--infilter=CSV:59,34,76,1,,2070'])
  const sums = names.map((name, at) =>
    Math.round(100 * (sheets.get(name) ?? []).reduce((sum, row) => sum + (row[COLUMNS[at] ?? 0] ?? 0), 0)),
  )
  expect(sums).toEqual(expected)
  process.stdout.write(`    LibreOffice has read the files of ${month} with the sums of verify-books.\n`)
})

/** The columns with the amounts of `FILES`, counted from 0. */
const COLUMNS = [8, 9, 4, 7]

/** Returns what `npm run verify-books` says of a month, in cents, after it has found the books in order. */
async function sumsOfBooks(month: string, settings: Record<string, string>) {
  const env = { ...childEnv, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--month', month], { env })
  expect(stdout).toContain('The books are in order.')
  const [paid = 0, refunded = 0, , fees = 0] = [...stdout.matchAll(/\$([\d,]+)\.(\d\d)/g)].map(
    ([, whole = '', cents]) => Number(whole.replaceAll(',', '') + String(cents)),
  )
  return { paid, refunded, fees }
}

/** Returns the sum of a column of a CSV file with decimal commas, in cents. */
async function sumOfFile(folder: string, file: string, column: number): Promise<number> {
  const [, ...rows] = splitCsv(await readFile(join(folder, `${file}.csv`), 'utf8'), ';')
  return rows.reduce((sum, cells) => sum + Math.round(Number(cells[column]?.replace(',', '.')) * 100), 0)
}
