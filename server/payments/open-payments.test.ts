import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { toAmountText } from '#contract/values/money.ts'
import { putInStock, sellWithoutStock } from '#test/catalogue.ts'
import { cartOf, fill } from '#test/cart.ts'
import { FakeGateway } from '#test/gateway.ts'
import { enter, itemRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('open payments on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    // A payment stays open while the gateway cannot be reached.
    gateway.mode = 'down'
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  async function add(bags: number): Promise<string[]> {
    const { id: product_id, price_cents } = shop.shelves.espresso
    const who = { user_id: cora.userId, email: cora.email, customer: cora.name }
    const items = Array.from({ length: bags }, () => itemRow({ ...who, product_id, price_cents }))
    await enter(shop.database, { items })
    return items.map(({ id }) => id)
  }
  const payOne = async (id: string, person = cora) => {
    const reply = await person.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    return reply.status === 409 ? reply.problem.code : reply.status
  }
  const payFor = async (bags: number) => {
    const price = toAmountText(shop.shelves.espresso.price_cents, 'USD')
    const items = (await add(bags)).map((_id) => ({ _id, price }))
    const total = toAmountText(shop.shelves.espresso.price_cents * bags, 'USD')
    const body = { email: cora.email, items, total }
    const reply = await cora.call('POST /fullOrder', { body })
    return reply.status === 409 ? reply.problem.code : reply.status
  }
  const pending = () =>
    shop.database.read
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .where('status', '=', 'pending')
      .execute()

  test('are at most three of a customer who opens twenty at once, and others can buy what is left', async () => {
    await putInStock(shop.database, { unit: 'bags', remaining: 6 }, [shop.shelves.espresso, null])
    const ids = await add(20)
    const answers = await Promise.all(ids.map((id) => payOne(id)))
    expect(answers.filter((answer) => answer === 202)).toHaveLength(3)
    expect(answers.filter((answer) => answer === 'too-many-open')).toHaveLength(17)
    expect(await pending()).toHaveLength(3)
    gateway.mode = 'pay'
    const dora = await shop.person(`Dora ${count}`)
    for (const id of await fill(dora, ...Array(3).fill(shop.shelves.espresso)))
      expect(await payOne(id, dora)).toBe(200)
    await sellWithoutStock(shop.database, shop.shelves.espresso)
  })

  test('leave the cart as it was when a further one is refused, and can be cancelled to make room for it', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await add(4)
    for (const id of [first, second, third]) expect(await payOne(id)).toBe(202)
    expect(await payOne(fourth)).toBe('too-many-open')
    // A line that is reserved leads to its payment, as before.
    expect(await payOne(first)).toBe(202)
    expect((await cartOf(cora)).filter(({ checking }) => !checking).map(({ _id }) => _id)).toEqual([fourth])
    const [payment] = await pending()
    await cora.call('DELETE /payment/{id}', { params: { id: String(payment?.id) } })
    expect(await payOne(fourth)).toBe(202)
  })

  test('reserve at most thirty lines together, unless there is only one', async () => {
    expect(await payFor(28)).toBe(202)
    expect(await payFor(3)).toBe('too-many-open')
    expect(await payFor(2)).toBe(202)
    cora = await shop.person(`Cora ${(count += 1)}`)
    expect(await payFor(31)).toBe(202)
    expect(await payFor(1)).toBe('too-many-open')
  })

  test('do not count when a bank debit is on its way', async () => {
    const ids = await add(4)
    for (const id of ids.slice(0, 3)) expect(await payOne(id)).toBe(202)
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ session: 'cs_1' }).where('user_id', '=', cora.userId).execute(),
    )
    expect(await payOne(String(ids[3]))).toBe(202)
  })
})
