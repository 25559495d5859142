import type { ShopProfile } from '#contract/shop/profile.ts'
import { portugueseShop } from '../../test/selling/portuguese-shop.ts'
import { signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { news } from '../cart-page.ts'
import { keyboard } from '../input-devices.ts'
import { hold } from '../network.ts'
import { drawPicture } from '../pictures.ts'
import { fillCart } from '../products.ts'
import { expectNoFindings, expectToFit, sizes } from '../screens.ts'
import { expect, test as realTest } from '../selling/real-shop-fixture.ts'
import { homeOf, settingsOf } from './settings-page.ts'

/** The Playwright `test` function with a shop of its own, because other tests expect another name of the shop. */
const test = realTest.extend({
  settings: [
    async ({ mailDatabase }, use) => use({ DEMO: '0', TRUST_PROXY: '1', ...mailDatabase.settings }),
    { scope: 'worker' },
  ],
})

test.beforeEach(async ({ page, shop, owner }) => {
  await signIn(page.request, shop.url, owner)
  await page.goto('/dashboard/settings')
})

test('an owner edits the face of the shop beside its preview, and visitors see it when it is published', async ({
  page,
  shop,
  request,
}) => {
  test.slow()
  const settings = settingsOf(page)
  await settings.field('Name of the shop').fill('Bramble & Bean')
  await settings.field('Logo').setInputFiles(await drawPicture({ width: 600, height: 600 }))
  await settings.open('Home page')
  await expect(page).toHaveURL('/dashboard/settings/home')
  await settings.field('Sentence on the large picture').fill('Coffee from the moor')
  await settings.field('Story').fill('We began in a barn.\n\nNow we have two.')
  await page.getByRole('button', { name: 'Add a customer' }).click()
  await settings.field('Name of the customer').fill('Cora Lind')
  await settings.field('What the customer says').fill('The best of the moor.')
  await settings.open('Contact')
  await settings.field('Instagram').fill('@bramble')
  await settings.open('Legal pages')
  await settings
    .field('Imprint')
    .fill('Bramble & Bean, [Mail](mailto:hello@bramble.example), [no](javascript:alert)')
  await page.getByRole('button', { name: 'Preview: Imprint' }).click()
  await expect(page.getByRole('link', { name: 'Mail', exact: true })).toHaveAttribute(
    'href',
    'mailto:hello@bramble.example',
  )
  await expect(page.getByText('[no](javascript:alert)')).toBeVisible()

  await settings.open('Name and look')
  const accent = settings.field('Accent colour')
  await accent.fill('#ffcc00')
  await expect(accent).toHaveAccessibleDescription(/This colour is too light for links and buttons/)
  await settings.saveDraft.click()
  await expect(page.getByText('Something above is not right.')).toBeVisible()
  await page.getByRole('button', { name: 'Use #806700, the nearest that can be read' }).click()
  await expect(accent).toHaveValue('#806700')

  const { preview } = settings
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Coffee from the moor')
  await expect(preview.getByText('Now we have two.')).toBeAttached()
  await expect(preview.getByText('The best of the moor.')).toBeAttached()
  await expect(preview.getByRole('contentinfo').getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/bramble',
  )
  await expect(page).toHaveTitle(/^Settings: name and look · /)
  const buy = preview.getByRole('link', { name: 'Buy Coffee' })
  await page.getByLabel('Dark', { exact: true }).check()
  await expect(buy).toHaveCSS('background-color', 'rgb(204, 164, 0)')
  const about = preview.getByRole('contentinfo').getByRole('link').last()
  await about.click({ force: true })
  await expect(page).toHaveURL('/dashboard/settings')

  await settings.saveDraft.click()
  await expect(news(page, 'The draft is saved')).toBeVisible()
  await expect(settings.status).toHaveText('This is saved as a draft. Visitors do not see it yet.')
  expect(await homeOf(request, shop.url)).not.toMatch(/Bramble|from the moor|806700/)
  await page.reload()
  await expect(settings.field('Name of the shop')).toHaveValue('Bramble & Bean')
  await expectNoFindings(page, 'a draft of the profile')

  await settings.field('Tagline').fill('Roasted by the river.')
  await settings.publish.click()
  await expect(news(page, 'Published. Visitors see it now')).toBeVisible()
  await expect(settings.status).toHaveText('Visitors see what is here.')
  for (const text of ['Bramble', 'Coffee from the moor', 'Roasted by the river.', '#806700', '/images/'])
    await expect.poll(() => homeOf(request, shop.url)).toContain(text)
  const home = page.getByRole('link', { name: 'Bramble & Bean, to the shop' })
  await expect(home).toHaveText('Bramble & Bean')
  await expect(home.locator('img')).toBeVisible()
  await page.goto('/dashboard/messages/audit')
  await expect(page.getByRole('row', { name: /published.*Shop profile/ })).toContainText('accent colour')
})

test('an owner chooses the sections of the home page, their order and their words', async ({
  page,
  shop,
  request,
}) => {
  const { open, field, publish, preview } = settingsOf(page)
  await field('Stars of a coffee').fill('')
  await field('Page for an address that does not exist').fill('This cup is empty')
  await open('Home page')
  const part = (name: string) => page.getByRole('group', { name, exact: true })
  const headings = preview.getByRole('main').getByRole('heading', { level: 2 })
  await part('Story of the shop').getByLabel('Story', { exact: true }).fill('We began in a barn.')
  await part('Coffees to buy').getByLabel('Heading').fill('On the shelf')
  await part('What customers say').getByLabel('Show this section').uncheck()
  await expect(headings).toHaveText(['On the shelf', 'Our story'])
  const up = page.getByRole('button', { name: 'Move up: Story of the shop' })
  await up.press('Enter')
  await expect(headings).toHaveText(['Our story', 'On the shelf'])
  await expect(up).toBeFocused()
  await up.press('Enter')
  await expect(up, 'the story is the first section').toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Add a text with a picture' }).click()
  await part('Text with a picture').getByLabel('Heading').fill('The drum')
  await part('Text with a picture').getByLabel('Text', { exact: true }).fill('It is red.')
  const picture = part('Text with a picture').getByLabel('Picture beside the text')
  const upload = await hold(page, '**/api/images')
  await picture.setInputFiles(await drawPicture({ width: 600, height: 600 }))
  await page.getByRole('button', { name: 'Move up: Text with a picture' }).press('Enter')
  await upload.release()
  await part('Text with a picture').getByRole('button', { name: 'Remove: Picture' }).press('Enter')
  await expect(picture).toBeFocused()
  await part('Coffees to buy').getByLabel('Show this section').uncheck()
  await part('Brands').getByLabel('Show this section').check()
  await part('Top of the page').getByLabel('Button that leads to the coffees').fill('To the shelf')
  await expect(headings).toHaveText(['Our story', 'Where our coffees come from', 'The drum'])
  await expectNoFindings(page, 'the sections of the home page')

  await publish.click()
  await expect(field('Stars of a coffee'), 'the section with the error is opened').toBeFocused()
  await field('Stars of a coffee').fill('Our stars')
  await publish.click()
  await expect(news(page, 'Published. Visitors see it now')).toBeVisible()
  await expect.poll(() => homeOf(request, shop.url)).toContain('To the shelf')
  const html = await homeOf(request, shop.url)
  expect(html).toContain('It is red.')
  expect(html).not.toContain('On the shelf')
  expect(await (await request.get(`${shop.url}/nothing-here`)).text()).toContain('This cup is empty')
})

/** Publishes a change of the profile as the admin `owner`. Returns the profile before it. */
async function publishProfile({ call }: Person, change: Partial<ShopProfile>): Promise<ShopProfile> {
  const { published, version } = await call('GET /shop/profile', {})
  const profile = { ...published, ...change }
  const saved = await call('PUT /shop/profile/draft', { body: { profile, version } })
  await call('POST /shop/profile/publish', { body: saved })
  return published
}

test('an owner adds the notice of the legal guarantee when the dashboard asks for it, and customers see it before they order', async ({
  page,
  owner,
  shelves,
}) => {
  const { version } = await owner.call('GET /shop/opening', {})
  const opening = { isOpen: true, productsFor: 'everyone' } as const
  await owner.call('PUT /shop/opening', { body: { opening, version } })
  const sellsWith = async (hasWithdrawal: boolean) => {
    const settings = { ...portugueseShop, hasWithdrawal }
    const { version: seen } = await owner.call('GET /selling', {})
    await owner.call('PUT /selling', { body: { settings, version: seen } })
  }
  await sellsWith(true)
  const before = await publishProfile(owner, { name: 'Hill Roasters' })
  await page.goto('/dashboard')
  const settings = settingsOf(page)
  await page.getByRole('link', { name: 'Add the notice' }).click()
  const picture = await drawPicture({ name: 'notice.jpg', width: 593, height: 837 })
  await settings.field('Picture of the notice').setInputFiles(picture)
  await expect(page.getByText(/^notice\.jpg/)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Crop to fit' }), 'the notice is never cropped').toHaveCount(0)
  await settings.field('What stands on it').fill('At least two years.')
  await expectNoFindings(page, 'the notice in the settings')
  await settings.publish.click()
  await expect(news(page, 'Published. Visitors see it now')).toBeVisible()
  const started = page.waitForResponse('**/api/shop/start')
  await page.goto('/dashboard')
  expect(await (await started).json()).toMatchObject({ lacksNotice: false })
  await expect(page.getByRole('link', { name: 'Add the notice' })).toHaveCount(0)

  const { sizes: coffees } = await owner.call('GET /coffee/{id}', { params: { id: shelves.coffeeId } })
  await fillCart(owner, coffees)
  await page.goto('/checkout')
  const notice = page.getByRole('link', { name: /^The notice of the European Union/ })
  await expect(notice).toHaveAttribute('href', /-1200\.webp$/)
  await notice.scrollIntoViewIfNeeded()
  await expect(notice.getByRole('img')).toHaveJSProperty('complete', true)
  await page.getByText('The notice as text').click()
  await expect(page.getByText('At least two years.')).toBeVisible()
  await expectNoFindings(page, 'the notice in the checkout')
  await page.setViewportSize(sizes.narrow)
  await expectToFit(page)
  await publishProfile(owner, before)
  await sellsWith(false)
})

test('two admins never undo each other, and unsaved changes are not lost by a click', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto('/dashboard/settings/contact')
  await page.goto('/dashboard/settings/contact')
  const [mine, theirs] = [settingsOf(page), settingsOf(other)]
  await theirs.field('Phone number').fill('+351 210 000 000')
  await theirs.saveDraft.click()
  await expect(news(other, 'The draft is saved')).toBeVisible()
  await mine.field('Phone number').fill('+351 219 999 999')
  await mine.publish.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Another admin' })).toHaveText(
    'Another admin has saved these settings since you opened them. Nothing was saved. Reload the page to see them.',
  )
  await mine.open('Name and look')
  await page.getByRole('link', { name: 'Change them on the page Selling' }).click()
  await expect(mine.question).toContainText('Your changes are not saved yet.')
  await mine.question.getByRole('button', { name: 'Keep editing' }).click()
  await mine.open('Contact')
  await expect(mine.field('Phone number')).toHaveValue('+351 219 999 999')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(mine.field('Phone number')).toHaveValue('+351 210 000 000')
  await mine.open('Name and look')
  await mine.field('Logo').setInputFiles(await drawPicture({ name: 'mine.jpg', width: 600 }))
  const logo = page.getByText('mine.jpg is in the shop already')
  await expect(logo).toBeVisible()
  await mine.open('Contact')
  await mine.discard.click()
  await mine.question.getByRole('button', { name: 'Discard draft' }).click()
  await expect(news(page, 'The draft is discarded')).toBeVisible()
  await expect(mine.field('Phone number')).toHaveValue('')
  await expect(logo).toHaveCount(0)
  await other.close()
})

