import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { drawPicture } from './pictures.ts'

export type FormName = 'brand' | 'coffee' | 'packet'

/**
 * The forms that add a brand, a coffee or a packet to the shop. For each form: the path of the page, the labels of
 * the fields in the order of validation, and the label of the submit button.
 */
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

/** Returns a locator for the field of the form with this label. */
export function field(page: Page, label: string): Locator {
  return page.locator('form').getByLabel(label, { exact: true })
}

/**
 * The texts for the fields of a form, by label. The photo is not among them, because a new picture is drawn each
 * time.
 */
export type Entry = Record<string, string>

/**
 * Chooses a newly drawn picture, waits until the form shows the name of the file, and fills in the other fields. Does
 * not submit the form.
 */
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

/**
 * Fills in a form and submits it. First waits for the submit button of this form, because the form on the previous
 * page may have a photo field, too.
 */
export async function addEntry(page: Page, form: FormName, entry: Entry): Promise<void> {
  const button = page.getByRole('button', { name: forms[form].button, exact: true })
  await button.waitFor()
  await fillEntry(page, entry)
  await button.click()
}
