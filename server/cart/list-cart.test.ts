import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { enter, itemRow } from '#test/rows.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { archive, changeCatalogue, orderOf, putInStock, sellWithoutStock, setPrice } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { buy } from '#test/orders/orders.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the cart on $name', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    shop.payments.replyTimeoutMs = 10_000
    cora = await shop.person(`Cora ${(count += 1)}`)
  })

  test('lists its lines, oldest first, as the contract describes them', async () => {
    const { espresso, lungo } = shop.shelves
    const [first, second] = await fill(cora, lungo, espresso)
    const common = {
      email: cora.email,
      customer: cora.name,
      img: espresso.img,
      ratting: 4,
      brand: 'Hill Farm',
    }
    expect(await cartOf(cora)).toEqual([
      { ...common, _id: first, productId: lungo.id, productName: 'Lungo', price: '10.05' },
      { ...common, _id: second, productId: espresso.id, productName: 'Espresso', price: '2.50' },
    ])
  })

  test('shows a coffee’s brand or a bag’s category, as it was when the line was added', async () => {
    const { brand, espresso, packet } = shop.shelves
    const shown = {
      email: cora.email,
      customer: cora.name,
      productName: packet.name,
      img: packet.img,
      price: '19.99',
      ratting: 4,
    }
    await cora.call('POST /orders', { body: { ...shown, productId: packet.id } })
    await fill(cora, espresso)
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('brands').set({ name: 'New Farm' }).where('id', '=', brand.id).execute(),
    )
    const sold = (await cartOf(cora)).map((item) => ({ brand: item.brand, bag: item.bag }))
    await changeCatalogue(shop.database, (tx) =>
      tx.updateTable('brands').set({ name: 'Hill Farm' }).where('id', '=', brand.id).execute(),
    )
    expect(sold).toEqual([
      { brand: undefined, bag: 'Bags' },
      { brand: 'Hill Farm', bag: undefined },
    ])
  })

  test('always lists all unpaid lines, and the newest of the paid ones', async () => {
    const rows = (times: number, given = {}) =>
      Array.from({ length: times }, () => itemRow({ user_id: cora.userId, email: cora.email, ...given }))
    const paid = { payment: 'OK' } as const
    const [old, first, between, last, newest] = [
      rows(2, paid),
      rows(3),
      rows(200, paid),
      rows(3),
      rows(296, paid),
    ]
    await enter(shop.database, { items: [old, first, between, last, newest].flat() })
    const expected = [first, between.slice(2), last, newest].flat().map(({ id }) => id)
    expect((await cartOf(cora)).map(({ _id }) => _id)).toEqual(expected)
  })

  test('is empty for a new user', async () => {
    await fill(cora, shop.shelves.espresso)
    expect(await cartOf(await shop.person(`Dora ${count}`))).toEqual([])
  })

  test('does not list lines of another user who had the same address before', async () => {
    await enter(shop.database, { items: [itemRow({ user_id: 'former owner', email: cora.email })] })
    expect(await cartOf(cora)).toEqual([])
  })

  test('cannot be read by other users, not even by admins', async () => {
    const query = { email: cora.email }
    for (const other of [await shop.person(`Emil ${count}`), await shop.admin(`Ada ${count}`)]) {
      const refused = await other.call('GET /myCarts', { query })
      expect([refused.status, refused.problem.code]).toEqual([403, 'forbidden'])
    }
  })

  test('shows the new price of a product whose price has changed', async () => {
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    await setPrice(shop.database, shop.shelves.espresso, 299)
    const shown = (await cartOf(cora)).map(({ price, newPrice }) => [price, newPrice])
    await setPrice(shop.database, shop.shelves.espresso, 250)
    expect(shown).toEqual([
      ['2.50', '2.99'],
      ['10.05', undefined],
    ])
    expect((await cartOf(cora))[0]).not.toHaveProperty('newPrice')
  })

  test('shows that a product is no longer sold', async () => {
    await fill(cora, shop.shelves.espresso)
    await archive(shop.database, shop.shelves.espresso)
    const [shown] = await cartOf(cora)
    await archive(shop.database, shop.shelves.espresso, null)
    expect(shown).toMatchObject({ productName: 'Espresso', price: '2.50', removed: true })
  })

  test('shows a paid line as paid, even if the product has changed since', async () => {
    await fill(cora, shop.shelves.espresso)
    await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    await setPrice(shop.database, shop.shelves.espresso, 999)
    const [repriced] = await cartOf(cora)
    await archive(shop.database, shop.shelves.espresso)
    const [removed] = await cartOf(cora)
    await archive(shop.database, shop.shelves.espresso, null)
    await setPrice(shop.database, shop.shelves.espresso, 250)
    for (const shown of [repriced, removed]) {
      expect(shown).toMatchObject({ payment: 'OK', price: '2.50' })
      expect(Object.keys(shown ?? {})).not.toEqual(expect.arrayContaining(['newPrice']))
      expect(shown).not.toHaveProperty('removed')
    }
  })

  test('says which paid lines belong to an order that was refunded whole', async () => {
    const ada = await shop.admin(`Ada ${count}`)
    const refund = (id: string, amount: string) =>
      ada.call('POST /order/{id}/refunds', { params: { id }, body: { amount } })
    const [whole, part] = [await buy(cora, shop.shelves.espresso), await buy(cora, shop.shelves.lungo)]
    await cartOf(cora)
    await refund(whole, '2.50')
    await refund(part, '2.50')
    const [refunded, paid] = await cartOf(cora)
    expect(refunded).toMatchObject({ payment: 'OK', refunded: true })
    expect(paid).toMatchObject({ payment: 'OK', delivery: 'Ordered' })
    expect(paid).not.toHaveProperty('refunded')
    const again = await cora.send('POST /fullOrder', {
      body: { email: cora.email, items: [refunded, paid], total: '0' },
    })
    expect(again.answer).toMatchObject({ alreadyPaid: true })
  })

  test('says for which lines too little is left, and learns at once what others have bought', async () => {
    const { packet } = shop.shelves
    const dora = await shop.person(`Dora ${count}`)
    await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [packet, 1000])
    const add = (person: TestPerson, times: number) =>
      person.call('POST /orders', { body: { ...orderOf(person, packet), count: times } })
    await add(cora, 3)
    await add(dora, 2)
    const soldOut = async () => (await cartOf(cora)).map((line) => line.soldOut)
    expect(await soldOut()).toEqual([undefined, undefined, undefined])
    await dora.call('POST /fullOrder', { body: fullPayment(dora, await cartOf(dora)) })
    expect(await soldOut()).toEqual([undefined, true, true])
    const [first] = await cartOf(cora)
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(first?._id) }, body: {} })
    expect(await soldOut()).toEqual([undefined, true, true])
    await sellWithoutStock(shop.database, packet)
    expect(await soldOut()).toEqual([undefined, undefined, undefined])
  })

  test('shows a line with a pending payment as being checked', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'hold'
    shop.payments.replyTimeoutMs = 20
    const paying = await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect([paying.status, paying.answer]).toEqual([
      202,
      { acknowledged: false, modifiedCount: 0, checking: true },
    ])
    const [payment] = await shop.database.read
      .selectFrom('payments')
      .select('id')
      .where('user_id', '=', cora.userId)
      .execute()
    const shown = await cartOf(cora)
    expect(shown).toMatchObject([{ checking: true, paymentId: payment?.id }])
    const again = await cora.call('POST /fullOrder', {
      body: { email: cora.email, items: shown, total: '2.50' },
    })
    expect(again.status).toBe(202)
    gateway.release()
    await expect.poll(() => cartOf(cora)).toMatchObject([{ payment: 'OK' }])
  })
})
