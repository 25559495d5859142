import type { Page } from '@playwright/test'
import { countRequests, loseAnswer } from './network.ts'
import { toast, undo } from './dashboard-page.ts'
import { field } from './entry-forms.ts'
import { drawPicture } from './pictures.ts'
import { sellCoffee } from './products.ts'
import { expect, test } from './admin-fixtures.ts'

test.describe('my shop', () => {
  test('shows the admin’s own entries with all their fields, in three tabs, and no others', async ({
    page,
    admin,
  }) => {
    const coffee = await sellCoffee(admin, { name: 'Inkwell', price: '11', brand: 'Press Room' })
    const packet = {
      img: coffee.img,
      category_name: 'Inkwell',
      email: admin.email,
      about: { name: 'Inkwell', img: coffee.img, price: '6.5', ratting: 2, about: 'Dark as a headline.' },
    }
    await admin.call('POST /addNewPacket', { body: packet })
    const tabs = page.getByRole('navigation', { name: 'Kinds of entries' })
    await page.goto('/menu')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page)).toContainText(/Press Room.*Ratting 4.*Delete.*Edit/)
    await tabs.getByRole('link', { name: 'Coffee Name' }).click()
    await expect(page).toHaveURL('/menu/coffee')
    await expect(cards(page)).toContainText(/Inkwell.*\$11\.00.*Press Room.*Ratting 4.*Delete.*Edit/)
    await tabs.getByRole('link', { name: 'Packet' }).click()
    await expect(page).toHaveURL('/menu/packet')
    await expect(cards(page)).toContainText(
      /Inkwell.*\$6\.50.*Dark as a headline\..*Ratting 2.*Delete Now.*Edit/,
    )
    await expect(cards(page).locator('img')).toHaveAttribute('src', coffee.img)
    await expect(tabs.getByRole('link', { name: 'Packet' })).toHaveAttribute('aria-current', 'page')
  })

  test('shows four lines of a packet’s text, in cards of equal height', async ({ page, admin }) => {
    const { img } = await sellCoffee(admin)
    for (const about of ['Short.', 'A long story, told slowly. '.repeat(60)]) {
      await admin.call('POST /addNewPacket', {
        body: {
          img,
          category_name: 'Bag',
          email: admin.email,
          about: { name: 'Bag', img, price: '6', ratting: 2, about },
        },
      })
    }
    await page.goto('/menu/packet')
    await expect(cards(page)).toHaveCount(2)
    const lines =
      '[...document.querySelectorAll(".manage-card .line-clamp-4")].map((text) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight))'
    expect((await page.evaluate<number[]>(lines))[1]).toBeCloseTo(4, 0)
    const heights = await cards(page).evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
    expect(heights[0]).toBe(heights[1])
  })

  test('says what to do next while it is empty', async ({ page, admin }) => {
    for (const [path, noun, form] of [
      ['/menu', 'brand', ''],
      ['/menu/coffee', 'coffee name', '/coffeeName'],
      ['/menu/packet', 'packet', '/coffeePacket'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(`You have no ${noun}s yet`), admin.email).toBeVisible()
      await page
        .locator('.state')
        .getByRole('link', { name: `Add a ${noun}` })
        .click()
      await expect(page).toHaveURL(`/dashboard/addProduct${form}`)
    }
  })

  test('deletes coffees and packets with the message of each, and restores them', async ({ page, admin }) => {
    const { img } = await sellCoffee(admin, { name: 'Inkwell' })
    await admin.call('POST /addNewPacket', {
      body: {
        img,
        category_name: 'Bag',
        email: admin.email,
        about: { name: 'Bag', img, price: '6', ratting: 2, about: 'b' },
      },
    })
    for (const [path, button, words] of [
      ['/menu/coffee', 'Delete', 'Your Product Delete Succwssfully'],
      ['/menu/packet', 'Delete Now', 'Your Product Delete Successfully'],
    ] as const) {
      await page.goto(path)
      const name = await cards(page).getByRole('heading').textContent()
      await cards(page).getByRole('button', { name: button, exact: true }).dblclick()
      await expect(cards(page)).toHaveCount(0)
      await undo(page, words)
      await expect(cards(page)).toHaveCount(1)
      await expect(toast(page, `${name} is back in the shop`)).toBeVisible()
      await expect(cards(page).getByRole('heading')).toBeFocused()
    }
  })

  test('asks before a brand is deleted with its coffees, also by keyboard, and restores all of them', async ({
    page,
    admin,
  }) => {
    const coffee = await sellCoffee(admin, { name: 'Inkwell', brand: 'Press Room' })
    const details = () => admin.call('GET /coffeeDetails/{id}', { params: { id: coffee.brandId } })
    await page.goto('/menu')
    const remove = cards(page).getByRole('button', { name: 'Delete' })
    const dialog = page.getByRole('alertdialog', { name: /^Delete Press Room/ })
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveAccessibleDescription('Its one coffee is deleted with it.')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    expect((await details()).coffees).toHaveLength(1)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(toast(page, 'Your Product Delete Succwssfully')).toContainText('1 coffee went with it.')
    await expect(details()).rejects.toThrow('404')
    await undo(page, 'Your Product Delete Succwssfully')
    await expect(toast(page, 'is back in the shop')).toBeVisible()
    expect((await details()).coffees).toMatchObject([{ name: 'Inkwell' }])
  })

  test('restores a card whose deletion fails, and says why, or that it is not known', async ({
    page,
    admin,
  }) => {
    await sellCoffee(admin, { brand: 'Stubborn' })
    const refusal = { status: 403, title: 'You may not do this.', code: 'forbidden', type: 'about:blank' }
    await page.route('**/api/brandDelete/*', (route) => route.fulfill({ status: 403, json: refusal }))
    await page.goto('/menu')
    await deleteBrand(page)
    await expect(toast(page, /^Stubborn \w+ was not deleted\. You may not do this/)).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await page.unroute('**/api/brandDelete/*')
    await page.route('**/api/brandDelete/*', loseAnswer)
    await deleteBrand(page)
    await expect(
      toast(page, /^It is not known whether Stubborn \w+ was deleted\. We could not reach the shop/),
    ).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  })

  test('edits an entry in the same form, and returns to the same place in the list', async ({
    page,
    admin,
  }) => {
    await sellCoffee(admin, { name: 'Draft One', price: '7', brand: 'Press Room' })
    const uploaded = countRequests(page, '/api/images')
    await page.goto('/menu/coffee')
    const before = await cards(page).locator('img').getAttribute('src')
    await cards(page).getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Draft One' })).toBeFocused()
    await expect(field(page, 'Name')).toHaveValue('Draft One')
    await expect(field(page, 'Price')).toHaveValue('7.00')
    await expect(field(page, 'Brand')).toHaveValue(/^Press Room/)
    await expect(field(page, 'Ratting')).toHaveValue('4')
    await field(page, 'Name').fill('Final Draft')
    await field(page, 'Price').fill('8.25')
    await field(page, 'About').fill('Ink and plum.')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Final Draft Saved Successfully')).toBeVisible()
    await expect(page).toHaveURL('/menu/coffee')
    await expect(cards(page)).toContainText(/Final Draft.*\$8\.25/)
    await expect(cards(page).getByRole('link', { name: 'Edit' })).toBeFocused()
    expect(uploaded()).toBe(0)

    await cards(page).getByRole('link', { name: 'Edit' }).click()
    await expect(field(page, 'About')).toHaveValue('Ink and plum.')
    await field(page, 'Photo').setInputFiles(await drawPicture())
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(cards(page).locator('img')).not.toHaveAttribute('src', before ?? '')
    expect(uploaded()).toBe(1)
  })

  test('asks before changes are lost on Cancel and on Escape', async ({ page, admin }) => {
    await sellCoffee(admin, { name: 'Draft One', price: '7' })
    await page.goto('/menu/coffee')
    const edit = cards(page).getByRole('link', { name: 'Edit' })
    const leave = page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
    await edit.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit).toBeFocused()
    await edit.click()
    await field(page, 'Price').fill('1')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await leave.click()
    await expect(edit).toBeFocused()
    await edit.click()
    await expect(field(page, 'Price')).toHaveValue('7.00')
    await field(page, 'Price').fill('2')
    await page.keyboard.press('Escape')
    await leave.click()
    await expect(edit).toBeFocused()
  })

  test('says that an entry to be edited no longer exists', async ({ page, admin }) => {
    await page.goto('/menu?edit=nothing')
    await expect(page.getByRole('heading', { level: 1 }), admin.email).toHaveText(
      'This entry is no longer here',
    )
    await expect(page.getByRole('main').getByText('This entry is no longer here')).toHaveCount(1)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL('/menu')
  })

  test('finds an entry among many', async ({ page, admin }) => {
    for (const name of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Gingko']) {
      const [first] = await admin.call('GET /allCoffee', {})
      await admin.call('POST /coffeeBrand', {
        body: { img: first?.img ?? '', category_name: `${name} Wood`, ratting: 3, email: admin.email },
      })
    }
    await page.goto('/menu')
    await expect(page.getByText('7 brands', { exact: true })).toBeVisible()
    await cards(page).last().getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await page.evaluate<number>('scrollY')).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(100)
    await page.getByLabel('Search your brands').fill('wood elder')
    await expect(page.getByText('1 brand', { exact: true })).toBeVisible()
    await expect(cards(page)).toContainText('Elder Wood')
    await page.getByLabel('Search your brands').fill('oak')
    await expect(page.getByText('Nothing here is called “oak”')).toBeVisible()
  })
})

/** Deletes the only brand in the list, and confirms the deletion in the dialog. */
async function deleteBrand(page: Page): Promise<void> {
  await cards(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
}

/** Returns a locator for the cards in the seller's list of brands or products. */
function cards(page: Page) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button') })
}
