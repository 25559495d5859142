import type { Locator, Page } from '@playwright/test'
import type { Person } from '../account-fixtures.ts'
import { idOf } from '../admin-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { answersToLose } from '../network.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { bothLooks, expectNoFindings } from '../screens.ts'

/** Buys a coffee with a weight. Returns the order, and the name of the coffee. */
async function buy(customer: Person) {
  const coffee = (await demoCoffees(customer)).find(({ weight }) => weight === 250)
  const items = (await fillCart(customer, coffee ? [coffee] : [])).map((_id) => ({ _id }))
  const body = { email: customer.email, items, total: coffee?.price ?? '' }
  const { insertedId: id = '' } = await customer.call('POST /fullOrder', { body })
  const { number } = await customer.call('GET /order/{id}', { params: { id } })
  return { id, number, coffee: coffee?.name ?? '' }
}

async function enter(form: Locator, lot: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(lot)) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Enter the lot' }).click()
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

test('a packer enters what was roasted, packs from it, changes the lot, and finds who got it', async ({
  admin,
  customer,
  customerPage: page,
}) => {
  const order = await buy(admin)
  await admin.call('PUT /makePacker/{id}', { params: { id: await idOf(admin, customer) } })
  await page.goto('/dashboard/lots')
  await expect(page.getByRole('form', { name: 'Enter a lot' })).toBeVisible()
  await expectNoFindings(page, 'an empty roast book', { looks: bothLooks })
  const form = page.getByRole('form', { name: 'Enter a lot' })
  await form.getByLabel('Coffee', { exact: true }).selectOption(order.coffee)
  const today = await form.getByLabel('Roasted on').inputValue()
  await enter(form, { 'Lot': 'T-46', 'Green coffee in kg': 'ten', 'Roasted coffee in kg': '0.3' })
  await expect(form.getByLabel('Green coffee in kg')).toHaveAccessibleDescription(/such as 8\.25/)
  await enter(form, { 'Green coffee in kg': '0.2' })
  await expect(form.getByLabel('Roasted coffee in kg')).toHaveAccessibleDescription(
    /Cannot be more than the green coffee/,
  )
  await expect(form.getByRole('alert')).toHaveCount(0)
  await enter(form, { 'Roasted on': '2999-01-01', 'Green coffee in kg': '0,4' })
  await expect(form.getByLabel('Roasted on')).toHaveAccessibleDescription('Choose today or an earlier day.')
  await enter(form, { 'Roasted on': today })
  await expect(toast(page, 'Lot T-46 is in the roast book')).toBeVisible()
  await expect(form.getByLabel('Coffee', { exact: true })).toBeFocused()

  // The next lot of the coffee begins like the last one.
  await expect(form.getByLabel('Lot', { exact: true })).toHaveValue('T-47')
  await form.getByLabel('Coffee', { exact: true }).selectOption(order.coffee)
  await expect(form.getByLabel('Green coffee in kg')).toHaveValue('0.4')
  await enter(form, { 'Lot': 'T-46', 'Roasted coffee in kg': '0.35', 'Supplier (optional)': 'Sol & Co' })
  await expect(form.getByLabel('Lot', { exact: true })).toHaveAccessibleDescription(
    /^There is already a lot T-46 of this coffee, roasted on \d* ?[A-Z].*\.$/,
  )
  const loseNext = await answersToLose(page, '**/api/lots')
  loseNext()
  await enter(form, { Lot: 'T-47' })
  await expect(form.getByRole('alert')).toContainText('We could not reach the shop')
  await enter(form, { Lot: 'T-48' })
  await expect(toast(page, 'Lot T-48 is in the roast book')).toBeVisible()
  await expect(cardOf(page, 'Lot T-47')).toContainText('87.5 % of it, 50 g lost')
  await expect(cardOf(page, 'Lot T-48')).toBeVisible()
  await expectNoFindings(page, 'the roast book', { looks: bothLooks })

  await page.goto(`/dashboard/${order.id}`)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  const item = page.getByRole('article').filter({ hasText: order.coffee })
  await expect(item).toContainText('Lot T-46, roasted on')
  await item.getByRole('button', { name: 'Change lot of' }).click()
  await item.getByLabel('Lot', { exact: true }).selectOption({ label: await lotOption(item, 'T-47') })
  await expectNoFindings(page, 'an order whose lot is changed', { looks: bothLooks })
  await item.getByRole('button', { name: 'Save' }).click()
  await expect(item).toContainText('Lot T-47, roasted on')
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.locator('.sheet')).toContainText('Lot T-47, roasted on')

  await page.goto('/dashboard/lots')
  await page.getByLabel('Who got lot …').fill('t-47')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL('/dashboard/lots?lot=t-47')
  const got = page.getByRole('list', { name: /^Who got it: Lot T-47/ }).getByRole('listitem')
  await expect(got).toHaveText([new RegExp(`Order ${order.number} ${admin.name} 250`)])
  await expect(page.locator('.dashboard-page')).not.toContainText(admin.email)
  await expectNoFindings(page, 'who got a lot', { looks: bothLooks })

  await page.getByRole('link', { name: 'Show all lots' }).click()
  const first = cardOf(page, 'Lot T-46')
  await first.getByRole('button', { name: 'Correct' }).click()
  await expect(first.getByLabel('Lot', { exact: true })).toBeFocused()
  await first.getByRole('button', { name: 'Keep as it is' }).press('Enter')
  await expect(first.getByRole('button', { name: 'Correct lot T-46' })).toBeFocused()
  await page.keyboard.press('Enter')
  await first.getByLabel('Note (optional)').fill('Too dark.')
  await expectNoFindings(page, 'a lot that is corrected', { looks: bothLooks })
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(first).toContainText('Too dark.')
  await expect(first.getByRole('button', { name: 'Correct' })).toBeFocused()
  await first.getByRole('button', { name: 'Take back' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take back lot T-46' })
  await expect(dialog).toContainText('The stock of this coffee is not counted in grams')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(first).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Lot T-47' })).toBeFocused()
  const file = await page.request.get('/api/export/roast-book.csv')
  expect(await file.text()).toContain(`${today},${order.coffee},T-47,0.400,0.350,87.5,0.250`)
})

async function lotOption(item: Locator, name: string): Promise<string> {
  const options = item.getByLabel('Lot', { exact: true }).getByRole('option')
  return (await options.filter({ hasText: name }).textContent()) ?? ''
}
