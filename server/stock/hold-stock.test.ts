import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { leftIn, orderOf, putInStock, sellWithoutStock } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { giveBackStock } from './hold-stock.ts'

const BUYERS = 30

describe.each(stores)('stock on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let buyers: TestPerson[]
  let cora: TestPerson
  beforeAll(async () => {
    buyers = await Promise.all(Array.from({ length: BUYERS }, (_, at) => shop.person(`Buyer ${at}`)))
  })
  beforeEach(() => {
    const [first] = buyers
    if (first) cora = first
    gateway.mode = 'pay'
    gateway.charges.clear()
    return shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('cart_items').execute()
    })
  })

  const payAll = async (buyer: TestPerson) => {
    const unpaid = (await cartOf(buyer)).filter(({ payment }) => !payment)
    return buyer.send('POST /fullOrder', { body: fullPayment(buyer, unpaid) })
  }
  const statuses = (answers: { status: number }[]) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b)
  const oneSells = [200, ...Array.from({ length: BUYERS - 1 }, () => 409)]
  const paymentOf = async (orderId: string | undefined) =>
    (
      await shop.database.read
        .selectFrom('orders')
        .select('payment_id')
        .where('id', '=', String(orderId))
        .executeTakeFirstOrThrow()
    ).payment_id

  test('of one bag sells once to 30 parallel customers, and the others are charged nothing', async () => {
    const { packet } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [packet, null])
    for (const buyer of buyers) await buyer.call('POST /orders', { body: orderOf(buyer, packet) })
    const answers = await Promise.all(buyers.map(payAll))
    expect(statuses(answers)).toEqual(oneSells)
    const refused = answers.filter(({ status }) => status === 409).map(({ problem }) => problem)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['sold-out']))
    expect(refused[0]).toMatchObject({ detail: 'House Blend is sold out.', left: 0 })
    expect([...gateway.charges.values()]).toEqual([1999])
    expect(await leftIn(shop.database, stock)).toBe(0)
  })

  test('is refused with the number that is left', async () => {
    const { espresso, lungo } = shop.shelves
    await fill(cora, espresso, espresso, espresso, lungo)
    await putInStock(shop.database, { unit: 'bags', remaining: 2 }, [espresso, 250])
    expect((await payAll(cora)).problem).toMatchObject({ detail: 'Only 2 of Espresso are left.', left: 2 })
    await sellWithoutStock(shop.database, espresso)
  })

  test('of a pool is not sold for 0 g if the product has lost its weight', async () => {
    const { packet } = shop.shelves
    await sellWithoutStock(shop.database, packet)
    await cora.call('POST /orders', { body: orderOf(cora, packet) })
    const stock = await putInStock(shop.database, { unit: 'grams', remaining: 500 }, [packet, null])
    expect((await payAll(cora)).problem.code).toBe('sold-out')
    expect(await leftIn(shop.database, stock)).toBe(500)
  })

  test('of the last 500 g of a pool sells once to 30 parallel customers of different sizes', async () => {
    const { espresso, lungo } = shop.shelves
    const pool = { unit: 'grams', remaining: 500 } as const
    const stock = await putInStock(shop.database, pool, [espresso, 250], [lungo, 500])
    for (const [at, buyer] of buyers.entries())
      await fill(buyer, ...(at % 2 === 0 ? [lungo] : [espresso, espresso]))
    const answers = await Promise.all(buyers.map(payAll))
    expect(statuses(answers)).toEqual(oneSells)
    expect(gateway.charges.size).toBe(1)
    expect(await leftIn(shop.database, stock)).toBe(0)
    const paid = await shop.database.read
      .selectFrom('cart_items')
      .select('weight_grams')
      .where('payment', '=', 'OK')
      .execute()
    expect(paid.reduce((sum, { weight_grams }) => sum + Number(weight_grams), 0)).toBe(500)
    const payment = await shop.database.read
      .selectFrom('payments')
      .select(['has_checkout', 'taken_stock'])
      .where('id', '=', String([...gateway.charges.keys()][0]))
      .executeTakeFirst()
    expect(payment).toEqual({ has_checkout: 0, taken_stock: 500 })
  })

  test('of two products in opposite orders makes no payment wait for the other', async () => {
    const { espresso, lungo } = shop.shelves
    const one = await putInStock(shop.database, { unit: 'bags', remaining: BUYERS }, [espresso, null])
    const two = await putInStock(shop.database, { unit: 'bags', remaining: BUYERS }, [lungo, null])
    for (const [at, buyer] of buyers.entries())
      await fill(buyer, ...(at % 2 === 0 ? [espresso, lungo] : [lungo, espresso]))
    expect(new Set(statuses(await Promise.all(buyers.map(payAll))))).toEqual(new Set([200]))
    expect([await leftIn(shop.database, one), await leftIn(shop.database, two)]).toEqual([0, 0])
  })

  test('is not touched if another product of the payment is sold out, and all of these are named', async () => {
    const { espresso, lungo, packet } = shop.shelves
    await sellWithoutStock(shop.database, espresso, lungo, packet)
    await fill(cora, espresso, lungo, lungo)
    await cora.call('POST /orders', { body: orderOf(cora, packet) })
    const enough = await putInStock(shop.database, { unit: 'bags', remaining: 5 }, [espresso, null])
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [lungo, null])
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, null])
    const refused = await payAll(cora)
    expect(refused.problem).toMatchObject({ code: 'sold-out' })
    expect(refused.problem.detail).toMatch(
      /^(?=.*Only 1 of Lungo is left\.)(?=.*House Blend is sold out\.)(?!.*Espresso)/,
    )
    expect(await leftIn(shop.database, enough)).toBe(5)
    expect((await cartOf(cora)).filter(({ checking }) => checking)).toEqual([])
  })

  test('is held while the payment is unknown, and given back once when it fails', async () => {
    const { espresso } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'bags', remaining: 4 }, [espresso, null])
    await fill(cora, espresso, espresso, espresso)
    gateway.mode = 'hold'
    const paying = payAll(cora)
    await expect.poll(() => leftIn(shop.database, stock)).toBe(1)
    gateway.release()
    await paying
    await fill(cora, espresso)
    gateway.mode = 'decline'
    expect((await payAll(cora)).status).toBe(402)
    expect(await leftIn(shop.database, stock)).toBe(1)
  })

  test('is returned once by a refund, and not after the payment had failed', async () => {
    const { espresso, lungo } = shop.shelves
    const pool = { unit: 'grams', remaining: 2000 } as const
    const stock = await putInStock(shop.database, pool, [espresso, 250], [lungo, 1000])
    await fill(cora, espresso, lungo)
    const { answer } = await payAll(cora)
    expect(await leftIn(shop.database, stock)).toBe(750)
    const paymentId = await paymentOf(answer.insertedId)
    const returned = () => shop.database.write(({ tx }) => giveBackStock(tx, paymentId, 'returned'))
    await Promise.all([returned(), returned()])
    await returned()
    expect(await leftIn(shop.database, stock)).toBe(2000)

    gateway.mode = 'decline'
    await fill(cora, espresso)
    await payAll(cora)
    const failed = await shop.database.read
      .selectFrom('stock_moves')
      .select('payment_id')
      .where('kind', '=', 'released')
      .where('stock_id', '=', stock)
      .executeTakeFirstOrThrow()
    await shop.database.write(({ tx }) => giveBackStock(tx, String(failed.payment_id), 'returned'))
    expect(await leftIn(shop.database, stock)).toBe(2000)
  })

  test('is taken by the weight that the cart showed, not by a newer weight of the product', async () => {
    const { espresso } = shop.shelves
    const stock = await putInStock(shop.database, { unit: 'grams', remaining: 1000 }, [espresso, 250])
    await fill(cora, espresso)
    const other = await putInStock(shop.database, { unit: 'grams', remaining: 1000 }, [espresso, 300])
    expect((await payAll(cora)).status).toBe(200)
    expect([await leftIn(shop.database, stock), await leftIn(shop.database, other)]).toEqual([1000, 750])
  })
})
