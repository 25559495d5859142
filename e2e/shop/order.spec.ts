import type { Locator, Page } from '@playwright/test'
import { demoAccounts } from '#contract/values/demo.ts'
import { expect, signIn, test as peopleTest } from '../account-fixtures.ts'

/** The Playwright `test` function with a demo shop of its own, because the order of its brands is changed. */
const test = peopleTest.extend({
  settings: [async ({ settings }, use) => use(settings), { scope: 'worker' }],
})

/** Returns the names of the first three brands, as the page of the order lists them. */
async function firstThree(list: Locator): Promise<string[]> {
  const names = await list.getByRole('listitem').allInnerTexts()
  return names.slice(0, 3).map((name) => name.trim())
}

/** Drags a row by its handle to the middle of another row. */
async function drag(page: Page, [row, target]: [Locator, Locator]): Promise<void> {
  const handle = await row.getByTitle(/^Drag /).boundingBox()
  const to = await target.boundingBox()
  if (!handle || !to) throw new Error('A row is not visible.')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + 5, to.y + to.height * 0.75, { steps: 5 })
  await page.mouse.up()
}

/** Does something that moves a row, and waits until the server has saved it: leaving the page would abort the request. */
async function andSaved(page: Page, move: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse('**/api/entryPosition/*')
  await move()
  await saved
}

test('an admin changes the order of the brands with the keyboard and the pointer, and visitors see it', async ({
  page,
  shop,
}) => {
  await signIn(page.request, shop.url, demoAccounts.admin)
  await page.goto('/menu')
  await page.getByRole('link', { name: 'Sort', exact: true }).click()
  const brands = page.getByRole('list', { name: 'Brands' })
  await expect(brands.getByRole('button').first()).toBeVisible()
  const [first = '', second = '', third = ''] = await firstThree(brands)
  expect([first, second, third]).not.toContain('')
  await expect(page.getByRole('button', { name: `Move ${first} up` })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  const down = page.getByRole('button', { name: `Move ${first} down` })
  await down.focus()
  await andSaved(page, () => page.keyboard.press('Enter'))
  await expect(page.getByText(new RegExp(`^${first} is now 2 of \\d+$`))).toBeVisible()
  await expect(down).toBeFocused()
  await expect.poll(() => firstThree(brands)).toEqual([second, first, third])
  await page.reload()
  await expect.poll(() => firstThree(brands)).toEqual([second, first, third])

  const rows = brands.getByRole('listitem')
  await andSaved(page, () => drag(page, [rows.nth(0), rows.nth(2)]))
  await expect(page.getByText(new RegExp(`^${second} is now 3 of \\d+$`))).toBeVisible()
  await expect.poll(() => firstThree(brands)).toEqual([first, third, second])
  const names = page
    .getByRole('region', { name: 'See Our All Coffee Category' })
    .getByRole('heading', { level: 3 })
  await expect(async () => {
    await page.goto('/')
    expect((await names.allInnerTexts()).slice(0, 3)).toEqual([first, third, second])
  }).toPass()
})

test('a row that is moved while another move is being saved is moved after it, and keeps the focus', async ({
  page,
  shop,
}) => {
  await signIn(page.request, shop.url, demoAccounts.admin)
  await page.goto('/menu/sort')
  const [brands, packets] = ['Brands', 'Packets'].map((name) => page.getByRole('list', { name }))
  if (!brands || !packets) throw new Error('There are two lists.')
  await expect(packets.getByRole('button').first()).toBeVisible()
  const [first = '', second = '', third = ''] = await firstThree(brands)
  const delayed = Promise.withResolvers<void>()
  await page.route('**/api/entryPosition/*', async (route) => {
    await delayed.promise
    await route.continue()
  })
  const down = brands.getByRole('button', { name: `Move ${first} down` })
  await down.click()
  await down.click()
  await expect.poll(() => firstThree(brands)).toEqual([second, third, first])
  const packetDown = packets.getByRole('button', { name: /down$/ }).first()
  const pressed = page.locator(`[id="${await packetDown.getAttribute('id')}"]`)
  await packetDown.click()
  await expect(pressed).toBeFocused()
  let saved = 0
  page.on('response', (response) => {
    if (response.url().includes('/api/entryPosition/')) saved += 1
  })
  delayed.resolve()
  await expect.poll(() => saved).toBe(3)
  await expect.poll(() => firstThree(brands)).toEqual([second, third, first])
  await expect(pressed).toBeFocused()
  await expect(async () => {
    await page.reload()
    await expect(brands.getByRole('button').first()).toBeVisible()
    expect(await firstThree(brands)).toEqual([second, third, first])
  }).toPass()
})
