import type { Locator, Page } from '@playwright/test'

/** A way to operate a page: the mouse or the keyboard. The test in `story.spec.ts` runs once with each. */
export type InputDevice = {
  press: (target: Locator) => Promise<void>
  fill: (field: Locator, text: string) => Promise<void>
}

export const mouse: InputDevice = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
}

/** Returns the keyboard as an input device. It uses nothing but Tab, Enter and typed text. */
export function keyboard(page: Page): InputDevice {
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

const MAX_TAB_PRESSES = 120

/** Presses Tab until the target has the focus. Throws if the target has no focus after `MAX_TAB_PRESSES` presses. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MAX_TAB_PRESSES; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${target}`)
}
