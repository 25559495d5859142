import type { Page } from '@playwright/test'
import { expectCards } from './table-cards.ts'
import { tableOf, toast } from './dashboard-page.ts'
import { expect, test } from './mail-fixtures.ts'
import { demoCoffees, fillCart, sellCoffee } from './products.ts'
import { idOf } from './admin-fixtures.ts'
import { createAccount } from './account-fixtures.ts'
import { bothLooks, expectNoFindings } from './screens.ts'

test.describe('messages', () => {
  test('appear in the open inbox in full length, with a link to reply', async ({
    page,
    admin,
    browser,
    baseURL,
  }) => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/messages')
    await expect(
      page.getByText('No messages yet').or(tableOf(page, 'Inbox').table),
      admin.email,
    ).toBeVisible()
    const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await write(visitor, `Is <b>this</b> on?\nSecond line. ${'A long story. '.repeat(60)}The end`)
    const { row } = tableOf(page, 'Inbox')
    await expect(row('Cora Vale')).toContainText('Is <b>this</b> on?')
    await expect(row('Cora Vale').getByText('The end')).toBeHidden()
    await row('Cora Vale').getByText('Show the whole message').click()
    await expect(row('Cora Vale').getByText('The end')).toBeVisible()
    await expect(row('Cora Vale').getByRole('link', { name: 'cora@people.example' })).toHaveAttribute(
      'href',
      'mailto:cora@people.example',
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await expectCards(tableOf(page, 'Inbox').rows)
  })

  test('are mailed to the shop: queued, failed, retried, sent', async ({
    page,
    admin,
    mailServer,
    mailDatabase,
    browser,
    baseURL,
  }) => {
    // Another test of this shop may have opened it.
    mailServer.close()
    const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await write(visitor, 'A letter that takes its time.')
    await page.goto('/dashboard/messages')
    await page.getByRole('link', { name: 'Outbox' }).click()
    const mail = tableOf(page, 'Outbox').rows.first()
    await expect(mail, admin.email).toContainText('cora@people.example')
    await expect(mail).toContainText('Message from Cora Vale')
    await expect(mail).toContainText(/Waiting.*1 try.*ECONNREFUSED/)
    await expect(mail.getByRole('button', { name: 'Retry' })).toHaveCount(0)

    await mailDatabase.write("UPDATE outbox SET status = 'failed', tries = 8")
    await page.reload()
    await expect(mail).toContainText(/Failed.*8 tries.*ECONNREFUSED/)
    await mailServer.open()
    await mail.getByRole('button', { name: 'Retry' }).click()
    await expect(toast(page, 'The mail is waiting to be sent again')).toBeVisible()
    await expect(mail.getByText('Replies to')).toHaveCSS('display', 'block')
    await expect(mail).toContainText(/^The shopReplies to cora@people\.exampleMessage from Cora ValeSent/)
    await expect(mail.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectCards(tableOf(page, 'Outbox').rows)
    expect(mailServer.taken()).toContain('A letter that takes its time.')
  })
})

test('a message is answered by mail beside the orders of its sender, and is then no longer waiting', async ({
  page,
  admin,
  customer,
  mailServer,
  browser,
  baseURL,
}) => {
  await mailServer.open()
  const coffees = (await demoCoffees(customer)).slice(0, 1)
  const items = (await fillCart(customer, coffees)).map((_id) => ({ _id }))
  const total = coffees[0]?.price ?? ''
  await customer.call('POST /fullOrder', { body: { email: customer.email, items, total } })
  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await write(visitor, 'Do you sell unroasted coffee?', customer.email)
  await page.goto('/dashboard')
  const waits = page.getByRole('navigation', { name: 'What waits for you' })
  await waits.getByRole('link', { name: /messages? to answer$/ }).click()
  await expect(page, admin.email).toHaveURL('/dashboard/messages')
  const { row } = tableOf(page, 'Inbox')
  const message = row('Do you sell unroasted coffee?')
  await expect(message).toContainText('Open')
  await message.getByRole('button', { name: 'Answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Answer Cora Vale' })
  await expect(dialog.getByRole('link', { name: /^Order \d+: Paid, \$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(dialog.getByText('Write at least a word')).toBeVisible()
  await expectNoFindings(page, 'the dialog with an answer', { looks: bothLooks })
  await dialog.getByLabel('Your answer').fill('We do, by the sack.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(toast(page, 'The answer is on its way')).toBeVisible()
  await expect(message).toContainText('Answered')
  await expect
    .poll(() => mailServer.mailsTo(customer.email).map(({ text }) => text))
    .toContainEqual(expect.stringMatching(/We do, by the sack\.[^]*> Do you sell unroasted coffee\?/))
  await message.getByRole('button', { name: 'Answer' }).click()
  await dialog.getByRole('button', { name: 'Mark as open' }).click()
  await expect(message).toContainText('Open')
})

test.describe('the audit log', () => {
  test('shows who did what, as it happens', async ({ page, admin, customer }) => {
    await page.goto('/dashboard/messages/audit')
    const { row, rows } = tableOf(page, 'Audit log')
    const done = async (action: string, ...words: string[]) => {
      const entry = row(action).first()
      await expect(entry).toContainText(admin.email)
      for (const word of words) await expect(entry).toContainText(word)
    }
    await expect(rows.first()).toContainText('made admin')
    const coffee = await sellCoffee(admin, { name: 'Logbook', price: '8.00', brand: 'Ledger Line' })
    await done('added brand', 'Ledger Line')
    await done('added coffee', 'Logbook', '$8.00')
    await coffee.reprice('9.00')
    await done('changed coffee', 'Logbook', '$9.00')
    await coffee.remove()
    await done('deleted from coffees')
    const coffees = (await demoCoffees(admin)).slice(0, 1)
    const name = coffees[0]?.name ?? ''
    const [id = ''] = await fillCart(customer, coffees)
    await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    for (const word of [customer.email, name])
      await expect(row('payment succeeded').first()).toContainText(word)
    await admin.call('PUT /delivery/{id}', { params: { id }, body: { from: 'Ordered', to: 'Packed' } })
    await done('moved order', customer.email, 'Paid to Packed')
    const user = await idOf(admin, customer)
    await admin.call('PUT /makeAdmin/{id}', { params: { id: user } })
    await done('made admin', customer.email)
    await admin.call('PUT /removeAdmin/{id}', { params: { id: user } })
    await done('removed admin', customer.email)
    await admin.call('DELETE /userDelete/{id}', { params: { id: user } })
    await done('deleted user', customer.email)
  })
})

test.describe('mails to customers', () => {
  test('confirm an order, and fit a phone in light and dark', async ({ page, shopper, mailServer }) => {
    await mailServer.open()
    const coffees = (await demoCoffees(shopper)).slice(0, 2)
    const [id = ''] = await fillCart(shopper, coffees)
    await shopper.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await expect.poll(() => mailServer.mailsTo(shopper.email).length).toBe(1)
    const [mail] = mailServer.mailsTo(shopper.email)
    expect(mail?.text).toContain(`- ${coffees[0]?.name}`)
    const notices = () => mailServer.mailsTo('owner@coffee.example')
    await expect.poll(() => notices().some(({ text }) => text.includes(shopper.email))).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.setContent(mail?.html ?? '')
    await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible()
    await expect(page.getByRole('row', { name: coffees[0]?.name ?? '' })).toContainText(
      coffees[0]?.price ?? '',
    )
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectNoFindings(page, 'an order confirmation')
  })

  test('let a person who forgot the password, or has none, choose a new one, once', async ({
    page,
    shop,
    mailServer,
    mailDatabase,
  }) => {
    await mailServer.open()
    const account = await createAccount(shop.url)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/forgotPassword')
    await page.getByLabel('Email address').fill(account.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(`If there is an account for ${account.email}`)).toBeVisible()
    await expect.poll(() => mailServer.mailsTo(account.email).length).toBe(1)
    const link = /https?:\S+#\S+/.exec(mailServer.mailsTo(account.email)[0]?.text ?? '')?.[0] ?? ''
    const path = link.slice(link.indexOf('/resetPassword'))
    await page.goto(path)
    await expect(page).toHaveURL('/resetPassword')
    await page.getByLabel('Password', { exact: true }).fill('a better one')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(toast(page, 'Password changed. Log in with the new one.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email address').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill('a better one')
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()

    // As that of a person who logs in with OpenID Connect.
    await mailDatabase.write(`UPDATE accounts SET password = NULL WHERE email = '${account.email}'`)
    await page.goto('/account/profile')
    await expect(page.getByText('Your account has no password')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByRole('button', { name: 'Mail me the link' }).click()
    await expect(page.getByText(`on its way to ${account.email}`)).toBeVisible()
    await expectNoFindings(page, 'the profile of an account without a password')
    await expect.poll(() => mailServer.mailsTo(account.email).length).toBe(2)

    await page.goto(path)
    await page.getByLabel('Password', { exact: true }).fill('a third one')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByRole('alert')).toContainText('This link was used already or has expired')
  })
})

async function write(page: Page, message: string, email = 'cora@people.example'): Promise<void> {
  await page.goto('/contact')
  await page.getByLabel('Name', { exact: true }).fill('Cora Vale')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thank you, your message is on its way')).toBeVisible()
}
