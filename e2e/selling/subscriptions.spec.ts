import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { newAccount, signUp } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { enlargeRoot } from '../large-text.ts'
import type { MailServer } from '../mail-server.ts'
import { FORBID_STORAGE, upgradeShop } from '../network.ts'
import { bothLooks, expectNoFindings, sizes } from '../screens.ts'
import { expect, test } from './real-shop-fixture.ts'
import type { Shelves } from './real-shop-fixture.ts'

const DAY_MS = 24 * 60 * 60_000

/** Returns the day some days after today in UTC, such as `2026-11-24`. */
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A shop that roasts every day, and delivers to Portugal. */
const settings: SellingSettings = {
  ...DEFAULT_SELLING,
  methods: [
    { id: 'counter', name: 'At the roastery', kind: 'pickup', note: '', zones: [] },
    {
      id: 'post',
      name: 'Post',
      kind: 'parcel',
      note: '',
      zones: [
        {
          countries: ['PT'],
          rate: { type: 'flat', price: 450 },
          freeFrom: null,
          transitDays: { least: 1, most: 2 },
        },
      ],
    },
  ],
  roasting: { weekdays: [0, 1, 2, 3, 4, 5, 6], cutOff: '10:00', closedDays: [] },
  subscriptions: { isOffered: true, percentOff: 0 },
}

/** The settings of the shop that other stories share, while a story of this file has replaced them. */
let before: SellingSettings | null = null

async function sell({ call }: Person): Promise<void> {
  const { settings: earlier, version } = await call('GET /selling', {})
  before = earlier
  await call('PUT /selling', { body: { settings, version } })
}

test.afterEach(async ({ owner: { call } }) => {
  if (!before) return
  const { version } = await call('GET /selling', {})
  await call('PUT /selling', { body: { settings: before, version } })
  before = null
})

/** By how much what is in the dialog is wider than the dialog, in CSS px. */
const WIDER_BY = `((dialog) => dialog.scrollWidth - dialog.clientWidth)(document.querySelector('dialog'))`

/** By how much the text of an empty field for a day reaches under its button, in CSS px. */
const UNDER_BUTTON_BY = `((field) => {
  const { font, fontSize, paddingLeft } = getComputedStyle(field)
  const { width } = Object.assign(document.createElement('canvas').getContext('2d'), { font }).measureText('mm/dd/yyyy')
  return width + parseFloat(paddingLeft) + 1.75 * parseFloat(fontSize) - field.clientWidth
})(document.querySelector('dialog [type=date]'))`

/** Returns the value of an expression at 320 px with text at 200 %. */
async function onSmallScreen(page: Page, expression: string): Promise<number> {
  await page.setViewportSize({ width: 320, height: 844 })
  await enlargeRoot(page)
  const value: number = await page.evaluate(expression)
  await enlargeRoot(page, '')
  await page.setViewportSize(sizes.phone)
  return value
}

type Subscribed = { email: string; shelves: Shelves; nextOn: string }

/**
 * Returns the SQL that inserts a guest, and the SQL that subscribes to a coffee and to a packet every two weeks. The packet goes in
 * a way that the shop no longer has.
 */
function subscribed({ email, shelves: { coffeeId, packetId }, nextOn }: Subscribed): string[] {
  const user = randomUUID()
  const at = Date.now()
  const subscribe = (productId: string, methodId: string) =>
    `INSERT INTO subscriptions (id, user_id, payment_id, state, every_weeks, next_on, product_id, grind, quantity, price_cents, checkout, created_at) VALUES ('${randomUUID()}', '${user}', 'first', 'active', 2, '${nextOn}', '${productId}', 'Filter', 2, 1250, '{"methodId":"${methodId}","address":null,"note":""}', ${at})`
  return [
    `INSERT INTO users (id, subject, email, name, created_at, mailbox) VALUES ('${user}', 'guest ${user}', '${email}', 'Gil', ${at}, '${email}')`,
    subscribe(coffeeId, 'counter'),
    subscribe(packetId, 'gone'),
  ]
}

