import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { lisbonAddress } from '../../test/selling/portuguese-shop.ts'
import { newAccount, signIn } from '../account-fixtures.ts'
import { news } from '../cart-page.ts'
import { bothLooks, expectNoFindings, sizes } from '../screens.ts'
import { pagesOfA6 } from './day-fixtures.ts'
import { answersToLose } from '../network.ts'
import { fillAddress } from './owner.ts'
import { expect, linkIn, test as weeks } from './weeks-fixture.ts'

/** A worker of its own, because the clock of this story begins where that of the others does. */
const test = weeks.extend<object, { story: string }>({ story: ['gifts', { scope: 'worker' }] })

const NEXT = 'Your next coffee'
const ORDERED = 'Your next delivery'

/** Chooses three deliveries, from the second Tuesday of March on, and says who gets and who gives them. */
async function fillGift(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('radio', { name: '3 deliveries' })).toBeChecked()
  await page.getByRole('radio', { name: 'Every 2 weeks' }).check()
  await page.getByRole('button', { name: /^Buy now, \$51\.00 by card$/ }).click()
  await expect(page.getByText('Write a name')).toBeVisible()
  await page.getByLabel('Name of the person').fill('Rui Alves')
  await page.getByLabel('Your message').fill('Hapy birthday, Rui.')
  await page.getByLabel('First roast day').selectOption('Tuesday, 9 March')
  await page.getByLabel('Your name').fill('Gil Vaz')
  await page.getByLabel('Email address').fill(email)
}

