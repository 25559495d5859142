import type { Locator, Page } from '@playwright/test'

/** How somebody uses a page. */
export type Hands = {
  press: (target: Locator) => Promise<void>
  fill: (field: Locator, text: string) => Promise<void>
}

export const mouse: Hands = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
}

/** Tab, Enter and typing; nothing else. */
export function keyboard(page: Page): Hands {
  return {
    press: async (target) => {
      await tabTo(page, target)
      await page.keyboard.press('Enter')
    },
    fill: async (field, text) => {
      await tabTo(page, field)
      await page.keyboard.type(text)
    },
  }
}

const MOST_STOPS = 120

/** Presses Tab until the target has the focus, as often as a person with patience would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}
