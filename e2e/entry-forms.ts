import type { Locator, Page } from '@playwright/test'
import { drawPicture } from './pictures.ts'

export type FormName = 'brand' | 'coffee' | 'packet'

/** The three forms that add something: their addresses, their fields in the order in which they are checked, their buttons. */
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

/** A field of a form by its label. */
export function field(page: Page, label: string): Locator {
  return page.locator('form').getByLabel(label, { exact: true })
}

/** What is put into a form: what is typed and chosen, by label. `Photo` is drawn when it is left out. */
export type Entry = Record<string, string>

/** Chooses a new picture and fills in the rest, without sending it. */
export async function fillEntry(page: Page, entry: Entry): Promise<void> {
  await field(page, 'Photo').setInputFiles(await drawPicture())
  for (const [label, text] of Object.entries(entry)) {
    const control = field(page, label)
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(text)
    else await control.fill(text)
  }
}

/** Fills in a form once it is there, in place of another one with a photo too, and sends it. */
export async function addEntry(page: Page, form: FormName, entry: Entry): Promise<void> {
  const button = page.getByRole('button', { name: forms[form].button, exact: true })
  await button.waitFor()
  await fillEntry(page, entry)
  await button.click()
}
