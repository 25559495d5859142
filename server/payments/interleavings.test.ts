import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { FakeGateway } from '#test/gateway.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { reconcile } from './reconcile.ts'

/**
 * Generates a random action of a user who has several browser windows open. `item` selects one of the cart lines that
 * were added so far.
 */
const step = fc.record({
  does: fc.constantFrom('add', 'remove', 'restore', 'pay one', 'pay all', 'check'),
  item: fc.nat({ max: 20 }),
  gateway: fc.constantFrom('pay', 'pay', 'pay', 'decline', 'lost', 'down'),
  /** Whether the next action waits for the response to this action. */
  waits: fc.boolean(),
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

describe.each(stores)('parallel actions of one user on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let count = 0

  async function take(cora: TestPerson, { does, item, gateway: mode }: Step, added: string[]): Promise<void> {
    gateway.mode = mode
    const id = added[item % Math.max(1, added.length)] ?? 'nothing yet'
    if (does === 'add')
      added.push(...(await fill(cora, item % 2 === 0 ? shop.shelves.espresso : shop.shelves.lungo)))
    if (does === 'remove') await cora.call('DELETE /orderDelete/{id}', { params: { id } })
    if (does === 'restore') await cora.call('PUT /orderRestore/{id}', { params: { id } })
    if (does === 'pay one') await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    if (does === 'check') await reconcile(shop.payments, 0)
    const unpaid = does === 'pay all' ? (await cartOf(cora)).filter(({ payment }) => !payment) : []
    if (unpaid.length > 0) await cora.call('POST /fullOrder', { body: fullPayment(cora, unpaid) })
  }

  async function expectMoneyToBeRight(cora: TestPerson): Promise<void> {
    const { read } = shop.database
    const items = await read.selectFrom('cart_items').selectAll().where('user_id', '=', cora.userId).execute()
    const payments = await read
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .execute()
    const charged = payments.reduce(
      (sum, { idempotency_key }) => sum + (gateway.charges.get(idempotency_key) ?? 0),
      0,
    )
    const paid = items.filter(({ payment }) => payment === 'OK')
    expect(charged).toBe(paid.reduce((sum, item) => sum + item.price_cents, 0))
    expect(payments.filter(({ status }) => status === 'pending')).toEqual([])
    expect(items.filter((item) => item.payment === null && item.payment_id !== null)).toEqual([])
    const orders = await read.selectFrom('orders').selectAll().where('user_id', '=', cora.userId).execute()
    for (const { id, total_cents } of orders) {
      expect(
        paid.filter(({ order_id }) => order_id === id).reduce((sum, item) => sum + item.price_cents, 0),
      ).toBe(total_cents)
    }
  }

  test('charge the sum of the paid lines, each of them once', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const cora = await shop.person(`Cora ${(count += 1)}`)
        gateway.mode = 'pay'
        const added = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
        const running: Promise<void>[] = []
        for (const next of steps) {
          const taken = take(cora, next, added)
          running.push(taken)
          if (next.waits) await taken
        }
        await Promise.all(running)
        gateway.mode = 'pay'
        await reconcile(shop.payments, 0)
        await expectMoneyToBeRight(cora)
      }),
      { numRuns: 15 },
    )
  })
})
