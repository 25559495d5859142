import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FullPayment } from '#contract/payments.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { chargingGateway, FakeGateway } from '#test/gateway.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** Waits for five milliseconds, so that the server handles other requests first. */
const slowly = () => new Promise((resolve) => setTimeout(resolve, 5))

describe.each(stores)('money is charged once on $name', ({ name, fresh }) => {
  let money = new FakeGateway()
  const gateway = chargingGateway('fake', async (charge) => {
    await slowly()
    return money.charge(charge)
  })
  const shop = givenShop(fresh, { gateway })
  let count = 0
  let cora: TestPerson
  let ids: string[]
  let body: FullPayment
  beforeEach(async () => {
    money = new FakeGateway()
    cora = await shop.person(`Cora ${(count += 1)}`)
    ids = await fill(cora, shop.shelves.espresso, shop.shelves.lungo, shop.shelves.espresso)
    body = fullPayment(cora, await cartOf(cora))
  })

  const payOne = (id: string, from: Pick<TestPerson, 'call'> = cora) =>
    from.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
  const payAll = (from: Pick<TestPerson, 'call'> = cora) => from.call('POST /fullOrder', { body })
  const twenty = <T>(ask: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)))
  const orders = () =>
    shop.database.read.selectFrom('orders').selectAll().where('user_id', '=', cora.userId).execute()

  /**
   * Checks that the amount of each successful payment is the sum of its lines, and that the payment gateway has
   * charged exactly these amounts.
   */
  async function expectBooksToAgree(): Promise<void> {
    const items = await shop.database.read
      .selectFrom('cart_items')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .execute()
    const payments = await shop.database.read
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .execute()
    const succeeded = payments.filter(({ status }) => status === 'succeeded')
    for (const payment of succeeded) {
      const sum = items
        .filter(({ payment_id }) => payment_id === payment.id)
        .reduce((cents, item) => cents + item.price_cents, 0)
      expect(sum).toBe(payment.amount_cents)
      expect(money.charges.get(payment.idempotency_key)).toBe(payment.amount_cents)
    }
    expect(money.charges.size).toBe(succeeded.length)
  }

  test('for 20 parallel payments of one line', async () => {
    const [id = ''] = ids
    const answers = await twenty(() => payOne(id))
    expect(answers.map(({ answer }) => answer)).toEqual(
      Array.from({ length: 20 }, () => expect.objectContaining({ acknowledged: true, modifiedCount: 1 })),
    )
    expect(
      answers.filter(({ answer }) => !answer.alreadyPaid),
      'one of them has paid',
    ).toHaveLength(1)
    expect([money.asked.length, money.total]).toEqual([1, 250])
    await expectBooksToAgree()
  })

  test('for 20 parallel payments of all lines, which make one order', async () => {
    const answers = await twenty(() => payAll())
    expect(new Set(answers.map(({ answer }) => answer.insertedId)).size).toBe(1)
    expect(
      answers.filter(({ answer }) => !answer.alreadyPaid),
      'one of them has paid',
    ).toHaveLength(1)
    expect([money.asked.length, money.total]).toEqual([1, 1505])
    expect(await orders()).toMatchObject([{ total_cents: 1505 }])
    await expectBooksToAgree()
  })

  test('for 20 parallel payments of one line and of all at once', async () => {
    await twenty<unknown>((index) => (index % 2 === 0 ? payOne(String(ids[index % 3])) : payAll()))
    // All requests to pay for the whole cart may have been refused, because payments for single lines had changed the
    // total. The lines that are still unpaid are paid here.
    const rest = fullPayment(
      cora,
      (await cartOf(cora)).filter(({ payment }) => !payment),
    )
    if (rest.items.length > 0) await cora.call('POST /fullOrder', { body: rest })
    expect((await cartOf(cora)).map(({ payment }) => payment)).toEqual(['OK', 'OK', 'OK'])
    expect(money.total).toBe(1505)
    await expectBooksToAgree()
  })

  test('for two instances of the shop on one database', async () => {
    if (name === 'sqlite') return
    const other = await openTestShop(shop.store, { gateway })
    const headers = { authorization: `Bearer ${cora.token}` }
    const there = {
      call: (call: Parameters<typeof other.send>[0], input: object) =>
        other.send(call, { ...input, headers }),
    }
    // Half of the requests go to the first instance of the shop, and the other half to the second instance.
    await twenty((index) => payAll(index % 2 === 0 ? cora : (there as Pick<TestPerson, 'call'>)))
    await expect
      .poll(async () => (await cartOf(cora)).map(({ payment }) => payment))
      .toEqual(['OK', 'OK', 'OK'])
    expect([money.charges.size, money.total, (await orders()).length]).toEqual([1, 1505, 1])
    await expectBooksToAgree()
    await other.close()
  })

  test('while lines are being removed from the cart', async () => {
    const [first = ''] = ids
    const remove = () => cora.call('DELETE /orderDelete/{id}', { params: { id: first } })
    await twenty<unknown>((index) => (index % 2 === 0 ? payOne(first) : remove()))
    const row = await shop.database.read
      .selectFrom('cart_items')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    expect(row.payment === 'OK' ? 250 : 0).toBe(money.total)
    await expectBooksToAgree()
  })
})