test('on a phone, the preview is behind a button, and the shop is closed and opened by keyboard', async ({
  page,
  shop,
  request,
  owner,
}) => {
  const settings = settingsOf(page)
  const { press } = keyboard(page)
  const { version } = await owner.call('GET /shop/opening', {})
  const opening = { isOpen: true, productsFor: 'everyone' } as const
  await owner.call('PUT /shop/opening', { body: { opening, version } })
  await page.goto('/dashboard/settings/opening')
  await page.setViewportSize(sizes.phone)
  await press(settings.opening.getByRole('button', { name: 'Close the shop' }))
  await expectNoFindings(page, 'the question before the shop is closed')
  await press(settings.question.getByRole('button', { name: 'Close the shop' }))
  await expect(settings.opening).toContainText('The shop is closed.')
  const note = page.getByText('The shop is not open yet. Only admins see it.')
  await expect(note).toBeVisible()
  await expect.poll(() => homeOf(request, shop.url)).toContain('"isOpen":false')
  // A change that is made while another one is being saved is saved after it.
  const delayed = Promise.withResolvers<void>()
  await page.route('**/api/shop/opening', async (route) => {
    await delayed.promise
    await route.continue()
  })
  await press(settings.opening.getByRole('button', { name: 'Open the shop' }))
  await expect(settings.opening).toContainText('The shop is open.')
  await settings.opening.getByLabel('Customers who are signed in').check()
  delayed.resolve()
  await expect(news(page, 'Saved')).toBeVisible()
  await expect(note).toBeHidden()
  await expect.poll(() => homeOf(request, shop.url)).toMatch(/"isOpen":true,"productsFor":"signedIn"/)

  await press(settings.sections.getByRole('link', { name: 'Name and look' }))
  await expect(page.locator('iframe')).toBeHidden()
  await press(settings.showPreview)
  await expect(page.locator('iframe')).toBeVisible()
  await expect(settings.field('Name of the shop')).toBeHidden()
  await page.getByLabel('Phone', { exact: true }).check()
  await expect(settings.preview.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await settings.preview.locator('html').evaluate((html) => html.clientWidth)).toBe(390)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await settings.edit.click()
  await expect(settings.field('Name of the shop')).toBeVisible()
})

