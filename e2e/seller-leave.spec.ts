import type { Page } from '@playwright/test'
import { toast } from './dashboard-page.ts'
import { addEntry, field, forms } from './entry-forms.ts'
import { sellCoffee } from './products.ts'
import { expect, test } from './staff.ts'

test.describe('a form with unsaved changes', () => {
  test('asks before a link is followed, and stays when told to', async ({ page, admin }) => {
    await page.goto(forms.brand.path)
    const link = page.getByRole('navigation', { name: 'Kinds of entries' }).getByRole('link', { name: 'Packet' })
    await field(page, 'Category Name').fill('Halfway')
    await link.click()
    await expect(question(page), admin.email).toHaveAccessibleDescription('Your changes are not saved yet. This tab keeps them as a draft until you close it.')
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
    await page.goto('/')
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
    await expect(field(page, 'Price')).toHaveValue('1')
    await page.getByRole('button', { name: 'Start afresh' }).click()
    await page.goBack()
    await expect(page).toHaveURL('/menu/coffee')
    await expect(question(page)).toHaveCount(0)
  })

  test('has the browser ask before the tab is closed', async ({ page, admin }) => {
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

  test('asks nothing once it is saved', async ({ page, admin }) => {
    await page.goto(forms.brand.path)
    await addEntry(page, 'brand', { 'Category Name': 'Settled', Ratting: '4' })
    await expect(toast(page, 'Settled Added Successfully'), admin.email).toBeVisible()
    await page.getByRole('link', { name: 'My Shop' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Settled' })).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    await field(page, 'Category Name').fill('Settled Again')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL('/menu')
    await expect(page.getByRole('listitem').filter({ hasText: 'Settled Again' })).toBeVisible()
    await expect(question(page)).toHaveCount(0)
  })
})

function question(page: Page) {
  return page.getByRole('alertdialog', { name: 'Leave without saving?' })
}
