import { truncate, writeFile } from 'node:fs/promises'
import { hold, countRequests, loseAnswer } from './network.ts'
import { toast } from './dashboard-page.ts'
import { addEntry, field, fillEntry, forms } from './entry-forms.ts'
import type { FormName } from './entry-forms.ts'
import { drawPicture } from './pictures.ts'
import { sellCoffee } from './products.ts'
import { expect, test } from './admin-fixtures.ts'
import { expectNoFindings } from './screens.ts'

const messages: Record<FormName, string[]> = {
  brand: ['Name is required', 'Category Name is required', 'Ratting is required'],
  coffee: [
    'Name is required',
    'Name is required',
    'Price is required',
    'Brand is required',
    'Ratting is required',
  ],
  packet: [
    'Name is required',
    'Coffee Name is required',
    'About is required',
    'Price is required',
    'Ratting is required',
  ],
}

test.describe('adding', () => {
  test('a brand, packet or coffee is validated, and a coffee field by field, the photo first', async ({
    page,
    admin,
  }) => {
    await sellCoffee(admin, { brand: 'Firstlight' })
    const sent = countRequests(page, '/api/images')
    for (const form of ['brand', 'packet', 'coffee'] as const) {
      const { path, fields, button } = forms[form]
      await page.goto(path)
      await expect(page.locator('main form label')).toHaveText(
        form === 'coffee' ? [...fields, 'About'] : [...fields],
      )
      await page.getByRole('button', { name: button, exact: true }).click()
      for (const [index, label] of fields.entries()) {
        await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
        await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${messages[form][index]}$`))
      }
    }
    await expect(page.getByText('A picture is needed: choose one, or drop it here')).toBeVisible()
    await expect(page.locator('.picture-drop')).toHaveCSS('outline-style', 'solid')
    const { fields, button } = forms.coffee
    for (const label of fields) {
      const control = field(page, label)
      await expect(control).toBeFocused()
      if (label === 'Photo') await control.setInputFiles(await drawPicture())
      else if (label === 'Ratting') await control.selectOption('3')
      else if (label === 'Brand') await control.selectOption({ index: 1 })
      else await control.fill(label === 'Price' ? '4' : 'Something')
      await expect(control).not.toHaveAttribute('aria-invalid')
      if (label === fields.at(-1)) break
      await page.getByRole('button', { name: button, exact: true }).click()
    }
    expect(sent()).toBe(0)
  })

  test('says why a vague word about the environment is a risk, while it is there', async ({
    page,
    admin,
  }) => {
    await page.goto(forms.coffee.path)
    const about = field(page, 'About')
    await about.fill('A sustainable coffee')
    await expect(about, admin.email).toHaveAccessibleDescription(/“sustainable” is vague.*2024\/825/)
    await expectNoFindings(page, 'a vague word about the environment')
    await about.fill('Tastes of green apple')
    await expect(about).toHaveAccessibleDescription('Optional: how it tastes, where it is from')
  })

  test('offers one to five stars, the brands of the shop, and the admin’s own coffees', async ({
    page,
    admin,
    seller,
  }) => {
    await page.goto(forms.packet.path)
    await expect(page.getByText('You have no coffee name yet.')).toBeVisible()
    const link = page.getByRole('link', { name: 'Add a coffee name' })
    await expect(link).toHaveAttribute('href', forms.coffee.path)
    const { name } = await sellCoffee(admin, { name: 'Only Mine' })
    const brands = (await seller.call('GET /allCoffee', {})).map(({ category_name }) => category_name)
    const options = (label: string) => field(page, label).getByRole('option')
    await page.goto(forms.coffee.path)
    await expect(options('Ratting')).toHaveText(['Select Ratting', '1', '2', '3', '4', '5'])
    await expect(options('Ratting').first()).toBeDisabled()
    await expect(options('Brand')).toHaveText(['Select Brand', ...brands])
    await page.goto(forms.packet.path)
    await expect(options('Coffee Name')).toHaveText(['Select Coffee Name', name])
  })

  test('suggests the next step: a coffee of the brand, a packet of the coffee, another coffee', async ({
    page,
    admin,
  }) => {
    const next = (name: string) => page.getByRole('status').getByRole('link', { name })
    await page.goto(forms.brand.path)
    // The live region must exist and be empty before it announces anything.
    await expect(page.locator('form.form > [role=status]')).toHaveText('')
    await addEntry(page, 'brand', { 'Category Name': 'Salt & Slate', 'Ratting': '4' })
    await expect(
      page.getByRole('status').filter({ hasText: 'Salt & Slate is in the shop.' }),
      admin.email,
    ).toBeVisible()
    await next('Now add a coffee of this brand').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(field(page, 'Brand')).toHaveValue('Salt & Slate')

    await addEntry(page, 'coffee', { Name: 'Low Tide', Price: '9', Ratting: '3', About: 'Brine and toffee.' })
    await expect(field(page, 'Name')).toHaveValue('')
    await expect(field(page, 'Brand')).toHaveValue('Salt & Slate')
    await next('Add another coffee of this brand').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await addEntry(page, 'coffee', { Name: 'High Tide', Price: '9', Ratting: '3' })
    await next('Now add a packet of this coffee').click()
    await expect(field(page, 'Coffee Name')).toHaveValue('High Tide')
    await addEntry(page, 'packet', { About: 'A bag of it.', Price: '20', Ratting: '4' })
    await next('See your packets').click()
    await expect(page).toHaveURL('/menu/packet')
    const [brand] = await admin.call('GET /personCoffee', { query: { email: admin.email } })
    const details = await admin.call('GET /coffeeDetails/{id}', { params: { id: brand?._id ?? '' } })
    expect(details.coffees.map(({ name, about }) => [name, about])).toEqual([
      ['Low Tide', 'Brine and toffee.'],
      ['High Tide', ''],
    ])
  })

  test('keeps all fields if the upload of the picture fails, and saves nothing', async ({ page, admin }) => {
    const posted = countRequests(page, '/api/coffeeBrand')
    await page.route('**/api/images', (route) => route.abort())
    await page.goto(forms.brand.path)
    await addEntry(page, 'brand', { 'Category Name': 'Undertow', 'Ratting': '2' })
    await expect(toast(page, 'Please Add A Photo')).toBeVisible()
    await expect(field(page, 'Photo')).toHaveAccessibleDescription(/We could not reach the shop/)
    expect(posted()).toBe(0)
    await expect(field(page, 'Category Name')).toHaveValue('Undertow')
    await expect(field(page, 'Ratting')).toHaveValue('2')
    expect(await admin.call('GET /personCoffee', { query: { email: admin.email } })).toEqual([])

    await page.unroute('**/api/images')
    await page.getByRole('button', { name: 'Add Brand' }).click()
    await expect(toast(page, 'Undertow Added Successfully')).toBeVisible()
    expect(posted()).toBe(1)
  })

  test('keeps all fields if the shop refuses the entry, and uploads the picture once', async ({
    page,
    admin,
  }) => {
    const uploaded = countRequests(page, '/api/images')
    await page.route('**/api/coffeeBrand', (route) => route.abort())
    await page.goto(forms.brand.path)
    await addEntry(page, 'brand', { 'Category Name': 'Headland', 'Ratting': '4' })
    await expect(page.getByRole('alert')).toHaveText(
      / It is not known whether this was saved: .* Nothing you typed is lost\.$/,
    )
    await page.unroute('**/api/coffeeBrand')

    await expect(field(page, 'Category Name')).toHaveValue('Headland')
    await expect(field(page, 'Ratting')).toHaveValue('4')
    await page.getByRole('button', { name: 'Add Brand' }).click()
    await expect(toast(page, 'Headland Added Successfully'), admin.email).toBeVisible()
    expect(uploaded()).toBe(1)
    await expect(field(page, 'Category Name')).toHaveValue('')
    await expect(field(page, 'Photo')).toBeFocused()
  })

  test('says that it is not known whether something was saved when the answer is lost, and shows it in the list', async ({
    page,
    admin,
  }) => {
    const readAgain = countRequests(page, '/api/allCoffee')
    await page.route('**/api/coffeeBrand', loseAnswer)
    await page.goto('/menu')
    await page.getByRole('link', { name: 'Add a brand' }).first().click()
    await addEntry(page, 'brand', { 'Category Name': 'Driftwood', 'Ratting': '4' })
    await expect(page.getByRole('alert'), admin.email).toHaveText(
      /^We could not reach the shop.* It is not known whether this was saved: please look at your list first\./,
    )
    await expect.poll(readAgain).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'My Shop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Driftwood' })).toHaveCount(1)
  })

  test('says that the session has ended, and opens the form again after the next login', async ({
    page,
    context,
    admin,
  }) => {
    // The navigation bar requests the number of items in the cart. Waits for the response, so that the form sends the
    // first request after the session has ended.
    const cartCounted = page.waitForResponse(/\/api\/myCarts/)
    await page.goto(forms.brand.path)
    await cartCounted
    await fillEntry(page, { 'Category Name': 'Longshore', 'Ratting': '3' })
    await context.clearCookies()
    await page.evaluate('localStorage.setItem("accessToken", "spoiled")')
    await page.getByRole('button', { name: 'Add Brand' }).click()
    await expect(page).toHaveURL('/login')
    await expect(
      page.getByText('Your session has ended. Log in again to go on where you were.'),
    ).toBeVisible()
    await expect(toast(page, 'Please Add A Photo')).toHaveCount(0)
    await page.getByLabel('Email address').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Log In' }).click()
    await expect(page).toHaveURL(forms.brand.path)
    await expect(page.getByRole('button', { name: 'Add Brand' })).toBeVisible()
  })

  test('adds one entry however often Add is pressed, and shows the progress of the upload', async ({
    page,
    admin,
  }) => {
    await page.goto(forms.brand.path)
    await fillEntry(page, { 'Category Name': 'Doublecheck', 'Ratting': '5' })
    const upload = await hold(page, '**/api/images')
    const add = page.locator('button[type=submit]')
    await add.dblclick()
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    await field(page, 'Category Name').press('Enter')
    await upload.release()
    await expect(toast(page, 'Doublecheck Added Successfully')).toHaveCount(1)
    expect(await admin.call('GET /personCoffee', { query: { email: admin.email } })).toHaveLength(1)
  })

  test('refuses a file that is not a picture, and says why at once', async ({ page, admin }, testInfo) => {
    // Writes the large file to the disk. Playwright then passes only the path of the file to the browser.
    const fat = testInfo.outputPath('fat.png')
    await writeFile(fat, '')
    await truncate(fat, 26 * 1024 * 1024)
    const uploaded = countRequests(page, '/api/images')
    await page.goto(forms.brand.path)
    const photo = field(page, 'Photo')
    const picture = await drawPicture({ name: 'first.jpg' })
    await photo.setInputFiles(picture)
    await expect(page.getByText('first.jpg,'), admin.email).toBeVisible()
    for (const [file, why] of [
      [
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
        'notes.txt is not a picture we can use: JPEG, PNG, WebP or AVIF, please',
      ],
      [
        { name: 'drawn.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
        'drawn.svg is not a picture we can use: JPEG, PNG, WebP or AVIF, please',
      ],
      [
        { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
        'fake.png cannot be read as a picture',
      ],
      [{ name: 'none.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }, 'none.png is empty'],
      [fat, 'fat.png is 26.0 MB; up to 25 MB, please'],
      [
        { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('not for this browser') },
        'This browser cannot read HEIC pictures\\. Save the picture as JPEG\\. .*Most Compatible and take it again\\.',
      ],
    ] as const) {
      await photo.setInputFiles(file)
      await expect(photo).toHaveAccessibleDescription(new RegExp(`${why}$`))
    }
    await expect(page.getByText('first.jpg,')).toBeVisible()
    await photo.setInputFiles(picture)
    await expect(photo).not.toHaveAttribute('aria-invalid')
    expect(uploaded()).toBe(0)

    const posted = countRequests(page, '/api/coffeeBrand')
    await photo.setInputFiles({ name: 'moving.png', mimeType: 'image/png', buffer: GIF })
    await field(page, 'Category Name').fill('Flicker')
    await field(page, 'Ratting').selectOption('1')
    await page.getByRole('button', { name: 'Add Brand' }).click()
    await expect(toast(page, 'Please Add A Photo')).toBeVisible()
    await expect(photo, 'the answer of the shop').toHaveAccessibleDescription(
      /This is not a picture we can use\. Choose a JPEG, PNG, WebP or AVIF\.$/,
    )
    expect(posted()).toBe(0)
  })

  test('shows the shop’s validation error under its field', async ({ page, admin }) => {
    const { brandId } = await sellCoffee(admin, { brand: 'Vanishing' })
    await page.goto(forms.coffee.path)
    const brand = await field(page, 'Brand')
      .getByRole('option', { name: /^Vanishing/ })
      .textContent()
    await fillEntry(page, { Name: 'Late Arrival', Price: '3', Brand: brand ?? '', Ratting: '3' })
    await admin.call('DELETE /brandDelete/{id}', { params: { id: brandId } })
    await page.getByRole('button', { name: 'Add Coffee Name' }).click()
    await expect(field(page, 'Brand')).toHaveAccessibleDescription('There is no such brand')
    await expect(field(page, 'Brand')).toBeFocused()
    await expect(page.getByRole('alert')).toContainText('Nothing you typed is lost.')
    await expect(field(page, 'Name')).toHaveValue('Late Arrival')
  })
})

/** A GIF picture of one grey pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