test('what is typed and pressed while a draft is being saved is not lost', async ({
  page,
  shop,
  request,
}) => {
  const { field, saveDraft, publish } = settingsOf(page)
  const delayed = Promise.withResolvers<void>()
  await page.route('**/api/shop/profile/draft', async (route) => {
    await delayed.promise
    await route.continue()
  })
  await page.goto('/dashboard/settings/contact')
  await field('Phone number').fill('+351 210 000 001')
  await saveDraft.click()
  await field('Phone number').fill('+351 210 000 002')
  await publish.click()
  delayed.resolve()
  await expect(news(page, 'Published. Visitors see it now')).toBeVisible()
  await expect(field('Phone number')).toHaveValue('+351 210 000 002')
  await expect.poll(() => homeOf(request, shop.url)).toContain('+351 210 000 002')
})

test('each section has its address, and going to another one keeps what is typed, also by Back', async ({
  page,
}) => {
  const { open, field, saveDraft, status, question, sections } = settingsOf(page)
  await expect(page).toHaveTitle(/^Settings: name and look · /)
  await field('Tagline').fill('Roasted by the sea.')
  await open('Contact')
  await expect(page).toHaveURL('/dashboard/settings/contact')
  await expect(page).toHaveTitle(/^Settings: contact · /)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings: contact' })).toBeFocused()
  await expect(sections.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page')
  await expect(field('Tagline')).toBeHidden()
  await field('Email address').fill('not an address')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/settings')
  await expect(field('Tagline')).toHaveValue('Roasted by the sea.')
  await expect(status).toHaveText('You have unsaved changes.')

  await open('Opening')
  await expect(page.getByRole('region', { name: 'Opening' })).toBeVisible()
  await expect(saveDraft).toBeHidden()
  await page.getByRole('link', { name: 'Selling', exact: true }).click()
  await expect(question).toContainText('Your changes are not saved yet.')
  await question.getByRole('button', { name: 'Keep editing' }).click()

  await open('Home page')
  await saveDraft.click()
  await expect(page, 'the section with the error').toHaveURL('/dashboard/settings/contact')
  await expect(field('Email address')).toBeFocused()
  await expect(field('Email address')).toHaveAccessibleDescription(/Write an address such as/)
  await field('Email address').fill('hello@sea.example')
  await saveDraft.click()
  await expect(status).toHaveText('This is saved as a draft. Visitors do not see it yet.')
  await page.reload()
  await expect(field('Email address')).toHaveValue('hello@sea.example')
  await page.goto('/dashboard/settings')
  await expect(field('Tagline')).toHaveValue('Roasted by the sea.')
})
