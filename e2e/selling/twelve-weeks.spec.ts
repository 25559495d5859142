import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { runOwnersCommand } from '../../test/processes/run-command.ts'
import { lisbonAddress } from '../../test/selling/portuguese-shop.ts'
import { newAccount, signIn } from '../account-fixtures.ts'
import type { Person } from '../account-fixtures.ts'
import { cartOf, news } from '../cart-page.ts'
import { toast } from '../dashboard-page.ts'
import type { ArrivedMail } from '../mail-server.ts'
import { countBags } from '../products.ts'
import { fillAddress } from './owner.ts'
import { expect, linkIn, test, weekly } from './weeks-fixture.ts'
import type { Told } from './weeks-fixture.ts'

const NEXT = 'Your next coffee'
const DEARER = 'The price of your subscription will change'
const ordered = (total: string) => `The next delivery of your subscription, ${total}`
const diary = (week: string, what: string) => process.stdout.write(`    ${week}: ${what}\n`)

type Wish = { page: Page; address: string; rhythm: string; count: number; email?: string }

/** Subscribes on the page of a coffee, and goes through the checkout until the order can be placed. */
async function subscribe({ page, address, rhythm, count, email }: Wish): Promise<void> {
  await page.goto(address)
  await page.getByLabel('How many').fill(String(count))
  await page.getByRole('radio', { name: rhythm }).check()
  await page.getByRole('button', { name: /^Add to cart, / }).click()
  await expect(news(page, 'Added Successfully')).toBeVisible()
  await page.goto('/myCart')
  await cartOf(page).checkOut.click()
  if (email !== undefined) await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Country').selectOption('Portugal')
  await page.getByLabel('Name', { exact: true }).fill(lisbonAddress.name)
  await fillAddress(page)
  if (email === undefined) await page.getByRole('button', { name: 'Use this address' }).click()
}

const orderButton = (page: Page) => page.getByRole('button', { name: /^Order and pay \$[\d.]+, then \$/ })

async function payByCard(page: Page): Promise<void> {
  await orderButton(page).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Your subscription has begun:')).toBeVisible()
}

/** Presses a button of the only subscription on the page. */
async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole('article')
    .getByRole('button', { name: new RegExp(`^${name}: `) })
    .click()
}

type Change = { coffee?: string; bags?: string; ifSoldOut?: string }

async function change(page: Page, { coffee, bags, ifSoldOut }: Change): Promise<void> {
  await press(page, 'Change')
  const dialog = page.getByRole('dialog')
  if (coffee !== undefined) await dialog.getByLabel('Coffee', { exact: true }).selectOption(coffee)
  if (bags !== undefined) await dialog.getByLabel('Bags').selectOption(bags)
  if (ifSoldOut !== undefined) await dialog.getByLabel('If it is sold out').selectOption(ifSoldOut)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Your subscription was changed.')).toBeVisible()
}

async function pauseUntil(page: Page, day: string): Promise<void> {
  await press(page, 'Pause')
  await page.getByLabel('No delivery before').fill(day)
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
  await expect(news(page, /^The next delivery is roasted on/)).toBeVisible()
}

/** Asks on the public page for the link with which contracts are cancelled. */
async function askToCancel(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel contracts here' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(page.getByRole('status').filter({ hasText: `with ${email}` })).toBeVisible()
}

async function cancel(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await press(page, 'Cancel')
  await page.getByRole('button', { name: 'Cancel now' }).click()
  await expect(page.getByRole('article')).toContainText('Ended')
}

async function setPrice({ call }: Person, _id: string, to: string): Promise<void> {
  await call('PUT /priceList', { body: { changes: [{ _id, price: { shown: '19.99', to } }] } })
}

async function expectBooksInOrder(settings: Record<string, string>): Promise<void> {
  expect((await runOwnersCommand('verify-books', settings)).said).toContain('The books are in order.')
}