/** Asks on the page for cancelling contracts for a link, and opens it. */
async function openByMail(page: Page, { email, mails }: { email: string; mails: MailServer }): Promise<void> {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' }).click()
  await page.getByLabel('Email address').fill(email)
  await expectNoFindings(page, 'the form for a link to subscriptions')
  await page.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: `If there are subscriptions with ${email}` }),
  ).toBeVisible()
  await page.goto(await linkIn({ email, mails }, /\S+(\/subscriptions#[^.\s]+)\s/))
}

/** Returns the address in the newest mail that a pattern finds. */
async function linkIn(
  { email, mails }: { email: string; mails: MailServer },
  pattern: RegExp,
): Promise<string> {
  const find = () => pattern.exec(mails.mailsTo(email).at(-1)?.text ?? '')?.[1]
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return find() ?? ''
}

/** Returns the code in the mail that is the first, or the second, with a code. */
async function codeIn(
  { email, mails }: { email: string; mails: MailServer },
  count: number,
): Promise<string> {
  const codes = () =>
    mails
      .mailsTo(email)
      .flatMap(({ text }) => (text.includes('The code works once') ? (/\b\d{6}\b/.exec(text) ?? []) : []))
  await expect.poll(() => codes().length, { timeout: 15_000 }).toBe(count)
  return codes().at(-1) ?? ''
}

test('a guest skips, changes, pauses, cancels and starts again by a mailed link, and undoes it', async ({
  page,
  owner,
  shelves,
  mailServer,
  mailDatabase,
}) => {
  await sell(owner)
  await mailServer.open()
  const email = `gil-${randomUUID().slice(0, 8)}@people.example`
  const nextOn = inDays(30)
  for (const statement of subscribed({ email, shelves, nextOn })) await mailDatabase.write(statement)
  await page.context().clearCookies()
  await page.setViewportSize(sizes.phone)
  await openByMail(page, { email, mails: mailServer })
  await expect(page).toHaveURL(/\/subscriptions$/)

  const card = page.getByRole('article', { name: '2 × Harar' })
  const dates = card.getByRole('listitem')
  await expect(dates).toHaveCount(3)
  const planned = await dates.allTextContents()
  const press = (name: string) => card.getByRole('button', { name: `${name}: Harar` }).click()
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo', disabled: false }).click()
    await expect(page.getByText('All is as it was before.').last()).toBeVisible()
    await expect(dates).toHaveText(planned)
    await expect(card.getByRole('heading', { level: 2 })).toBeFocused()
  }
  await expectNoFindings(page, 'the subscriptions', { looks: bothLooks })

  for (const name of ['Skip', 'Later']) {
    // The answer to the first click comes before the second one.
    await card.getByRole('button', { name: `${name}: Harar` }).dblclick({ delay: 200 })
    await expect(page.getByText(/^The next delivery is roasted on/).last()).toBeVisible()
    await expect(dates.first()).not.toHaveText(planned[0] ?? '')
    if (name === 'Skip') await expect(dates.first()).toContainText(planned[1] ?? '')
    await undo()
  }

  // The script of the dialog is loaded by the press of the button. An upgrade has removed it, so the page reloads.
  const documents = await upgradeShop(page, {
    gone: ({ pathname }) => pathname.endsWith('.js'),
    path: /\/subscriptions$/,
    oldDocuments: 0,
  })
  await press('Change')
  await expect.poll(documents).toBe(1)
  await expect(dates).toHaveText(planned)
  await press('Change')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Coffee').selectOption({ label: 'House Blend, 1\u00a0kg, $19.99' })
  await dialog.getByLabel('Bags').selectOption('1')
  await dialog.getByLabel('How often').selectOption('every 4 weeks')
  await expect(
    dialog.getByText(/^The next delivery stays on .*, then it comes every 4 weeks\.$/),
  ).toBeVisible()
  await expect(
    dialog.getByText('Each delivery, from the next on: $19.99 for the coffee, instead of $25.00.'),
  ).toBeVisible()
  await expectNoFindings(page, 'the dialog that changes a subscription', { looks: bothLooks })
  expect(await onSmallScreen(page, WIDER_BY)).toBe(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const swapped = page.getByRole('article', { name: '1 × House Blend' })
  await expect(swapped).toContainText('every 4 weeks')
  await expect(
    page.getByText(/^Your subscription was changed\. The next delivery is roasted on/).last(),
  ).toBeVisible()
  await undo()

  const lost = page.getByRole('article', { name: '2 × House Blend' })
  await expect(lost).toContainText('This can no longer be delivered in this way.')
  await lost.getByRole('button', { name: 'Choose another way: House Blend' }).click()
  await expect(dialog.getByLabel('Delivery')).toHaveValue('post')
  await page.keyboard.press('Escape')

  await press('Pause')
  await dialog.getByLabel('No delivery before').fill(inDays(400))
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText(/^Choose a day from/)).toBeVisible()
  await dialog.getByLabel('No delivery before').fill(inDays(60))
  await expectNoFindings(page, 'the dialog that pauses a subscription')
  expect(await onSmallScreen(page, UNDER_BUTTON_BY)).toBeLessThan(0)
  await page.keyboard.press('Enter')
  await expect(dates.first()).not.toHaveText(planned[0] ?? '')
  await undo()

  await press('Cancel')
  await page.getByLabel('Why?').fill('I drink tea now')
  await expectNoFindings(page, 'the dialog that cancels a subscription')
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(card).toContainText('Ended')
  await undo()
  await press('Cancel')
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(card).toContainText('Ended')
  await expect(card.getByRole('heading', { level: 2 })).toBeFocused()
  await expectNoFindings(page, 'a subscription that has ended', { looks: bothLooks })
  await press('Start again')
  await expect(dates).toHaveText(planned)

  await page.goto(await linkIn({ email, mails: mailServer }, /\S+(\/subscriptions#revoke\.\S+)/))
  await expectNoFindings(page, 'the page that revokes a link')
  await page.getByRole('button', { name: 'Revoke the links' }).click()
  await expect(page.getByText('The links no longer work.')).toBeVisible()
  const answer = await page.request.get('/subscriptions')
  expect(answer.headers()['referrer-policy']).toBe('no-referrer')
})

test('a guest confirms a dearer change and another address with a mailed code', async ({
  page,
  owner,
  shelves,
  mailServer,
  mailDatabase,
}) => {
  await sell(owner)
  await mailServer.open()
  const email = `gil-${randomUUID().slice(0, 8)}@people.example`
  for (const statement of subscribed({ email, shelves, nextOn: inDays(30) }))
    await mailDatabase.write(statement)
  await page.context().clearCookies()
  await page.addInitScript(FORBID_STORAGE)
  await page.setViewportSize(sizes.phone)
  await openByMail(page, { email, mails: mailServer })
  const card = page.getByRole('article', { name: '2 × Harar' })
  const dialog = page.getByRole('dialog')
  const press = (name: string) => page.getByRole('button', { name: `${name}: Harar` }).click()
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo', disabled: false }).click()
    await expect(page.getByText('All is as it was before.').last()).toBeVisible()
    await expect(card).toContainText('At the roastery')
  }

  await press('Change')
  await dialog.getByLabel('Bags').selectOption('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const code = dialog.getByLabel('Code from the mail')
  await expect(code).toBeFocused()
  await expect(dialog.getByLabel('Bags')).toHaveValue('3')
  await expectNoFindings(page, 'the dialog that asks for a mailed code', { looks: bothLooks })
  await code.fill('12')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Type the six digits of the code')).toBeVisible()
  await code.fill(await codeIn({ email, mails: mailServer }, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '3 × Harar' })).toBeVisible()
  await undo()

  // The fields of the address cannot be loaded at first.
  await page.route('**/api/addressFormat/*', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await press('Change address')
  await expect(dialog.getByLabel('Delivery')).toHaveValue('counter')
  await dialog.getByLabel('Delivery').selectOption({ label: 'Post, $4.50' })
  await expect(
    dialog.getByText(/^Price: \$4\.50\. Until then: Free\. All that is roasted from /),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Save the address' }).click()
  await expect(dialog.getByText('Complete the address first.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Gil Pinto')
  await dialog.getByLabel('Street and number').fill('Rua do Carmo 12')
  await dialog.getByLabel('City').fill('Lisboa')
  await dialog.getByLabel('Postal code').fill('12')
  await expectNoFindings(page, 'the dialog that changes the address', { looks: bothLooks })
  await dialog.getByRole('button', { name: 'Save the address' }).click()
  await expect(dialog.getByLabel('Postal code')).toHaveAccessibleDescription(/Does not look right/)
  await dialog.getByLabel('Postal code').fill('1200-093')
  await dialog.getByRole('button', { name: 'Save the address' }).click()
  await expect(code).toBeFocused()
  await expect(dialog.getByLabel('City')).toHaveValue('Lisboa')
  await code.fill(await codeIn({ email, mails: mailServer }, 2))
  await page.keyboard.press('Enter')
  await expect(card).toContainText('1200-093 Lisboa')
  await undo()
})

test('a customer without subscriptions reads how to get one, and a visitor is asked to log in', async ({
  page,
  owner,
  shop,
  tokenFor,
}) => {
  await sell(owner)
  await signUp(page.request, shop.url, { ...newAccount('Eva Holm'), tokenFor })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click()
  await expect(page.getByText('You have no subscription yet')).toBeVisible()
  await expectNoFindings(page, 'the subscriptions of a customer who has none', { looks: bothLooks })
  await page.context().clearCookies()
  await page.goto('/subscriptions')
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expectNoFindings(page, 'the subscriptions of a visitor')
})
