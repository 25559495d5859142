import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { demoTexts } from '../../test/shop/demo-texts.ts'
import { counter } from '../../test/selling/portuguese-shop.ts'
import { hillRoasters } from '../../test/shop/hill-roasters.ts'
import { newAccount, signIn, signUp } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { adminScreens } from '../admin-screens.ts'
import { fillCart } from '../products.ts'
import { expectNoFindings, expectToFit, screensFor, sizes } from '../screens.ts'
import { expect, test as realTest } from '../selling/real-shop-fixture.ts'
import { settingsOf } from './settings-page.ts'

/** The Playwright `test` function with a shop of its own, because other tests expect another name of the shop. */
const test = realTest.extend({
  settings: [
    async ({ settings }, use) =>
      use({ ...settings, MAIL_FROM: 'shop@hill.example', MAIL_TO: 'owner@hill.example' }),
    { scope: 'worker' },
  ],
})

const LEGAL = ['imprint', 'privacy', 'terms', 'delivery']

test('no page, file and mail of a renamed shop says Crema or a text of the demo', async ({
  page,
  request,
  shop,
  owner,
  shelves,
  mailServer,
}) => {
  test.slow()
  await mailServer.open()
  await publish(owner, hillRoasters)
  await page.goto('/')
  const tokenFor = async (email: string) => {
    await expect.poll(() => mailServer.mailsTo(email).length).toBe(1)
    return /#(\S+)/.exec(mailServer.mailsTo(email)[0]?.text ?? '')?.[1] ?? ''
  }
  const customer = await signUp(page.request, shop.url, { ...newAccount(), tokenFor })
  await order(owner, customer, shelves.brandId)
  await customer.call('POST /auth/forgot-password', { body: { email: customer.email } })

  const screens = await screensFor(customer)
  await crawl(page, ['/', '/contact', '/myCart', '/account', '/nothing-here', '/legal/imprint'])
  for (const path of [...screens.map((screen) => screen.path), ...LEGAL.map((name) => `/legal/${name}`)])
    await expectRenamed(page.request, `${shop.url}${path}`)
  await page.context().clearCookies()
  await crawl(page, ['/', '/login'])
  await signIn(page.request, shop.url, owner)
  await crawl(page, ['/dashboard', '/dashboard/settings', '/dashboard/selling', '/dashboard/messages'])
  for (const { path } of await adminScreens(owner)) await expectRenamed(page.request, `${shop.url}${path}`)
  // Pages that are not opened here are rendered by scripts, which have no text of the demo shop.
  const assets = join(import.meta.dirname, '../../dist/client/assets')
  for (const file of readdirSync(assets).filter((name) => name.endsWith('.js')))
    expectNothingOfTheDemo(readFileSync(join(assets, file), 'utf8'), file)
  for (const file of ['api/openapi.json', 'manifest.webmanifest', 'favicon.svg', 'robots.txt'])
    expectNothingOfTheDemo(await textAt(request, `${shop.url}/${file}`), file)

  // The customer has confirmed the address, ordered, and forgotten the password. The owner has a mail about the order.
  await expect.poll(() => mailServer.mailsTo(customer.email).length).toBe(3)
  await expect.poll(() => mailServer.mailsTo('owner@hill.example').length).toBe(1)
  expectNothingOfTheDemo(mailServer.taken(), 'the mails')
  // The mail that confirms the owner's address may have been sent before the owner has named the shop.
  const named = mailServer.taken().match(/^From: Hill Roasters <shop@hill.example>/gm)?.length
  expect(named).toBeGreaterThanOrEqual(4)
  for (const { text, html } of mailServer.mailsTo(customer.email)) {
    for (const content of [text, html]) {
      expectNothingOfTheDemo(content, 'a mail')
      expect(content).toContain('Rua da Rosa 7')
      expect(content).toContain(`${shop.url}/legal/imprint`)
    }
  }
})

