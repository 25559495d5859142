import { demoAccounts } from '#contract/values/demo.ts'
import { bothLooks, expectNoFindings, expectSoundPages, desktopLook, sizes } from './screens.ts'
import { adminScreens } from './admin-screens.ts'
import { tableOf, toast } from './dashboard-page.ts'
import { field, forms } from './entry-forms.ts'
import { signIn } from './account-fixtures.ts'
import { demoCoffees, fillCart, sellCoffee } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test.describe('axe finds nothing on a phone and on a desktop', () => {
  test('on the pages of sellers and admins', async ({ page, shop }) => {
    test.slow()
    const seller = await signIn(page.request, shop.url, demoAccounts.admin)
    const screens = await adminScreens(seller)
    for (const { path, title } of screens)
      expect(await (await page.request.get(path)).text(), path).toContain(`<title>${title}</title>`)
    await expectSoundPages(page, screens)
    await page.goto('/dashboard')
    await expect(tableOf(page, 'Single Item Product').rows.first()).toBeVisible()
    await page.getByText('Show as a table').click()
    await expectNoFindings(page, 'the chart as a table', { looks: [desktopLook] })
  })

  test('on empty lists', async ({ page, admin }) => {
    for (const [path, words] of [
      ['/menu', 'You have no brands yet'],
      ['/dashboard?email=nobody', 'Nothing fits these filters'],
      ['/dashboard/nothing', 'We could not find this order'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(words), admin.email).toBeVisible()
      await expectNoFindings(page, words)
    }
  })

  test('on forms: with errors, open for editing', async ({ page, admin }) => {
    test.slow()
    await sellCoffee(admin)
    const { path, button, fields } = forms.packet
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(field(page, fields[0])).toHaveAttribute('aria-invalid', 'true')
    await expectNoFindings(page, `${path} with errors`, { looks: bothLooks })
    await page.goto('/menu')
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    await expectNoFindings(page, 'an entry being edited')
    await page.goBack()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await expectNoFindings(page, 'a question before a brand is deleted')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Your Product Delete Succwssfully')).toBeVisible()
  })

  test('on the entries of all admins', async ({ page, admin }) => {
    await sellCoffee(admin)
    await page.goto('/menu?whose=everyone')
    await expect(page.getByText('Owner: Ada Byrne (you)')).toBeVisible()
    await expectNoFindings(page, 'the entries of all admins')
  })

  test('on a delivered item, and a confirmation', async ({ page, admin, customer }) => {
    const ids = await fillCart(customer, (await demoCoffees(admin)).slice(0, 2))
    await customer.call('PUT /singlePayment/{id}', { params: { id: ids[0] ?? '' }, body: null })
    await page.goto(`/dashboard?email=${customer.email}`)
    const item = tableOf(page, 'Single Item Product').rows.last().getByRole('button')
    for (const state of ['Packed', 'Sent', 'Delivered']) {
      await item.click()
      await expect(toast(page, `is now ${state}`)).toBeVisible()
    }
    await expectNoFindings(page, 'delivered and not paid', { looks: bothLooks })
    await page.goto(`/dashboard/allUsers?email=${customer.email}`)
    await tableOf(page, 'All User').rows.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoFindings(page, 'a question')
  })

  test('in the drawer and the dropdown of a phone', async ({ page, admin }) => {
    await page.setViewportSize(sizes.phone)
    await page.goto('/dashboard/allUsers')
    await expect(tableOf(page, 'All User').rows.first(), admin.email).toBeVisible()
    await page.getByRole('button', { name: 'Open drawer' }).click()
    await expect(page.getByRole('dialog', { name: 'Dashboard' })).toBeVisible()
    await expectNoFindings(page, 'drawer')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Dashboard pages, now All User' }).click()
    await expect(page.getByRole('navigation', { name: 'Dashboard pages' })).toBeVisible()
    await expectNoFindings(page, 'dropdown')
  })

  test('on tables that could not be loaded', async ({ page, admin }) => {
    await page.route(/\/api\/(allProducts|glance)/, (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: '{"type":"about:blank","title":"You may not do this.","status":403,"code":"forbidden"}',
      }),
    )
    await page.goto('/dashboard')
    await expect(page.getByText('The figures could not be loaded.'), admin.email).toBeVisible()
    await expect(page.getByText('The list could not be loaded')).toBeVisible()
    await expectNoFindings(page, 'a list and a glance that failed')
  })
})
