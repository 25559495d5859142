import type { APIRequestContext, Page } from '@playwright/test'
import { OWN_MAIL_IDS, SEND_FORM_PATH } from '#contract/values/contact.ts'
import type { Person } from '../account-fixtures.ts'
import { idOf } from '../admin-fixtures.ts'
import { tableOf, toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { demoCoffees, fillCart } from '../products.ts'
import { bothLooks, expectNoFindings, sizes } from '../screens.ts'

/** Buys a coffee of the demo shop. Returns the number of the order. */
async function buy(buyer: Person, seller: Person): Promise<number> {
  const coffees = (await demoCoffees(buyer)).slice(0, 1)
  const items = (await fillCart(buyer, coffees)).map((_id) => ({ _id }))
  const body = { email: buyer.email, items, total: coffees[0]?.price ?? '' }
  const { insertedId: id = '' } = await buyer.call('POST /fullOrder', { body })
  return (await seller.call('GET /order/{id}', { params: { id } })).number
}

async function writeTo(request: APIRequestContext, origin: string, message: string): Promise<void> {
  const multipart = { user_id: OWN_MAIL_IDS.publicKey, name: 'Zed', email: 'zed@people.example', message }
  const sent = await request.post(`${origin}/api${SEND_FORM_PATH}`, { multipart, headers: { origin } })
  expect(sent.status()).toBe(200)
}

/** Returns the refused requests of a page, to which those that come later are added. */
function refusedOn(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${response.url()}`)
  })
  return refused
}

/** Opens every page of the dashboard to which the open page links, and expects that none of them is refused. */
async function followAllLinks(page: Page): Promise<string[]> {
  const from = new URL(page.url()).pathname
  const links = await page
    .locator('.dashboard a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const paths = [...new Set(links)]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page, path).toHaveURL(path)
  }
  await page.goto(from)
  return paths
}

test('an admin makes a packer, who packs, sends and answers a message, and is led to nothing that is refused', async ({
  page,
  admin,
  customer,
  customerPage: packerPage,
  shop,
  mailServer,
  request,
}) => {
  await mailServer.open()
  const number = await buy(admin, admin)
  await writeTo(request, shop.url, 'Do you sell green coffee?')
  await page.goto(`/dashboard/allUsers?email=${customer.email}`)
  const row = tableOf(page, 'All User').row(customer.email)
  await row.getByRole('button', { name: 'Make packer' }).click()
  await expect(toast(page, 'The user is a packer now')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Remove packer' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible()
  await expectNoFindings(page, 'the users with a packer', { looks: bothLooks })

  const refused = refusedOn(packerPage)
  await packerPage.goto('/dashboard')
  await expect(packerPage).toHaveURL('/dashboard/picklist')
  await expect(packerPage.getByRole('heading', { level: 1 })).toHaveText('To pack')
  const waits = packerPage.getByRole('navigation', { name: 'What waits for you' })
  await expect(waits.getByRole('link')).toHaveText([/^\d+ to pack$/, /^\d+ messages? to answer$/])
  const menu = packerPage.getByRole('navigation', { name: 'Dashboard', exact: true })
  await expect(menu.getByRole('link')).toHaveText([
    'New order',
    'To pack',
    'Parcels',
    'Roast book',
    'Messages',
  ])
  await expectNoFindings(packerPage, 'what a packer has to pack', { looks: bothLooks })
  expect(await followAllLinks(packerPage)).toContain('/dashboard/messages')

  const toPack = packerPage.getByRole('table', { name: 'To pack', exact: true })
  const second = await buy(admin, admin)
  await expect(toPack.getByRole('link', { name: String(second), exact: true })).toBeVisible()
  await toPack.getByRole('link', { name: String(number), exact: true }).click()
  await expect(packerPage.getByRole('heading', { level: 1 })).toHaveText(`${admin.name} · Order ${number}`)
  const dashboard = packerPage.locator('.dashboard-page')
  await expect(dashboard).not.toContainText('$')
  await expect(dashboard).not.toContainText(admin.email)
  await expect(
    packerPage.getByRole('button', { name: /Refund|payment|as paid|Correct the address/ }),
  ).toHaveCount(0)
  await expectNoFindings(packerPage, 'an order of a packer', { looks: bothLooks })
  expect(await followAllLinks(packerPage)).toContainEqual(expect.stringContaining('/slip'))
  await packerPage.getByRole('button', { name: 'Mark as packed' }).click()
  await packerPage.getByRole('textbox', { name: 'Tracking link' }).fill('https://post.example/track/7')
  await packerPage.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(toast(packerPage, `Order ${number} is now: Sent`)).toBeVisible()
  await packerPage.getByRole('textbox', { name: 'New note' }).fill('The last bag of the lot.')
  await packerPage.getByRole('button', { name: 'Add note' }).click()
  await expect(packerPage.getByRole('listitem').filter({ hasText: 'The last bag' })).toContainText(
    customer.name,
  )
  await packerPage.getByRole('link', { name: 'Go Back' }).click()
  await expect(packerPage).toHaveURL('/dashboard/picklist')

  await waits.getByRole('link', { name: /to answer$/ }).click()
  const message = tableOf(packerPage, 'Inbox').row('Do you sell green coffee?')
  await message.getByRole('button', { name: 'Answer' }).click()
  const dialog = packerPage.getByRole('dialog', { name: 'Answer Zed' })
  await dialog.getByLabel('Your answer').fill('We do, by the sack.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(message).toContainText('Answered')
  await expect.poll(() => mailServer.mailsTo('zed@people.example').length).toBe(1)
  await expectNoFindings(packerPage, 'the inbox of a packer')
  expect(refused).toEqual([])
})

test('a packer is turned away from a page for admins, and from all of them when the role is taken back', async ({
  admin,
  customer,
  customerPage: packerPage,
}) => {
  const params = { id: await idOf(admin, customer) }
  await admin.call('PUT /makePacker/{id}', { params })
  await packerPage.goto('/dashboard/allUsers')
  await expect(packerPage.getByText('This page is for administrators')).toBeVisible()
  await packerPage.setViewportSize(sizes.phone)
  await packerPage.goto('/dashboard/messages')
  await packerPage.getByRole('button', { name: 'Open drawer' }).click()
  await expect(packerPage.getByRole('dialog').getByRole('link')).toHaveText([
    'New order',
    'To pack',
    'Parcels',
    'Roast book',
    'Messages',
  ])
  await packerPage.keyboard.press('Escape')
  await admin.call('PUT /removePacker/{id}', { params })
  await expect(packerPage).toHaveURL('/login')
})
