import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { OrderState } from '#contract/values/states.ts'
import type { Person } from '../account-fixtures.ts'
import { tableOf, toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { answersToLose, refetchUntil } from '../network.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { expectNoFindings, sizes } from '../screens.ts'

const LINK = 'https://post.example/track/7'

/** Buys the first two coffees of the demo shop. Returns the id of the order, and its total in dollars. */
async function buyTwo(customer: Person): Promise<{ id: string; total: string }> {
  const coffees = (await demoCoffees(customer)).slice(0, 2)
  const ids = await fillCart(customer, coffees)
  const total = coffees.reduce((sum, { price }) => sum + Number(price), 0).toFixed(2)
  const items = ids.map((_id) => ({ _id }))
  const { insertedId = '' } = await customer.call('POST /fullOrder', {
    body: { email: customer.email, items, total },
  })
  return { id: insertedId, total }
}

test('an admin packs and sends an order, refunds a part of it and writes a note, and the customer sees it', async ({
  page,
  admin,
  customer,
  customerPage,
}) => {
  const { id, total } = await buyTwo(customer)
  await page.goto(`/dashboard/${id}`)
  await expect(page.getByRole('heading', { level: 1 }), admin.email).toContainText(customer.email)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(toast(page, 'is now: Packed')).toBeVisible()

  await page.getByRole('textbox', { name: 'Tracking link' }).fill('http://post.example')
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(page.getByText('A tracking link begins with https://')).toBeVisible()
  await expectNoFindings(page, 'the page of an order with an error')
  await page.getByRole('textbox', { name: 'Tracking link' }).fill(LINK)
  await page.getByRole('button', { name: 'Mark as sent' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Follow the parcel' })).toHaveAttribute('href', LINK)
  await expect(page.getByRole('button', { name: 'Mark as delivered' })).toBeVisible()
  await page.getByRole('button', { name: 'Change the tracking number' }).click()
  await page.getByRole('combobox', { name: 'Carrier' }).selectOption('CTT')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('rt 1602 60734 pt')
  await expectNoFindings(page, 'the page of an order with the form for its tracking number')
  await page.getByRole('button', { name: 'Save the tracking number' }).click()
  await expect(page.getByText('CTT RT160260734PT')).toBeVisible()

  await page.getByRole('textbox', { name: 'Amount to refund' }).fill('1.25')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(toast(page, '$1.25 was refunded')).toBeVisible()
  await page.getByRole('textbox', { name: 'New note' }).fill('The box was wet.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The box was wet.' })).toContainText(admin.name)
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'New note' }).fill('A new bag is on its way.')
  await page.getByRole('checkbox', { name: 'For the customer' }).check()
  await page.getByRole('button', { name: 'Add note' }).click()
  const mails = page.getByRole('region', { name: 'Mails' }).getByRole('listitem')
  const noteMail = mails.filter({ hasText: 'A note about your order' })
  await expect(noteMail).toContainText(customer.email)
  await noteMail.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'This mail was written a moment ago')).toBeVisible()
  await expect(noteMail).toHaveCount(1)
  await expectNoFindings(page, 'the page of an order with notes and mails')

  await customerPage.goto('/myCart')
  await customerPage.getByRole('link', { name: 'Orders and receipts' }).click()
  const card = customerPage.getByRole('article')
  await expect(card).toContainText('Sent')
  await expect(card.getByRole('link', { name: 'Follow your parcel' })).toHaveAttribute(
    'href',
    /^https:\/\/appserver\.ctt\.pt\/.*RT160260734PT/,
  )
  await expect(customerPage.getByRole('button', { name: 'Withdraw from contract' })).toHaveCount(0)
  await expectNoFindings(customerPage, 'the orders of a customer')
  await card.getByRole('link', { name: 'Receipt' }).click()
  await expect(customerPage.getByRole('heading', { level: 1 })).toContainText('Receipt for order')
  await expect(customerPage.getByRole('row', { name: 'Total' })).toContainText(total)
  await expect(customerPage.getByRole('row', { name: 'Refunded on' })).toContainText('$1.25')
  await expect(customerPage.getByText('CTT RT160260734PT')).toBeVisible()
  await expect(customerPage.getByText('A new bag is on its way.')).toBeVisible()
  await expect(customerPage.getByText('The box was wet.')).toHaveCount(0)
  await expectNoFindings(customerPage, 'a receipt')
})

