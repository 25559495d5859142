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
  await expect(page.getByText('No column is called “Order number”.')).toBeVisible()

  await input.setInputFiles(
    file(
      `Sendungsnummer;Sendungsreferenz\n${NUMBER};${first.number}\n${NUMBER};${second.number}\n${NUMBER};999999\n`,
    ),
  )
  await expect(page.getByText('0 orders would be sent. 3 rows are refused.')).toBeVisible()
  await page.getByLabel('Carrier, where the file names none').selectOption('DHL')
  await expect(page.getByText('2 orders would be sent. 1 row is refused.')).toBeVisible()
  await expect(page.getByText('There is no order with this number.')).toBeVisible()
  await expectNoFindings(page, 'what a file with tracking numbers would do')
  await page.setViewportSize(sizes.phone)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Send 2 orders' }).click()
  await expect(page.getByText('2 orders were sent.')).toBeVisible()
  await page.getByRole('link', { name: `Order ${first.number}` }).click()
  await expect(page.getByText(`DHL ${NUMBER}`).first()).toBeVisible()
})