test('the face of a shop is its own in both colour schemes, without a flash and without a complaint', async ({
  page,
  owner,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const [accent, light, dark] of [
    ['#1a5c4a', 'rgb(26, 92, 74)', /^rgb/],
    ['#8b1a4f', 'rgb(139, 26, 79)', /^rgb/],
  ] as const) {
    await publish(owner, { ...hillRoasters, accent })
    await page.goto('/contact')
    const send = page.getByRole('button', { name: 'Send message' })
    await expect(send).toHaveCSS('background-color', light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(send).not.toHaveCSS('background-color', light)
    await expect(send).toHaveCSS('background-color', dark)
    await page.emulateMedia({ colorScheme: 'light' })
  }

  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Mastodon' })).toHaveAttribute(
    'href',
    'https://social.example/@hillroasters',
  )
  await footer.getByRole('link', { name: 'Imprint' }).click()
  await expect(page).toHaveTitle('Imprint · Hill Roasters')
  await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: 'Who we are' })).toBeVisible()
  await expectNoFindings(page, 'a legal page')
  await page.reload()
  await expect(page.getByRole('link', { name: 'us', exact: true })).toHaveAttribute(
    'href',
    'mailto:hello@hill.example',
  )
  await page.goto('/legal/delivery')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Country',
    'Up to 1 kg',
    'Up to 5 kg',
    'How long it takes',
  ])
  await page.setViewportSize(sizes.phone)
  await expectToFit(page)
  await page.getByRole('link', { name: 'Hill Roasters, to the home page' }).click()
  await expect(page).toHaveTitle(`Hill Roasters · ${hillRoasters.tagline}`)
  await expectNoFindings(page, 'the home page of a real shop')
  await page.getByRole('button', { name: 'Next review' }).click()
  await expect(page.getByText('The parcel is here before the bag is empty.').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('the tab of the admin shows a published name and colour at once', async ({ page, shop, owner }) => {
  await publish(owner, hillRoasters)
  await signIn(page.request, shop.url, owner)
  await page.goto('/dashboard/settings')
  const { field, publish: publishButton, status, preview } = settingsOf(page)
  const tab = page.getByRole('link', { name: 'Name and look' })
  for (const [name, accent, colour] of [
    ['Valley Roasters', '#8b1a4f', 'rgb(139, 26, 79)'],
    ['Harbour Roasters', '#1a3f8b', 'rgb(26, 63, 139)'],
  ] as const) {
    await field('Name of the shop').fill(name)
    await field('Accent colour').fill(accent)
    await publishButton.click()
    await expect(status).toHaveText('Visitors see what is here.')
    await expect(page).toHaveTitle(`Settings: name and look · ${name}`)
    await expect(page.getByRole('link', { name: `${name}, to the shop` })).toHaveText(name)
    await expect(tab).toHaveCSS('color', colour)
    await expect(preview.getByRole('contentinfo')).toContainText(name)
  }
})

/** Publishes a profile as the owner, and opens the shop. */
async function publish(owner: Person, profile: ShopProfile): Promise<void> {
  const { version } = await owner.call('GET /shop/profile', {})
  const draft = await owner.call('PUT /shop/profile/draft', { body: { profile, version } })
  await owner.call('POST /shop/profile/publish', { body: { version: draft.version } })
  const opening = await owner.call('GET /shop/opening', {})
  const body = { opening: { isOpen: true, productsFor: 'signedIn' as const }, version: opening.version }
  await owner.call('PUT /shop/opening', { body })
}

/** Orders the only coffee of a brand, to be picked up and paid later. Another one stays in the cart. */
async function order(owner: Person, customer: Person, brandId: string): Promise<void> {
  const { version } = await owner.call('GET /selling', {})
  const settings = { ...DEFAULT_SELLING, timeZone: 'Europe/Lisbon', methods: [counter], grinds: [] }
  await owner.call('PUT /selling', { body: { settings, version } })
  const { coffees } = await customer.call('GET /coffeeDetails/{id}', { params: { id: brandId } })
  const [line = ''] = await fillCart(customer, [...coffees, ...coffees])
  const agreed = { address: null, note: '', total: 1250, currency: 'USD', promise: null }
  await customer.call('POST /checkout', { body: { lines: [line], methodId: counter.id, ...agreed } })
}

/** Opens pages, and expects that what they show contains no text of the demo shop. */
async function crawl(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('progressbar'), path).toHaveCount(0)
    await expect(page.getByRole('status', { name: /^Loading/ }), path).toHaveCount(0)
    await expect(page, path).toHaveTitle(/Hill Roasters/)
    expectNothingOfTheDemo(await page.content(), path)
  }
}

async function expectRenamed(request: APIRequestContext, url: string): Promise<void> {
  const html = await textAt(request, url)
  expect(html, url).toMatch(/<title>[^<]*Hill Roasters/)
  expectNothingOfTheDemo(html, url)
}

async function textAt(request: APIRequestContext, url: string): Promise<string> {
  return (await request.get(url)).text()
}

function expectNothingOfTheDemo(text: string, where: string): void {
  for (const demoText of demoTexts()) expect(text, where).not.toContain(demoText)
}