test('two people are charged for what they get in twelve weeks, and for nothing else', async ({
  page,
  browser,
  shop,
  shopper,
  shelves,
  stripe,
  mailDatabase,
  asOwner,
  sell,
  waitUntil,
  expectMails,
}) => {
  test.slow()
  await sell({ ways: ['stripe'] })
  const { email } = newAccount()
  const guest = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const mine = (told: Told[]) => expectMails(shopper.email, told)
  const theirs = (told: Told[]) => expectMails(email, told)
  await mine([['Confirm your email address']])

  await subscribe({ page, address: pages.coffee(shelves.coffeeId), rhythm: 'Every week', count: 2 })
  await payByCard(page)
  await subscribe({
    page: guest,
    address: pages.bagDetails(shelves.packetId),
    rhythm: 'Every 2 weeks',
    count: 1,
    email,
  })
  await payByCard(guest)
  await waitUntil('2027-03-01T10:00')
  await mine([
    ['Your order for $29.50'],
    ['Your subscription has begun', '2 × Harar, 250 g, Whole beans: $12.50 each, every week'],
  ])
  await theirs([
    ['Your order for $24.49'],
    ['Your subscription has begun', '1 × House Blend, 1 kg, Whole beans: $19.99 each, every 2 weeks'],
  ])
  diary('2 March', 'both have begun, and have paid $29.50 and $24.49')

  await waitUntil('2027-03-04T10:30')
  await mine([
    [
      NEXT,
      'on Tuesday, 9 March',
      'It costs $29.50 with delivery.',
      'until 10:00 Lisbon time on Sunday, 7 March',
    ],
  ])
  await waitUntil('2027-03-07T10:05')
  await mine([[ordered('$29.50')]])
  diary('9 March', 'the shopper is charged $29.50')

  await waitUntil('2027-03-11T10:30')
  const [toSkip] = await mine([[NEXT, 'on Tuesday, 16 March']])
  const [toChange] = await theirs([[NEXT, 'It costs $24.49 with delivery.']])
  await page.context().clearCookies()
  await page.goto(linkIn(toSkip, 'See your subscriptions'))
  await press(page, 'Skip')
  await expect(news(page, 'The next delivery is roasted on Tuesday, 23 March.')).toBeVisible()
  await guest.goto(linkIn(toChange, 'See your subscriptions'))
  await change(guest, { ifSoldOut: shelves.coffeeId })
  await waitUntil('2027-03-14T10:05')
  const [order] = await theirs([[ordered('$24.49')]])
  diary('16 March', 'the shopper has skipped by the mailed link, the guest is charged $24.49')

  await waitUntil('2027-03-18T10:30')
  await mine([[NEXT, 'on Tuesday, 23 March', 'It costs $29.50 with delivery.']])
  await openOwn()
  await change(page, { coffee: shelves.packetId, bags: '1' })
  await waitUntil('2027-03-21T10:05')
  await mine([[ordered('$24.49'), 'House Blend']])
  diary('23 March', 'the shopper has swapped the coffee, and is charged $24.49')

  await waitUntil('2027-03-25T10:30')
  await mine([[NEXT, 'until 10:00 Lisbon time on Sunday, 28 March']])
  await theirs([[NEXT, 'until 10:00 Lisbon time on Sunday, 28 March']])
  stripe.account.cards.declines = 'insufficient_funds'
  await waitUntil('2027-03-28T10:05')
  const declined =
    'your bank has declined $24.49 for your subscription. We try it again on Wednesday, 31 March'
  await mine([['Your card was declined', declined]])
  await theirs([['Your card was declined', declined]])
  stripe.account.cards.declines = null
  await guest.goto(linkIn(order, 'See your order'))
  await guest.getByRole('link', { name: 'Your subscriptions' }).click()
  stripe.account.cards.last4 = '1881'
  await guest.getByRole('button', { name: 'Change card' }).click()
  await guest.getByRole('button', { name: 'Save card' }).click()
  await expect(news(guest, 'Your new card is saved, and used from now on.')).toBeVisible()
  await expect(guest.getByRole('article')).toContainText('Visa 1881')
  await waitUntil('2027-03-29T12:00')
  await theirs([[ordered('$24.49'), 'Roasted on Tuesday, 30 March']])
  await waitUntil('2027-03-31T10:10')
  await mine([[ordered('$24.49'), 'Roasted on Thursday, 1 April']])
  diary(
    '30 March',
    'both cards were declined: a new one pays at once, the old one three days later, for 1 April',
  )

  await waitUntil('2027-04-01T10:30')
  await mine([[NEXT, 'on Tuesday, 6 April']])
  await openOwn()
  await pauseUntil(page, '2027-04-19')
  await waitUntil('2027-04-04T10:05')
  diary('6 April', 'the shopper has paused until 19 April')

  await waitUntil('2027-04-08T10:30')
  await theirs([[NEXT, 'on Tuesday, 13 April']])
  await waitUntil('2027-04-11T10:05')
  await theirs([[ordered('$24.49')]])
  await setPrice(await asOwner(), shelves.packetId, '22.00')
  await waitUntil('2027-04-13T09:00')
  const dearer: Told = [DEARER, 'from Tuesday, 27 April on, a bag of this costs $22.00']
  await mine([dearer])
  await theirs([dearer])
  diary('13 April', 'the guest is charged $24.49, and both are told of a higher price from 27 April on')

  await waitUntil('2027-04-15T10:30')
  await mine([[NEXT, 'on Tuesday, 20 April', 'It costs $24.49']])
  await waitUntil('2027-04-18T10:05')
  await mine([[ordered('$24.49')]])
  diary('20 April', 'the shopper goes on, and is charged $24.49')

  await waitUntil('2027-04-22T10:30')
  await mine([[NEXT, 'on Tuesday, 27 April', 'It costs $24.49']])
  await theirs([[NEXT, 'on Tuesday, 27 April', 'It costs $24.49']])
  await waitUntil('2027-04-25T10:05')
  await mine([[ordered('$24.49')]])
  await theirs([[ordered('$24.49')]])
  diary('27 April', 'both are charged $24.49 for the last time')

  await sell({ ways: ['stripe'], roasting: { ...weekly, closedDays: ['2027-05-04'] } })
  await waitUntil('2027-05-01T10:30')
  await mine([[NEXT, 'on Thursday, 6 May', 'It costs $26.50', 'until 10:00 Lisbon time on Tuesday, 4 May']])
  await waitUntil('2027-05-04T10:05')
  await mine([[ordered('$26.50')]])
  diary('4 May', 'the shop is closed: the shopper is charged the new price, $26.50, for 6 May')

  await waitUntil('2027-05-06T10:30')
  await mine([[NEXT, 'on Tuesday, 11 May', 'It costs $26.50']])
  await theirs([[NEXT, 'on Tuesday, 11 May', 'It costs $26.50']])
  await countBags(await asOwner(), shelves.packetId, 1)
  await waitUntil('2027-05-09T10:05')
  await mine([[ordered('$26.50')]])
  await theirs([[ordered('$17.00'), 'Harar']])
  diary('11 May', 'the shopper gets the last bag, the guest the second choice for $17.00')

  await waitUntil('2027-05-13T10:30')
  await mine([[NEXT, 'on Tuesday, 18 May']])
  await waitUntil('2027-05-16T10:05')
  await mine([['Your coffee is sold out', 'for Tuesday, 18 May', 'you pay nothing for it']])
  diary('18 May', 'the coffee of the shopper is sold out, and nothing is charged')

  await countBags(await asOwner(), shelves.packetId, 50)
  await waitUntil('2027-05-20T10:30')
  await mine([[NEXT, 'on Tuesday, 25 May']])
  await theirs([[NEXT, 'on Tuesday, 25 May']])
  await page.context().clearCookies()
  for (const [to, own] of [
    [shopper.email, page],
    [email, guest],
  ] as const) {
    await askToCancel(own, to)
    const [link] = await expectMails(to, [['The link to your subscriptions']])
    await cancel(own, linkIn(link, 'See your subscriptions'))
    await expectMails(to, [['Your subscription has ended', 'Nothing more is sent or charged']])
  }
  await waitUntil('2027-05-23T10:05')
  await waitUntil('2027-06-03T10:05')
  await mine([])
  await theirs([])
  diary('25 May', 'both have cancelled on the public page, and nothing is charged')

  expect(Number(await mailDatabase.read('SELECT COUNT(*) FROM renewals'))).toBe(12)
  const charged = [...stripe.account.intents.values()].filter(
    ({ metadata, status }) => metadata['try'] && status === 'succeeded',
  )
  expect(new Set(charged.map(({ metadata }) => metadata['payment_id'])).size).toBe(12)
  expect(charged).toHaveLength(12)
  await expectBooksInOrder(mailDatabase.settings)

  async function openOwn(): Promise<void> {
    await signIn(page.request, shop.url, shopper)
    await page.goto(pages.subscriptions)
  }
})

