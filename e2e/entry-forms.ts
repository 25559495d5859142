import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { drawPicture } from './pictures.ts'

export type FormName = 'brand' | 'coffee' | 'packet'

/** The three forms that add an entry: path, fields in the order of validation, and submit button. */
export const forms = {
  brand: {
    path: '/dashboard/addProduct',
    fields: ['Photo', 'Category Name', 'Ratting'],
    button: 'Add Brand',
  },
  coffee: {
    path: '/dashboard/addProduct/coffeeName',
    fields: ['Photo', 'Name', 'Price', 'Brand', 'Ratting'],
    button: 'Add Coffee Name',
  },
  packet: {
    path: '/dashboard/addProduct/coffeePacket',
    fields: ['Photo', 'Coffee Name', 'About', 'Price', 'Ratting'],
    button: 'Add Packet',
  },
} as const satisfies Record<FormName, { path: string; fields: string[]; button: string }>

/** Returns a field of the form by its label. */
export function field(page: Page, label: string): Locator {
  return page.locator('form').getByLabel(label, { exact: true })
}

/** The values of a form's fields by label. The photo is always a newly drawn picture. */
export type Entry = Record<string, string>

/** Chooses a new picture, waits until the form shows it, and fills in the other fields, without submitting. */
export async function fillEntry(page: Page, entry: Entry): Promise<void> {
  const picture = await drawPicture()
  await field(page, 'Photo').setInputFiles(picture)
  await expect(page.getByText(`${picture.name},`)).toBeVisible()
  for (const [label, text] of Object.entries(entry)) {
    const control = field(page, label)
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(text)
    else await control.fill(text)
  }
}

/** Waits for the form, which may replace another one with a photo field, fills it in and submits it. */
export async function addEntry(page: Page, form: FormName, entry: Entry): Promise<void> {
  const button = page.getByRole('button', { name: forms[form].button, exact: true })
  await button.waitFor()
  await fillEntry(page, entry)
  await button.click()
}
