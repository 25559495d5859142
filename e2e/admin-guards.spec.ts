import { demoAccounts } from '#contract/values/demo.ts'
import { tableOf } from './dashboard-page.ts'
import { countRequests } from './network.ts'
import { expect, idOf, test } from './admin-fixtures.ts'

test.describe('the pages of sellers and admins', () => {
  test('redirect visitors to the login, without requesting any data', async ({ page }) => {
    const asked = [
      '/api/all',
      '/api/full',
      '/api/person',
      '/api/packet',
      '/api/glance',
      '/api/live',
      '/api/messages',
      '/api/outbox',
      '/api/audit',
    ].map((path) => countRequests(page, path))
    for (const path of ['/menu', '/dashboard', '/dashboard/selling']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/login')
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In')
    }
    expect(asked.map((count) => count())).toEqual(asked.map(() => 0))
  })

  test('redirect shoppers to the login, which asks for another account', async ({ page, shopper }) => {
    for (const path of ['/menu', '/dashboard/messages/audit']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/login')
      await expect(
        page.getByText(
          `This page is for administrators, and you are logged in as ${shopper.email}. Log in with another account, or ask an administrator to make you one, then choose Check again.`,
        ),
      ).toBeVisible()
    }
    await page.getByLabel('Email address').fill(demoAccounts.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(demoAccounts.admin.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard/messages/audit')
    await expect(
      tableOf(page, 'Audit log').table.or(page.getByText('Nothing has been changed yet')),
    ).toBeVisible()
  })

  test('let a shopper in who has been made an admin: after the same login, on Check again, and when the window gets the focus', async ({
    page,
    seller,
    shopper,
  }) => {
    test.slow()
    const params = { id: await idOf(seller, shopper) }
    const refusal = page.getByText(
      `This page is for administrators, and you are logged in as ${shopper.email}.`,
    )
    const asks: [string, () => Promise<unknown>][] = [
      [
        'login',
        async () => {
          await page.getByLabel('Email address').fill(shopper.email)
          await page.getByLabel('Password', { exact: true }).fill(shopper.password)
          await page.getByRole('button', { name: 'Log In' }).click()
        },
      ],
      ['check', () => page.getByRole('button', { name: 'Check again' }).click()],
      ['focus', () => page.evaluate('dispatchEvent(new Event("focus"))')],
    ]
    for (const [what, ask] of asks) {
      await page.goto('/dashboard/allUsers')
      await expect(refusal, what).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check again' })).not.toHaveAttribute('aria-disabled')
      const refused = page.waitForResponse('**/api/user/admin/*')
      await ask()
      expect(await (await refused).json()).toEqual({ isAdmin: false })
      await expect(refusal).toBeVisible()
      await expect(page.getByRole('status').getByText('You are not an administrator yet.')).toHaveCount(
        what === 'check' ? 1 : 0,
      )
      await seller.call('PUT /makeAdmin/{id}', { params })
      await ask()
      await expect(page, what).toHaveURL('/dashboard/allUsers')
      await expect(tableOf(page, 'All User').table, what).toBeVisible()
      await seller.call('PUT /removeAdmin/{id}', { params })
    }
  })

  test('say that the role could not be checked, and open for an admin after Retry', async ({
    page,
    admin,
  }) => {
    const busy = {
      status: 503,
      title: 'The shop is busy. Please try again in a moment.',
      code: 'busy',
      type: 'about:blank',
    }
    await page.clock.install()
    await page.route('**/api/user/admin/*', (route) => route.fulfill({ status: 503, json: busy }))
    await page.goto('/myCart')
    // Waits until the page's scripts have started. Before that, a click on a link would load the next page from the
    // server.
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    const problem = 'We could not check whether you are an administrator'
    const alert = page.getByRole('alert')
    await expect(async () => {
      await page.clock.runFor(4000)
      await expect(alert.getByRole('heading', { level: 1 }), admin.email).toHaveText(problem, {
        timeout: 100,
      })
    }).toPass({ timeout: 15_000 })
    await expect(alert).toContainText('The shop is busy.')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page).toHaveTitle(`${problem} · Crema`)
    await expect(page).toHaveURL('/dashboard')
    await page.unroute('**/api/user/admin/*')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(tableOf(page, 'Single Item Product').table).toBeVisible()
    await expect(page).toHaveTitle('Single Item Product · Crema')
  })

  test('lead a visitor who logs in as an admin back to where they were going, and are left on Sign Out', async ({
    page,
  }) => {
    await page.goto('/dashboard?email=ines&sort=price')
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email address').fill(demoAccounts.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(demoAccounts.admin.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL('/dashboard?email=ines&sort=price')
    const { rows, cells } = tableOf(page, 'Single Item Product')
    await expect(rows.first()).toBeVisible()
    expect(new Set(await cells('Email'))).toEqual(new Set(['ines.corvo@example.com']))
    await page.goBack()
    await expect(page).not.toHaveURL('/login')
    await page.goto('/dashboard/allUsers')
    await expect(tableOf(page, 'All User').rows.first()).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(tableOf(page, 'All User').table).toHaveCount(0)
  })
})