test('a guest who pays by transfer is asked a week before, and gets what was paid late on the next roast day', async ({
  page,
  browser,
  shop,
  owner,
  shelves,
  mailDatabase,
  asOwner,
  sell,
  waitUntil,
  expectMails,
}) => {
  test.slow()
  await waitUntil('2027-06-07T08:00')
  const bank = { holder: 'Hill Roasters', iban: 'PT50000201231234567890154' }
  await sell({ ways: ['transfer'], bank })
  const { email } = newAccount()
  const guest = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const told = (mails: Told[]) => expectMails(email, mails)

  await subscribe({
    page: guest,
    address: pages.coffee(shelves.coffeeId),
    rhythm: 'Every 2 weeks',
    count: 2,
    email,
  })
  await orderButton(guest).click()
  await expect(guest.getByText('Your subscription begins as soon as we have your money')).toBeVisible()
  const [first] = await told([['Your order for $29.50', 'Amount: $29.50']])
  const begun = '2 × Harar, 250 g, Whole beans: $12.50 each, every 2 weeks'
  await markPaid(first, [['Your subscription has begun', begun]])
  diary('8 June', 'the owner has marked $29.50 as paid, and the subscription has begun')

  await waitUntil('2027-06-12T10:30')
  await told([
    [
      NEXT,
      'on Tuesday, 22 June',
      'It costs $29.50 with delivery.',
      'until 10:00 Lisbon time on Tuesday, 15 June',
    ],
  ])
  await waitUntil('2027-06-15T10:05')
  const asked = 'have it by 10:00 Lisbon time on Tuesday, 22 June'
  const [second] = await told([
    [ordered('$29.50'), asked, 'Amount: $29.50', 'IBAN: PT50 0002 0123 1234 5678 9015 4'],
  ])
  await waitUntil('2027-06-17T12:00')
  await markPaid(second)
  diary('22 June', 'the guest was asked for $29.50 a week before, and has paid in time')

  await waitUntil('2027-06-26T10:30')
  const [toSkip] = await told([[NEXT, 'on Tuesday, 6 July']])
  await guest.goto(linkIn(toSkip, 'See your subscriptions'))
  await press(guest, 'Skip')
  await expect(news(guest, 'The next delivery is roasted on Tuesday, 20 July.')).toBeVisible()
  await waitUntil('2027-06-29T10:05')
  diary('6 July', 'skipped by the mailed link')

  await waitUntil('2027-07-10T10:30')
  const [toSwap] = await told([[NEXT, 'on Tuesday, 20 July']])
  await guest.goto(linkIn(toSwap, 'See your subscriptions'))
  await change(guest, { coffee: shelves.packetId, bags: '1' })
  await waitUntil('2027-07-13T10:05')
  const [late] = await told([
    [ordered('$24.49'), 'House Blend', 'have it by 10:00 Lisbon time on Tuesday, 20 July'],
  ])
  await waitUntil('2027-07-21T12:00')
  await markPaid(late)
  await guest.goto('/')
  await guest.goto(linkIn(toSwap, 'See your subscriptions'))
  await expect(guest.getByText('roasted on Thursday, 22 July')).toBeVisible()
  diary('20 July', 'the guest has swapped the coffee, and paid $24.49 late: it goes on 22 July')

  await waitUntil('2027-07-24T10:30')
  const [toPause] = await told([[NEXT, 'on Tuesday, 3 August', 'It costs $24.49']])
  await guest.goto(linkIn(toPause, 'See your subscriptions'))
  await pauseUntil(guest, '2027-08-09')
  await setPrice(await asOwner(), shelves.packetId, '22.00')
  await waitUntil('2027-07-24T13:00')
  await told([[DEARER, 'from Saturday, 7 August on, a bag of this costs $22.00']])
  await waitUntil('2027-07-31T10:30')
  await told([[NEXT, 'on Tuesday, 10 August', 'It costs $24.49']])
  await waitUntil('2027-08-03T10:05')
  const [fourth] = await told([[ordered('$24.49')]])
  await markPaid(fourth)
  diary('10 August', 'paused until then, and told of a higher price: the old one, $24.49, still holds')

  await sell({ ways: ['transfer'], bank, roasting: { ...weekly, closedDays: ['2027-08-24'] } })
  await waitUntil('2027-08-16T10:30')
  await told([
    [NEXT, 'on Thursday, 26 August', 'It costs $26.50', 'until 10:00 Lisbon time on Thursday, 19 August'],
  ])
  await waitUntil('2027-08-19T10:05')
  const [fifth] = await told([[ordered('$26.50'), 'have it by 10:00 Lisbon time on Thursday, 26 August']])
  await markPaid(fifth)
  diary('24 August', 'the shop is closed: the guest pays the new price, $26.50, for 26 August')

  await waitUntil('2027-08-28T10:30')
  await told([[NEXT, 'on Tuesday, 7 September']])
  await countBags(await asOwner(), shelves.packetId, 0)
  await waitUntil('2027-08-31T10:05')
  await told([['Your coffee is sold out', 'for Tuesday, 7 September']])
  await askToCancel(guest, email)
  const [link] = await told([['The link to your subscriptions']])
  await cancel(guest, linkIn(link, 'See your subscriptions'))
  await told([['Your subscription has ended']])
  await waitUntil('2027-10-01T12:00')
  await told([])
  diary('7 September', 'sold out, and cancelled on the public page')

  const paid = `SELECT COUNT(*) FROM orders WHERE email = '${email}' AND state = 'paid'`
  expect(Number(await mailDatabase.read(paid))).toBe(5)
  await expectBooksInOrder(mailDatabase.settings)

  /** Marks the order of a mail as paid, as its owner. The customer is told, and gets other mails, too. */
  async function markPaid(mail: ArrivedMail | undefined, others: Told[] = []): Promise<void> {
    const number = /has the number (\d+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await signIn(page.request, shop.url, owner)
    await page.goto('/dashboard')
    await page
      .getByRole('navigation', { name: 'What waits for you' })
      .getByRole('link', { name: /waiting for payment$/ })
      .click()
    const order = page.getByRole('row').filter({ has: page.getByRole('cell', { name: number, exact: true }) })
    await order.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
    await expect(toast(page, `Order ${number} is marked as paid`)).toBeVisible()
    await told([[`Your payment for order ${number} has arrived`], ...others])
  }
})