test("a customer's open pages follow an order while it is packed, sent and delivered", async ({
  admin,
  customer,
  customerPage,
}) => {
  const { id } = await buyTwo(customer)
  const move = (body: { from: OrderState; to: OrderState; tracking?: { carrier: 'own'; code: string } }) =>
    admin.call('PUT /order/{id}/state', { params: { id }, body })
  await customerPage.goto('/account')
  const card = customerPage.getByRole('article')
  await expect(card).toContainText('Paid')
  await move({ from: 'paid', to: 'packed' })
  await expect(card).toContainText('Packed')
  await card.getByRole('link', { name: 'Receipt' }).click()
  await expect(customerPage.getByRole('heading', { level: 1 })).toContainText('Receipt for order')
  await move({ from: 'packed', to: 'sent', tracking: { carrier: 'own', code: LINK } })
  await expect(customerPage.getByRole('link', { name: 'Follow your parcel' })).toBeVisible()
  await customerPage.goto('/myCart')
  await expect(customerPage.getByText('Delivery: Sent').first()).toBeVisible()
  await move({ from: 'sent', to: 'delivered' })
  await expect(customerPage.getByText('Delivery: Delivered').first()).toBeVisible()
})

test('refunding an order asks first, refunds nothing twice after a lost answer, and ends the order', async ({
  page,
  admin,
  customer,
}) => {
  const { id, total } = await buyTwo(customer)
  await page.goto(`/dashboard/${id}`)
  const amount = page.getByRole('textbox', { name: 'Amount to refund' })
  await expect(amount, admin.email).toHaveValue(total)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('button', { name: 'Do not refund' }).click()
  await amount.fill('1000000')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText(`This must be more than 0 and at most $${total}.`)).toBeVisible()
  const refund = async (text: string) => {
    await amount.fill(text)
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  }
  await page.route(`**/api/order/${id}`, (route) => route.abort())
  await page.route('**/api/live*', (route) => route.abort())
  const loseNext = await answersToLose(page, '**/api/order/*/refunds')
  loseNext()
  await refund('1.25')
  await expect(toast(page, 'We could not reach the shop')).toBeVisible()
  await refund('1.25')
  await expect(toast(page, 'This has changed since you opened the page')).toBeVisible()
  await page.unroute(`**/api/order/${id}`)
  await page.reload()
  const rest = (Number(total) - 1.25).toFixed(2)
  await expect(amount).toHaveValue(rest)

  await amount.fill('1.00')
  await page.getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Refund $1.00?')
  await admin.call('POST /order/{id}/refunds', { params: { id }, body: { amount: '0.50' } })
  const left = (Number(rest) - 0.5).toFixed(2)
  await refetchUntil(page, () => expect(page.getByText(`$${left} can be refunded`)).toBeAttached())
  await expect(question).toContainText('Refund $1.00?')
  await question.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(toast(page, 'This has changed since you opened the page')).toBeVisible()
  await refund(left)
  await expect(toast(page, 'was refunded')).toBeVisible()
  await expect(page.locator('.order-facts')).toContainText('Refunded')
  await expect(amount).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark as packed' })).toHaveCount(0)
})

test('two admins move the same order, and the second one is told what happened', async ({
  page,
  admin,
  customer,
}) => {
  const { id } = await buyTwo(customer)
  await page.goto(`/dashboard/${id}`)
  const button = page.getByRole('button', { name: 'Mark as packed' })
  await expect(button).toBeVisible()
  await page.route('**/api/live*', (route) => route.abort())
  await page.route(`**/api/order/${id}`, (route) => route.abort())
  await admin.call('PUT /order/{id}/state', { params: { id }, body: { from: 'paid', to: 'packed' } })
  await button.click()
  await expect(toast(page, /Order \d+ is now: Packed\./)).toBeVisible()
})

