import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cartOf } from './cart-page.ts'
import { deliveryName, tableOf, toast, undo } from './dashboard-page.ts'
import { addEntry, field, forms } from './entry-forms.ts'
import { demoCoffees, fillCart } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test('a new brand, its coffee and a packet are offered, bought in another browser, and delivered', async ({
  page,
  admin,
  customer,
  customerPage,
}) => {
  test.slow()
  const brand = `Tidewater ${randomUUID().slice(0, 6)}`
  const coffee = `Slow Harbour ${randomUUID().slice(0, 6)}`
  await addAll(page, { brand, coffee })
  await seeOnHomePage(page, { brand, coffee })

  // The newest line is paid, so that its button can have the focus.
  const [id = ''] = await fillCart(admin, (await demoCoffees(admin)).slice(0, 1))
  await admin.call('PUT /singlePayment/{id}', { params: { id }, body: null })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const { rows, row } = tableOf(page, 'Single Item Product')
  const before = await rows.first().getAttribute('data-row')
  await rows.first().getByRole('button').focus()
  await page.evaluate('scrollTo({ top: 150, behavior: "instant" })')

  await buy(customerPage, { brand, coffee })
  await expect(row(customer.email)).toHaveCount(2, { timeout: 5000 })
  expect(await page.evaluate<number>('scrollY')).toBe(150)
  await expect(page.locator(`[data-row="${before}"]`).getByRole('button')).toBeFocused()
  const item = row(customer.email).filter({ hasText: '12.50' })
  await expect(item).toContainText('NOT OK')
  await expect(item.getByRole('button', { name: 'Delivery' })).toBeDisabled()

  await customerPage.getByRole('button', { name: 'Pay For All Item' }).click()
  await expect(toast(customerPage, 'Your Payment Successfull')).toBeVisible()
  await item.getByRole('button', { name: deliveryName('Ordered') }).click()
  await expect(toast(page, `${coffee} is now Packed`)).toBeVisible()
  await item.getByRole('button', { name: deliveryName('Packed') }).click()
  await expect(item.getByRole('button', { name: deliveryName('Sent') })).toBeVisible()
  await undo(page, `${coffee} is now Sent`)
  await expect(toast(page, `${coffee} is Packed again`)).toBeVisible()
  await item.getByRole('button', { name: deliveryName('Packed') }).click()
  await expect(toast(page, `${coffee} is now Sent`).first()).toBeVisible()

  await customerPage.reload()
  const bought = cartOf(customerPage).rows
  await expect(bought.filter({ hasText: '12.50' }), admin.email).toContainText('Delivery: Sent')
  await expect(bought.filter({ hasText: '9.75' })).toContainText('Delivery: Sent')
  await page.getByRole('link', { name: 'Full Item Product' }).first().click()
  const order = tableOf(page, 'Full Item Product').row(customer.email)
  await expect(order).toContainText('Sent')
  await order.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${customer.email} ${customer.name}`)
  await expect(
    page.getByRole('article').filter({ hasText: '12.50' }).getByRole('button'),
  ).toHaveAccessibleName(deliveryName('Sent'))
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/dashboard/fullItem')
})

test('a shopper who becomes an admin gets access, and loses it at once with the role', async ({
  page,
  admin,
  customer,
  customerPage,
}) => {
  await customerPage.goto('/dashboard')
  await expect(customerPage).toHaveURL('/login')

  await page.goto(`/dashboard/allUsers?email=${customer.email}`)
  const user = tableOf(page, 'All User').row(customer.email)
  await user.getByRole('button', { name: 'Make Admin' }).click()
  await expect(toast(page, 'User Make Admin Successfully')).toBeVisible()
  await customerPage.goto('/dashboard')
  await expect(tableOf(customerPage, 'Single Item Product').rows.first(), admin.email).toBeVisible()

  await user.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(toast(page, 'User Remove Admin Successfully')).toBeVisible()
  await expect(customerPage).toHaveURL('/login', { timeout: 6000 })
  await expect(
    customerPage.getByText(`This page is for administrators, and you are logged in as ${customer.email}.`),
  ).toBeVisible()
  await expect(customer.call('GET /allUser', { query: {} })).rejects.toThrow('403')
  await expect(user.getByRole('button', { name: 'Make Admin' })).toBeVisible()
})

type Names = { brand: string; coffee: string }

async function addAll(page: Page, { brand, coffee }: Names): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Kinds of entries' })
  await page.goto(forms.brand.path)
  await addEntry(page, 'brand', { 'Category Name': brand, 'Ratting': '5' })
  await expect(toast(page, `${brand} Added Successfully`)).toHaveCount(1)
  await tabs.getByRole('link', { name: 'Coffee Name' }).click()
  await addEntry(page, 'coffee', { Name: coffee, Price: '12.5', Brand: brand, Ratting: '4' })
  // The toast about the coffee has the same text as the toast about the brand, which may still be visible. An empty
  // form shows that the coffee was added.
  await expect(field(page, 'Name')).toHaveValue('')
  await expect(toast(page, `${brand} Added Successfully`).last()).toBeVisible()
  await tabs.getByRole('link', { name: 'Packet' }).click()
  await addEntry(page, 'packet', {
    'Coffee Name': coffee,
    'About': 'Tastes of rain on slate.',
    'Price': '9.75',
    'Ratting': '3',
  })
  await expect(toast(page, 'Product Added Successfully')).toBeVisible()
}

/** Goes to the home page without a reload. Expects the new brand and the new packet there, each with a picture. */
async function seeOnHomePage(page: Page, { brand, coffee }: Names): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  for (const name of [brand, coffee]) {
    const card = homeCard(page, name)
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//)
    await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  }
}

async function buy(page: Page, { brand, coffee }: Names): Promise<void> {
  await page.goto('/')
  await homeCard(page, brand).getByRole('link', { name: 'See Coffee' }).click()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await expect(toast(page, `${coffee} Added Successfully`)).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await homeCard(page, coffee).getByRole('link', { name: 'See Details' }).click()
  await expect(page.getByText('Tastes of rain on slate.')).toBeVisible()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('link', { name: 'My Cart' }).click()
  await expect(cartOf(page).rows).toHaveCount(2)
}

function homeCard(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
}
