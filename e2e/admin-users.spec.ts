import { randomUUID } from 'node:crypto'
import { tableOf, toast } from './dashboard-page.ts'
import { countRequests, hold } from './network.ts'
import { newAccount, signUp } from './account-fixtures.ts'
import { demoCoffees, fillCart } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test.describe('the users', () => {
  test('are counted and named, the own account is marked, and new ones appear without a reload', async ({
    page,
    admin,
    shop,
    request,
  }) => {
    await page.goto(`/dashboard/allUsers?email=${admin.email}`)
    const { rows } = tableOf(page, 'All User')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(/^1nia\..*@people\.example \(you\)Ada Byrne/)
    await expect(rows.getByRole('button', { name: 'Remove Admin' })).toHaveAccessibleDescription(
      new RegExp(admin.email),
    )
    await page.getByRole('searchbox', { name: 'Email' }).fill('')
    await expect(rows.nth(1)).toBeVisible()
    const { email } = await signUp(request, shop.url, newAccount())
    await expect(tableOf(page, 'All User').row(email)).toBeVisible()
  })

  test('become admins and shoppers again, and a live region announces it', async ({
    page,
    admin,
    customer,
  }) => {
    await page.goto(`/dashboard/allUsers?email=${customer.email}`)
    const row = tableOf(page, 'All User').row(customer.email)
    const changed = countRequests(page, '/api/makeAdmin')
    await row.getByRole('button', { name: 'Make Admin' }).dblclick()
    await expect(toast(page, 'User Make Admin Successfully')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Remove Admin' }), admin.email).toBeFocused()
    expect(changed()).toBe(1)
    await expect(customer.call('GET /allUser', { query: {} })).resolves.toBeTruthy()
    await row.getByRole('button', { name: 'Remove Admin' }).click()
    await expect(toast(page, 'User Remove Admin Successfully')).toBeVisible()
    await expect(row.getByRole('button', { name: 'Make Admin' })).toBeVisible()
    await expect(customer.call('GET /allUser', { query: {} })).rejects.toThrow('403')

    const held = await hold(page, '**/api/makeAdmin/*')
    await row.getByRole('button', { name: 'Make Admin' }).click()
    const busy = row.getByRole('button', { name: 'Saving…' })
    await expect(busy).toBeVisible()
    await page.mouse.down()
    await page.mouse.up()
    await expect(busy, 'a second click is not passed to what is behind').toBeFocused()
    await held.release()
    await expect(row.getByRole('button', { name: 'Remove Admin' })).toBeFocused()
  })

  test('are asked before they give up their own role, and then leave the dashboard', async ({
    page,
    admin,
  }) => {
    await page.goto(`/dashboard/allUsers?email=${admin.email}`)
    const remove = tableOf(page, 'All User').rows.getByRole('button', { name: 'Remove Admin' })
    const dialog = page.getByRole('alertdialog', { name: 'Give up your own admin role?' })
    await remove.click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(remove).toBeFocused()
    await remove.click()
    await dialog.getByRole('button', { name: 'Remove Admin' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(`you are logged in as ${admin.email}`)).toBeVisible()
  })

  test('are deleted after a confirmation, and signed out in their own browser at once', async ({
    page,
    admin,
    customer,
    customerPage,
  }) => {
    const coffees = await demoCoffees(admin)
    const [id = ''] = await fillCart(customer, coffees.slice(0, 1))
    await customer.call('PUT /singlePayment/{id}', { params: { id }, body: null })
    await customerPage.goto('/')
    await page.goto(`/dashboard/allUsers?email=${customer.email}`)
    const row = tableOf(page, 'All User').row(customer.email)
    const dialog = page.getByRole('alertdialog', { name: `Delete ${customer.email}?` })
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused()
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'User Deleted Successfully')).toBeVisible()
    await expect(row).toHaveCount(0)

    await customerPage.getByRole('link', { name: 'See Coffee' }).first().click()
    await expect(customerPage).toHaveURL('/login')
    await expect(customerPage.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
    await customerPage.getByLabel('Email address').fill(customer.email)
    await customerPage.getByLabel('Password', { exact: true }).fill(customer.password)
    await customerPage.getByRole('button', { name: 'Log In' }).click()
    await expect(customerPage.getByRole('alert')).toHaveText('Invalid email or password')
    await page.goto(`/dashboard?email=${customer.email}`)
    await expect(tableOf(page, 'Single Item Product').rows).toContainText('OK')
  })

  test('keep the focus in the table when a row disappears', async ({ page, admin, shop, playwright }) => {
    const name = `Twin ${randomUUID().slice(0, 6)}`
    const twins: string[] = []
    for (let twin = 0; twin < 2; twin += 1)
      twins.push((await signUp(await playwright.request.newContext(), shop.url, newAccount(name))).email)
    await page.goto(`/dashboard/allUsers?name=${name}`)
    const { rows } = tableOf(page, 'All User')
    await expect(rows, `${admin.email} ${twins}`).toHaveCount(2)
    await rows.first().getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toBeFocused()
  })
})
