import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe } from '#test/selling/subscriptions.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { FakeGateway } from '#test/gateway.ts'
import { readSnapshot } from './snapshot.ts'
import { verifyBooks } from './verify-books.ts'

/** SQL that makes the subscription a gift of three deliveries. */
const GIFT = `INSERT INTO gifts (payment_id, user_id, request, deliveries, data, subscription_id, created_at)
  SELECT payment_id, user_id, 'r', 3, '{}', id, 1 FROM subscriptions`
const SENT = `INSERT INTO deliveries SELECT id, '2030-01-01', 'ordered', 'gone', 1 FROM subscriptions`

const ORDER = String.raw`Order \d+ \([\w -]+, Cora, \S+@\S+, \$\d+\.\d\d\)`

describe.each(stores)('the books of subscriptions on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { gateway: new FakeGateway() })
  const run = async (...statements: string[]) => {
    for (const statement of statements) await shop.database.write(({ tx }) => sql.raw(statement).execute(tx))
  }
  const faults = () => readSnapshot(shop.store, verifyBooks)
  beforeAll(async () => {
    await saveTestSelling(shop.database, { ...portugueseShop, ways: ['stripe'] })
    await subscribe(shop, await shop.person('Cora'), {
      coffees: [shop.shelves.espresso],
      everyWeeks: 1,
    })
  })
  afterEach(() =>
    run(
      'DELETE FROM deliveries',
      'DELETE FROM renewals',
      'DELETE FROM gifts',
      `UPDATE payments SET subscription = 'first', mandate_id = NULL, status = 'succeeded', due_at = NULL`,
      `UPDATE subscriptions SET next_on = '2030-01-01', state = 'active', deliveries_left = NULL`,
      'UPDATE mandates SET revoked_at = NULL',
    ),
  )

  test('are in order', async () => {
    expect(await faults()).toEqual([])
  })

  test.each([
    [
      'a charge without a renewal',
      [`UPDATE payments SET subscription = 'renewal'`],
      `${ORDER} was charged for a subscription, but there is no such renewal. .+`,
    ],
    [
      'a renewal without an order',
      [`INSERT INTO renewals SELECT id, user_id, '2030-01-01', '{}', '', 1 FROM payments`],
      `${ORDER} is a renewal of a subscription, but has no order. .+`,
    ],
    [
      'a charge without a saved card',
      [`UPDATE payments SET mandate_id = 'gone', status = 'pending'`],
      `${ORDER} waits for the charge of a saved card that is not in the books. .+`,
    ],
    [
      'a delivery that is ordered without a renewal',
      [SENT],
      'The delivery of subscription .+ on 2030-01-01 is ordered without a renewal, or the other way round. .+',
    ],
    [
      'a gift of which more was sent than it counts',
      [GIFT, SENT, 'UPDATE subscriptions SET deliveries_left = 3'],
      `${ORDER} is a gift of 3 deliveries, and 1 were ordered, which are not those that it counts. .+`,
    ],
    [
      'a gift that is not paid, but of which something was sent',
      [GIFT, SENT, `UPDATE payments SET status = 'pending'`],
      `${ORDER} is a gift that is not paid, but of which something was sent. .+`,
    ],
    [
      'an active subscription without a next day',
      [`UPDATE subscriptions SET next_on = ''`],
      'Subscription .+ is active, but has no next day or no card to charge. .+',
    ],
    [
      'an active subscription with a card that must not be charged',
      ['UPDATE mandates SET revoked_at = 1'],
      'Subscription .+ is active, but has no next day or no card to charge. .+',
    ],
  ])('show %s', async (_, plant, said) => {
    await run(...plant)
    const found = await faults()
    expect(found.filter((fault) => new RegExp(`^${said}$`).test(fault)).length, found.join('\n')).toBe(1)
  })
})
