import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { idOf } from '../admin-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { hold } from '../network.ts'
import { demoCoffees } from '../products.ts'
import { bothLooks, expectNoFindings, expectToFit, sizes } from '../screens.ts'

/** Returns a day some days after or before today, such as `2026-11-24`. */
const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

/** Returns the statement that inserts a subscription of a user to two bags of a coffee. */
const subscription = (
  id: string,
  { userId, coffee = '' }: { userId: string; coffee: string | undefined },
  { state = 'active', everyWeeks = 1 } = {},
) => `
  INSERT INTO subscriptions (id, user_id, payment_id, state, every_weeks, next_on, product_id, quantity, price_cents, checkout, created_at)
  VALUES ('${id}', '${userId}', '${id}', '${state}', ${everyWeeks}, '${dayIn(12)}', '${coffee}', 2, 1000, '{"methodId":"pickup","address":null,"note":""}', ${Date.now()})`

test('an owner sees what subscriptions need, sends what was missed, and leaves out the rest', async ({
  page,
  admin,
  customer,
  mailDatabase,
}) => {
  await mailDatabase.write('DELETE FROM subscriptions')
  const [coffee] = await demoCoffees(customer)
  const userId = await idOf(admin, customer)
  const subscribe = (id: string, state: string, everyWeeks: number) =>
    mailDatabase.write(subscription(id, { userId, coffee: coffee?._id }, { state, everyWeeks }))
  const miss = (id: string, day: string) =>
    mailDatabase.write(`INSERT INTO deliveries VALUES ('${id}', '${day}', 'missed', NULL, ${Date.now()})`)
  await subscribe('weekly', 'active', 1)
  await subscribe('gone', 'paused', 4)
  await miss('weekly', dayIn(-14))
  await miss('weekly', dayIn(-7))
  await miss('gone', dayIn(-3))

  await page.goto('/dashboard')
  await page.getByRole('link', { name: '3 missed deliveries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeFocused()
  const due = page.getByRole('region', { name: 'The next four weeks' }).getByRole('article')
  await expect(due.first()).toContainText('2 bags')
  await expect(due.first()).toContainText('Not ordered yet · $20.00 without delivery')
  await expect(page.getByRole('region', { name: 'Joined: 2' })).toContainText(customer.email)
  await expect(page.getByRole('region', { name: 'Paused now: 1' })).toContainText(customer.name)
  await expectNoFindings(page, 'subscriptions of which some were missed', { looks: bothLooks })
  await page.setViewportSize(sizes.narrow)
  await expectToFit(page, 'subscriptions on a narrow phone')
  await page.setViewportSize(sizes.desktop)

  const missed = page.getByRole('region', { name: 'Missed deliveries' })
  const cards = missed.getByRole('listitem')
  await expect(cards).toHaveCount(3)
  await expect(cards.last()).toContainText('can only be left out')
  await expect(cards.last().getByRole('button')).toHaveCount(1)
  await cards.first().getByRole('button', { name: 'Send with the next roast day' }).click()
  const question = page.getByRole('alertdialog')
  await expectNoFindings(page, 'the question before a delivery is sent', { looks: bothLooks })
  await question.getByRole('button', { name: 'Send it' }).click()
  await expect(toast(page, `${customer.name} gets it with the next roast day`)).toBeVisible()
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toBeFocused()
  const { orders } = await customer.call('GET /myOrders', { query: {} })
  expect(orders.map(({ total }) => total)).toEqual(['20.00'])
  await expect(due.first()).toContainText('1 order, all paid · $20.00 without delivery')
  await expect(due.first().getByRole('heading')).toHaveText(
    weekdayText(await roastDayOf(orders[0]?._id ?? '')),
  )

  for (let left = 2; left > 0; left -= 1) {
    await cards.first().getByRole('button', { name: 'Leave out' }).click()
    await question.getByRole('button', { name: 'Leave out' }).click()
    await expect(cards).toHaveCount(left - 1)
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Subscriber' }).fill(customer.name.slice(0, 3))
  await expect(page.getByRole('table', { name: 'All subscriptions' }).getByRole('row')).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Subscriber' }).fill('nobody')
  await expect(page.getByText('Nothing fits these filters')).toBeVisible()
  await mailDatabase.write("UPDATE subscriptions SET state = 'ended'")

  async function roastDayOf(id: string): Promise<string> {
    const { checkout: placed } = await customer.call('GET /myOrder/{id}', { params: { id } })
    return placed?.promise?.roastOn ?? ''
  }
})

test('an owner changes a subscription for its customer, gives a present, and ends it', async ({
  page,
  admin,
  customer,
  mailDatabase,
  mailServer,
}) => {
  await mailServer.open()
  const [coffee, other] = await demoCoffees(customer)
  const userId = await idOf(admin, customer)
  const id = 'changed'
  await mailDatabase.write(subscription(id, { userId, coffee: coffee?._id }))
  await mailDatabase.write(
    `INSERT INTO deliveries VALUES ('${id}', '${dayIn(-7)}', 'sold-out', NULL, ${Date.now()})`,
  )

  await page.goto('/dashboard/subscriptions')
  await page.getByRole('searchbox', { name: 'Subscriber' }).fill(customer.name)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Paused')
  await expect(page.getByText('Nothing fits these filters')).toBeVisible()
  await expect(page).toHaveURL(/state=paused/)
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active')
  const row = page.getByRole('table', { name: 'All subscriptions' }).getByRole('row').nth(1)
  await expect(row.getByRole('link', { name: customer.email })).toHaveAttribute('href', /email=/)
  await row.getByRole('link', { name: customer.name }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Subscription of ${customer.name}` }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Past deliveries' })).toContainText('Sold out, skipped')
  await expectNoFindings(page, 'a subscription on the dashboard', { looks: bothLooks })
  await page.setViewportSize(sizes.narrow)
  await expectToFit(page, 'a subscription on the dashboard of a narrow phone')
  await page.setViewportSize(sizes.desktop)

  await page.getByRole('button', { name: 'Skip the next' }).click()
  await expect(toast(page, 'Changed, and the customer gets a mail about it')).toBeVisible()
  const card = page.getByRole('article')
  await card.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Bags' }).selectOption('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Only the customer can make a delivery dearer')
  await dialog.getByRole('combobox', { name: 'Bags' }).selectOption('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText(`1 × ${coffee?.name}`)

  const present = page.getByRole('region', { name: 'A present' })
  await present.getByRole('combobox', { name: 'Coffee' }).selectOption(other?._id ?? '')
  await present.getByRole('button', { name: 'Add it' }).click()
  await expect(present).toContainText('It goes with the next delivery.')
  await expectNoFindings(page, 'a subscription with a present', { looks: bothLooks })
  // The focus moves to the heading when the focused button disappears, unless the owner has clicked elsewhere since.
  const heading = page.getByRole('heading', { level: 1 })
  const sent = await hold(page, `**/api/subscription/${id}/present`)
  await present.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('contentinfo').click({ position: { x: 1, y: 1 } })
  await sent.release()
  await expect(present.getByRole('button', { name: 'Add it' })).toBeVisible()
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
  await expect(heading, 'after a click elsewhere').not.toBeFocused()
  await present.getByRole('button', { name: 'Add it' }).click()
  await expect(heading).toBeFocused()
  await present.getByRole('button', { name: 'Take it back' }).click()
  await expect(present.getByRole('button', { name: 'Add it' })).toBeVisible()

  await card.getByRole('button', { name: 'End' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'End' }).click()
  await expect(question).toContainText('Say why it ends')
  await question.getByRole('textbox', { name: 'Reason' }).fill('We no longer roast it')
  await expectNoFindings(page, 'the question before a subscription ends', { looks: bothLooks })
  await question.getByRole('button', { name: 'End' }).click()
  await expect(question).toHaveCount(0)
  await expect(card).toContainText('Only the customer can start it again')
  const texts = () => mailServer.mailsTo(customer.email).map(({ text }) => text)
  await expect.poll(texts).toContainEqual(expect.stringContaining('We no longer roast it'))
})