test('a guest gives three deliveries on a phone, and their recipient gets each of them', async ({
  browser,
  shop,
  owner,
  shelves,
  mailDatabase,
  sell,
  waitUntil,
  expectMails,
}) => {
  test.slow()
  await sell({ ways: ['stripe', 'transfer'] })
  const onPhone = async () =>
    (await browser.newContext({ baseURL: shop.url, viewport: sizes.phone })).newPage()
  const [buyer, recipient] = [newAccount().email, newAccount().email]

  const page = await onPhone()
  await page.goto(pages.coffee(shelves.coffeeId))
  await page.getByRole('link', { name: 'Give it as a gift' }).click()
  await expect(page.getByText('You pay this once. Nothing is charged later.')).toBeVisible()
  await expect(page.getByText('We mail you the code as soon as your money is here.')).toBeVisible()
  await expect(page.getByText('The days above')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Buy now, / })).toBeInViewport({ ratio: 1 })
  // The grinds cannot be loaded at first.
  await page.route('**/api/grinds', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.reload()
  await expect(page.getByText('We mail you the code as soon as your money is here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Buy now, / })).toBeDisabled()
  await page.getByRole('button', { name: 'Retry' }).click()
  await fillGift(page, buyer)
  await expectNoFindings(page, 'the form of a gift', { looks: bothLooks })
  const loseNext = await answersToLose(page, '**/api/gifts')
  loseNext()
  await page.getByRole('button', { name: /^Buy now, \$51\.00 by card$/ }).click()
  await expect(page.getByText('Press the button again: you are charged only once.')).toBeVisible()
  // The corrected gift must not be taken for the one whose answer was lost.
  await page
    .getByLabel('Your message')
    .fill('Happy birthday, Rui.\nMay every morning begin well.\nFrom all of us.')
  await page.getByRole('button', { name: /^Buy now, \$51\.00 by card$/ }).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('You get a mail with the code of your gift')).toBeVisible()
  await expectNoFindings(page, 'after the order of a gift', { looks: bothLooks })
  const [, mail] = await expectMails(buyer, [
    ['Your order for $51.00', 'Gift, 3 deliveries: Post'],
    ['Your gift', 'give it only to Rui Alves'],
  ])
  expect(await mailDatabase.read('SELECT COUNT(*) FROM stock_moves WHERE payment_id IS NOT NULL')).toBe(0)

  const desk = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await signIn(desk.request, shop.url, owner)
  await desk.goto(pages.fullOrder(String(await mailDatabase.read('SELECT id FROM orders'))))
  await expect(desk.getByText('Gift, not used yet').first()).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Packing slip' })).toHaveCount(0)
  await expect(desk.getByRole('button', { name: /^Back to/ })).toHaveCount(0)
  await desk.getByRole('button', { name: 'Send a new gift code' }).click()
  await expect(news(desk, 'A new code is sent to the buyer')).toBeVisible()
  await expectNoFindings(desk, 'the order of a gift that was not used', { looks: bothLooks })
  const [renewed] = await expectMails(buyer, [['Your gift', 'give it only to Rui Alves']])

  const card = await onPhone()
  await card.goto(linkIn(mail, 'See and print the card'))
  await expect(card.getByText('There is no gift with this code.')).toBeVisible()
  await card.goto('/')
  await card.goto(linkIn(renewed, 'See and print the card'))
  const code = (await card.locator('.gift-code').textContent()) ?? ''
  await expect(card).toHaveURL(/\/gift$/)
  await expect(card.getByText('From all of us.')).toBeVisible()
  await expect(card.getByText('Give Rui Alves this card, or only the code.')).toBeVisible()
  expect(await pagesOfA6(card)).toBe(1)
  await card.goto('/')
  await card.goto(pages.gift)
  await card.getByLabel('Code').fill('AAAA-BBBB-CCCC-DDDD')
  await card.getByRole('button', { name: 'Open the gift' }).click()
  await expect(card.getByText('There is no gift with this code.')).toBeVisible()
  await expectNoFindings(card, 'the form for the code of a gift', { looks: bothLooks })
  await card.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
  const problem = { title: 'Too many requests', status: 429, code: 'too-many-requests' }
  await card.route('**/api/gifts/code', (route) => route.fulfill({ status: 429, json: problem }), {
    times: 1,
  })
  await card.getByRole('button', { name: 'Open the gift' }).click()
  await expect(card.getByText('Too many requests')).toBeVisible()
  await card.getByRole('button', { name: 'Open the gift' }).click()
  await expect(card.getByRole('heading', { name: 'For Rui Alves' })).toBeVisible()
  await expect(card.getByLabel('Name', { exact: true })).toHaveValue('Rui Alves')
  await expectNoFindings(card, 'a gift', { looks: bothLooks })
  await card.getByLabel('Name', { exact: true }).fill(lisbonAddress.name)
  await fillAddress(card)
  await card.getByLabel('Email address').fill(recipient)
  await card.getByRole('button', { name: 'Begin the deliveries' }).click()
  await expect(card.getByText('We roast the first coffee for you on Tuesday, 9 March.')).toBeVisible()
  await expectNoFindings(card, 'a gift that has begun')
  await card.goto('/')
  await card.goto(linkIn(renewed, 'See and print the card'))
  await expect(card.getByText('The code of this gift was used already.')).toBeVisible()

  const [begun] = await expectMails(recipient, [
    ['Your gift of coffee has begun', '1 × Harar, 250 g, Whole beans: every 2 weeks, 3 deliveries left'],
  ])
  await card.goto(linkIn(begun, 'See your subscriptions'))
  const gift = card.getByRole('article')
  await expect(gift).toContainText('A gift: 3 more deliveries, every 2 weeks')
  await expect(gift.getByRole('listitem')).toHaveCount(3)
  await expect(gift.getByRole('button', { name: 'Cancel: Harar' })).toHaveCount(0)
  await expectNoFindings(card, 'the subscription of a gift', { looks: bothLooks })
  await gift.getByRole('button', { name: 'Later: Harar' }).click()
  await expect(news(card, 'The next delivery is roasted on Thursday, 11 March.')).toBeVisible()
  await card.getByRole('button', { name: 'Undo', disabled: false }).click()
  await expect(card.getByText('All is as it was before.')).toBeVisible()

  await desk.goto(pages.subscriptionDesk)
  await expect(desk.getByRole('row', { name: lisbonAddress.name })).toContainText('Gift, 3 of 3 left')
  await expectNoFindings(desk, 'the list of subscriptions with a gift', { looks: bothLooks })

  for (const [reminded, closed, roastOn] of [
    ['2027-03-04T10:30', '2027-03-07T10:05', 'Tuesday, 9 March'],
    ['2027-03-18T10:30', '2027-03-21T10:05', 'Tuesday, 23 March'],
  ] as const) {
    await waitUntil(reminded)
    const [reminder] = await expectMails(recipient, [[NEXT, `on ${roastOn}`]])
    expect(reminder?.text).not.toContain('$')
    await waitUntil(closed)
    await expectMails(recipient, [[ORDERED, 'it is paid already']])
  }
  await waitUntil('2027-04-01T10:30')
  await expectMails(recipient, [[NEXT, 'on Tuesday, 6 April']])
  await waitUntil('2027-04-04T10:05')
  const [, last] = await expectMails(recipient, [[ORDERED], ['The last delivery of your gift']])
  await waitUntil('2027-04-18T10:05')
  await expectMails(recipient, [])
  expect(await mailDatabase.read("SELECT COUNT(*) FROM deliveries WHERE state = 'ordered'")).toBe(3)
  await card.goto(linkIn(last, 'See your subscriptions'))
  await expect(gift).toContainText('This gift is used up.')
  await expectNoFindings(card, 'a gift that is used up', { looks: bothLooks })
  await gift.getByRole('link', { name: 'Subscribe to this coffee' }).click()
  await expect(card.getByRole('heading', { level: 1, name: 'Harar' })).toBeVisible()
})
