import { deliveryName, tableOf, toast } from './dashboard-page.ts'
import { field } from './entry-forms.ts'
import { keyboard } from './input-devices.ts'
import { drawPicture } from './pictures.ts'
import { demoCoffees, fillCart } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test('a brand is added, a table sorted, a delivery moved on and undone, all by keyboard', async ({
  page,
  admin,
  customer,
}) => {
  test.slow()
  const { press, fill } = keyboard(page)
  const [id = ''] = await fillCart(customer, (await demoCoffees(admin)).slice(0, 1))
  await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })

  await page.goto('/')
  await press(page.getByRole('link', { name: 'My Shop' }))
  await press(page.getByRole('main').getByRole('link', { name: 'Add a brand' }).first())
  // The file dialog belongs to the operating system, so a test cannot operate it. The file is chosen without the
  // dialog.
  await field(page, 'Photo').setInputFiles(await drawPicture())
  await fill(field(page, 'Category Name'), 'Nightjar')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await expect(field(page, 'Ratting')).toHaveValue('4')
  await press(page.getByRole('button', { name: 'Add Brand' }))
  await expect(toast(page, 'Nightjar Added Successfully')).toBeVisible()
  await expect(field(page, 'Photo')).toBeFocused()

  await press(
    page
      .getByRole('navigation', { name: 'Dashboard', exact: true })
      .getByRole('link', { name: 'Single Item Product' }),
  )
  const { header, sort, rows, row } = tableOf(page, 'Single Item Product')
  await fill(page.getByRole('searchbox', { name: 'Email' }), customer.email)
  await expect(rows).toHaveCount(1)
  await press(sort('Price'))
  await expect(header('Price')).toHaveAttribute('aria-sort', 'ascending')
  await expect(sort('Price')).toBeFocused()
  const button = row(customer.email).getByRole('button')
  await press(button)
  await expect(toast(page, 'is now Packed')).toBeVisible()
  await expect(button).toBeFocused()
  await press(toast(page, 'is now Packed').getByRole('button', { name: 'Undo' }))
  await expect(toast(page, 'is Ordered again')).toBeVisible()
  await expect(button).toHaveAccessibleName(deliveryName('Ordered'))

  await press(page.getByRole('link', { name: 'My Shop' }))
  const card = page.getByRole('listitem').filter({ hasText: 'Nightjar' })
  await press(card.getByRole('button', { name: 'Delete' }))
  await press(toast(page, 'Your Product Delete Succwssfully').getByRole('button', { name: 'Undo' }))
  await expect(card).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Nightjar' })).toBeFocused()
})
