import type { Page } from '@playwright/test'
import { toast } from './dashboard-page.ts'
import { field, fillEntry, forms } from './entry-forms.ts'
import { sellCoffee } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test.describe('a form with unsaved changes', () => {
  test('asks before a link is followed, and stays open on Cancel', async ({ page, admin }) => {
    await page.goto(forms.brand.path)
    const link = page
      .getByRole('navigation', { name: 'Kinds of entries' })
      .getByRole('link', { name: 'Packet' })
    await field(page, 'Category Name').fill('Halfway')
    await link.click()
    await expect(question(page), admin.email).toHaveAccessibleDescription('Your changes are not saved yet.')
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(forms.brand.path)
    await expect(field(page, 'Category Name')).toHaveValue('Halfway')
    await link.click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(forms.packet.path)
  })

  test('asks before the browser goes back or forward', async ({ page, admin }) => {
    await sellCoffee(admin, { name: 'Draft One', price: '7' })
    await page.goto('/myCart')
    // Waits until the page's scripts have started. Before that, a click on a link would load the next page from the
    // server, and the browser itself would ask before it goes back to another document.
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await page.getByRole('link', { name: 'My Shop' }).click()
    await page.getByRole('link', { name: 'Coffee Name' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await field(page, 'Price').fill('1')
    const form = page.url()
    await page.evaluate('history.go(-2)')
    await expect(question(page)).toBeVisible()
    await expect(page).toHaveURL(form)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(field(page, 'Price')).toHaveValue('1')
    await page.evaluate('history.go(-2)')
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/menu')
    await page.evaluate('history.go(2)')
    await expect(page).toHaveURL(form)
    await expect(field(page, 'Price')).toHaveValue('7.00')
    await page.goBack()
    await expect(page).toHaveURL('/menu/coffee')
    await expect(question(page)).toHaveCount(0)
  })

  test('asks before signing out, and again when signing out has failed', async ({ page, admin }) => {
    await page.clock.install()
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await page.goto(forms.brand.path)
    await fillEntry(page, { 'Category Name': 'Halfway' })
    const signOut = page.getByRole('button', { name: 'Sign Out' })
    await signOut.click()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(field(page, 'Category Name'), admin.email).toHaveValue('Halfway')
    await signOut.click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await expect(toast(page, 'We could not reach the shop')).toBeVisible()
    await page.clock.fastForward(1000)
    await page.getByRole('link', { name: 'My Shop' }).click()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await page.unroute('**/api/auth/sign-out')
    await signOut.click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('makes the browser ask before the tab is closed', async ({ page, admin }) => {
    await page.goto(forms.brand.path)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await field(page, 'Category Name').click()
    await page.reload()
    expect(asked, admin.email).toEqual([])
    await field(page, 'Category Name').click()
    await page.keyboard.type('Halfway')
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })
})

function question(page: Page) {
  return page.getByRole('alertdialog', { name: 'Leave without saving?' })
}
