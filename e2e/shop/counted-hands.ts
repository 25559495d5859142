import type { Locator } from '@playwright/test'
import type { PictureFile } from '../pictures.ts'

/** Uses a page as a person does, and counts what the person has to do. */
export class CountedHands {
  /** The number of clicks. Choosing an option or a file counts as one. */
  clicks = 0
  /** The number of fields that were typed into. */
  fields = 0

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  async type(field: Locator, text: string): Promise<void> {
    this.fields += 1
    await field.fill(text)
  }

  async choose(select: Locator, label: string): Promise<void> {
    this.clicks += 1
    await select.selectOption({ label })
  }

  async chooseFile(input: Locator, file: PictureFile): Promise<void> {
    this.clicks += 1
    await input.setInputFiles(file)
  }
}
