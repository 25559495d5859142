import { weekdayText } from '#contract/values/dates/date-texts.ts'
import { idOf } from '../admin-fixtures.ts'
import { toast } from '../dashboard-page.ts'
import { expect, test } from '../mail-fixtures.ts'
import { demoCoffees } from '../products.ts'
import { bothLooks, expectNoFindings, expectToFit, sizes } from '../screens.ts'

/** Returns a day some days after or before today, such as `2026-11-24`. */
const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

test('an owner sees what subscriptions need, sends what was missed, and leaves out the rest', async ({
  page,
  admin,
  customer,
  mailDatabase,
}) => {
  await mailDatabase.write('DELETE FROM subscriptions')
  const [coffee] = await demoCoffees(customer)
  const userId = await idOf(admin, customer)
  const checkout = JSON.stringify({ methodId: 'pickup', address: null, note: '' })
  const subscribe = (id: string, state: string, everyWeeks: number) =>
    mailDatabase.write(
      `INSERT INTO subscriptions (id, user_id, payment_id, state, every_weeks, next_on, product_id, quantity, price_cents, checkout, created_at)
      VALUES ('${id}', '${userId}', '${id}', '${state}', ${everyWeeks}, '${dayIn(12)}', '${coffee?._id}', 2, 1000, '${checkout}', ${Date.now()})`,
    )
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
