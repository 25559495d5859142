import { expect, test } from '../mail-fixtures.ts'
import { buyOne } from '../products.ts'
import { expectNoFindings, expectToFit, sizes } from '../screens.ts'

const NUMBER = '00340434161094021501'

test('an admin marks many orders as sent with a file of tracking numbers, after a look at what would happen', async ({
  page,
  admin,
  customer,
}) => {
  const first = await buyOne(customer)
  const second = await buyOne(customer)
  const file = (text: string) => ({ name: 'dhl.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Parcels' }).click()
  await expect(page.getByRole('link', { name: 'Sendcloud' }), admin.email).toHaveAttribute('download')
  const input = page.getByLabel('CSV file')
  await input.setInputFiles(file('name;tracking\nCora;1\n'))
  const missing = page.getByText('No column is called “Order number”.')
  await expect(missing).toBeVisible()

  // The corrected file often has the same name.
  const chooser = page.waitForEvent('filechooser')
  await input.click()
  await expect(missing).toHaveCount(0)
  await expect(input).toHaveValue('')
  await (
    await chooser
  ).setFiles(
    file(
      `Sendungsnummer;Sendungsreferenz\n${NUMBER};${first.number}\n${NUMBER};${second.number}\n${NUMBER};999999\n`,
    ),
  )
  await expect(page.getByText('0 orders would be sent. 3 rows are refused.')).toBeVisible()
  await page.getByLabel('Carrier, where the file names none').selectOption('DHL')
  await expect(page.getByText('2 orders would be sent. 1 row is refused.')).toBeVisible()
  await expect(page.getByText('There is no order with this number.')).toBeVisible()
  await expect(page.getByText('Row 1 has this number, too.')).toHaveCount(1)
  await expectNoFindings(page, 'what a file with tracking numbers would do')
  await page.setViewportSize(sizes.phone)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Send 2 orders' }).dblclick()
  await expect(page.getByText('2 orders were sent.')).toBeVisible()
  await page.getByRole('link', { name: `Order ${first.number}` }).click()
  await expect(page.getByText(`DHL ${NUMBER}`).first()).toBeVisible()
})

test('an admin types the tracking numbers of packed orders, and each order is sent once', async ({
  page,
  admin,
  customer,
}) => {
  const orders = [await buyOne(customer), await buyOne(customer), await buyOne(customer)]
  const step = { from: 'paid', to: 'packed' } as const
  for (const { id } of orders) await admin.call('PUT /order/{id}/state', { params: { id }, body: step })
  const [first = 0, second = 0, third = 0] = orders.map(({ number }) => number)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/parcels')) requests.push(request.method())
  })
  const refusal = { title: 'Too many requests', status: 429, code: 'too-many-requests' }
  await page.route('**/api/pickList', (route) => route.fulfill({ status: 429, json: refusal }))
  await page.goto('/dashboard/parcels')
  const packed = page.getByRole('region', { name: 'Packed orders' })
  await expect(packed.getByRole('alert').first()).toContainText('The packed orders could not be loaded')
  await page.unroute('**/api/pickList')
  await packed.getByRole('button', { name: 'Retry' }).click()
  const fieldOf = (number: number) => packed.getByLabel(`Order ${number},`)
  await expect(packed.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await packed.getByLabel('Carrier').selectOption('DHL')
  await fieldOf(first).fill(NUMBER)
  await fieldOf(second).fill(`${NUMBER.slice(0, 4)} ${NUMBER.slice(4)}`)
  await expect(fieldOf(second)).toHaveAccessibleDescription(`Order ${first} has this number already.`)
  await packed.getByRole('button', { name: 'Send 2 orders' }).click()
  await expect(fieldOf(second)).toBeFocused()
  expect(requests).toEqual([])

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Messages' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await fieldOf(second).fill('no number!')
  await packed.getByRole('button', { name: 'Send 2 orders' }).dblclick()
  const outcome = packed.getByText('1 order was sent. 1 order is refused.')
  await expect(outcome).toBeFocused()
  expect(requests).toEqual(['POST'])
  await expect(packed.getByRole('listitem').filter({ hasText: `Order ${first}` })).toContainText(
    `DHL ${NUMBER}`,
  )
  await expect(packed.getByText('Row 1')).toHaveCount(0)
  await expectNoFindings(page, 'what happened with typed tracking numbers')

  await fieldOf(second).fill('')
  await page.reload()
  await expect(packed.getByLabel('Carrier')).toHaveValue('dhl')
  await fieldOf(second).fill(`${NUMBER.slice(0, -1)}2`)
  await fieldOf(third).fill(`${NUMBER.slice(0, -1)}3`)
  await packed.getByRole('button', { name: 'Send 2 orders' }).dblclick()
  await expect(packed.getByText('2 orders were sent.')).toBeFocused()
  expect(requests).toEqual(['POST', 'POST'])
})