test('a paid order is on the pick list until it is packed, and its slip shows the number', async ({
  page,
  admin,
  customer,
}) => {
  const { id } = await buyTwo(customer)
  const { number, items } = await admin.call('GET /order/{id}', { params: { id } })
  await page.goto('/dashboard/picklist')
  const toPack = page.getByRole('table', { name: 'To pack', exact: true })
  const orderLink = toPack.getByRole('link', { name: String(number), exact: true }).first()
  await expect(orderLink).toBeVisible()
  await orderLink.click()
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Packing slip for order ${number}`)
  await expect(page.getByRole('row').filter({ hasText: items[0]?.productName ?? '' })).toContainText('1 ×')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('button', { name: 'Open drawer' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  }
  await expect(page.locator('.sheet-number')).toHaveText(String(number))
  await page.emulateMedia({ media: 'screen' })
  await admin.call('PUT /order/{id}/state', { params: { id }, body: { from: 'paid', to: 'packed' } })
  await page.goto('/dashboard/picklist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('To pack')
  await expect(orderLink).toHaveCount(0)
  const onTheWay = page.getByRole('table', { name: 'On the way' })
  await expect(onTheWay.getByRole('link', { name: String(number), exact: true })).toBeVisible()
})

test('the list of full orders shows number and state, and is filtered by state', async ({
  page,
  admin,
  customer,
}) => {
  const { id } = await buyTwo(customer)
  const { number } = await admin.call('GET /order/{id}', { params: { id } })
  await page.goto(`/dashboard/fullItem?email=${customer.email}`)
  const row = page.getByRole('row').filter({ hasText: customer.email })
  await expect(row).toContainText(String(number))
  await expect(row).toContainText('Paid')
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Waiting for payment' })
  await expect(page).toHaveURL(/state=waiting/)
  await expect(page.getByText('Nothing fits these filters')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('paid')
  await expect(row).toBeVisible()
})

test('an order of a single item is opened from the list of items, and Go Back leads there again', async ({
  page,
  admin,
  customer,
}) => {
  const [coffee] = await demoCoffees(customer)
  if (!coffee) throw new Error('The demo shop has coffees.')
  const [id = ''] = await fillCart(customer, [coffee])
  const list = `/dashboard?email=${customer.email}`
  await page.goto(list)
  const { row } = tableOf(page, 'Single Item Product')
  await expect(row(coffee.name), admin.email).toBeVisible()
  await expect(row(coffee.name).getByRole('link')).toHaveCount(0)
  await customer.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
  await row(coffee.name).getByRole('link', { name: coffee.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.email)
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?email=`))
})

test('a customer in the EU withdraws in two steps, and both sides see it', async ({
  page,
  admin,
  customer,
  customerPage,
  mailDatabase,
}) => {
  const value = JSON.stringify({ ...DEFAULT_SELLING, hasWithdrawal: true })
  await mailDatabase.write(
    `INSERT INTO shop_settings (name, value, changed_at) VALUES ('selling', '${value}', 1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
  const { id } = await buyTwo(customer)
  await customerPage.goto('/account')
  const withdraw = customerPage.getByRole('button', { name: 'Withdraw from contract' })
  await withdraw.click()
  await expectNoFindings(customerPage, 'the question before a withdrawal')
  await customerPage.getByRole('button', { name: 'Keep the order' }).click()
  await withdraw.click()
  await customerPage.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(customerPage.getByText('You withdrew from this order on')).toBeVisible()
  await expect(withdraw).toHaveCount(0)
  await page.goto(`/dashboard/${id}`)
  await expect(page.getByText('The customer has withdrawn from this order on')).toBeVisible()
  await page.goto('/dashboard/picklist')
  await expect(page.getByRole('listitem').filter({ hasText: 'Withdrawn' }).first()).toBeVisible()
  const mails = await admin.call('GET /outbox', { query: {} })
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^We have your withdrawal from order \d+$/),
      expect.stringMatching(/^Withdrawal from order \d+, /),
    ]),
  )
})

test('money that arrived too late is paid back from the payment desk', async ({
  page,
  admin,
  mailDatabase,
}) => {
  await mailDatabase.write(
    `INSERT INTO payments (id, idempotency_key, user_id, kind, amount_cents, gateway, status, reference, created_at)
     VALUES ('late', 'late', 'gone', 'full', 1250, 'instant', 'failed', 'ch_9', ${Date.now()})`,
  )
  await page.goto('/dashboard/payments')
  await expect(page.getByText('The customer may have paid twice.'), admin.email).toBeVisible()
  await expectNoFindings(page, 'the payment desk with a late payment')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Refund $12.50?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  await expect(toast(page, 'Done. The payment is checked again.')).toBeVisible()
  await expect(page.getByText('Every payment adds up')).toBeVisible()
})
