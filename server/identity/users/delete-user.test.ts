import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { senderFor } from '#test/calls.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { orderToPayLater } from '#test/orders/orders.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('deleting a user on $name', ({ name, fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  const remove = (person = cora) => ada.call('DELETE /userDelete/{id}', { params: { id: person.userId } })
  const cart = (token: string) => ({
    query: { email: cora.email },
    headers: { authorization: `Bearer ${token}` },
  })

  test('ends the access token and the session at once, in every browser', async () => {
    expect((await cora.call('GET /myCarts', { query: { email: cora.email } })).status).toBe(200)
    const unused = (await cora.call('GET /jwt', { query: { email: cora.email } })).answer.accessToken
    await remove()
    for (const token of [cora.token, unused])
      expect((await shop.send('GET /myCarts', cart(token))).status).toBe(401)
    expect((await cora.call('GET /auth/session', {})).answer).toEqual({ user: null })
    expect((await cora.call('GET /jwt', { query: { email: cora.email } })).status).toBe(401)
    expect((await cora.call('POST /users', { body: { name: 'Cora', email: cora.email } })).status).toBe(401)
    const { email, password } = cora
    expect((await shop.call('POST /auth/sign-in', { body: { email, password } })).problem.code).toBe(
      'wrong-password',
    )
  })

  test('ends the permissions of an admin, also those of the session', async () => {
    const zoe = await shop.admin(`Zoe ${count}`)
    await remove(zoe)
    expect((await zoe.call('GET /allUser', { query: {} })).status).toBe(401)
    expect(
      (await shop.app.inject({ url: '/api/export/roast-book.csv', headers: { cookie: zoe.cookie } }))
        .statusCode,
    ).toBe(401)
  })

  test('deletes the saved addresses and the products about which the user wants a mail, and no others', async () => {
    const dora = await shop.person(`Dora ${count}`)
    for (const person of [cora, dora]) {
      await person.call('POST /addresses', { body: lisbonAddress })
      const watch = { product_id: 'sold out', user_id: person.userId, created_at: 1 }
      await shop.database.write(({ tx }) => tx.insertInto('stock_watchers').values(watch).execute())
    }
    await remove()
    const owners = (table: 'addresses' | 'stock_watchers') =>
      shop.database.read
        .selectFrom(table)
        .select('user_id')
        .where('user_id', 'in', [cora.userId, dora.userId])
        .execute()
    expect(await owners('addresses')).toEqual([{ user_id: dora.userId }])
    expect(await owners('stock_watchers')).toEqual([{ user_id: dora.userId }])
  })

  test('removes the user from the list and keeps their orders', async () => {
    await fill(cora, shop.shelves.espresso)
    const { answer } = await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    await remove()
    expect((await ada.call('GET /allUser', { query: { email: cora.email } })).answer).toEqual([])
    const { answer: order } = await ada.call('GET /fullProduct/{id}', {
      params: { id: String(answer.insertedId) },
    })
    expect(order).toMatchObject({
      email: cora.email,
      customer: cora.name,
      total: '2.50',
      items: [{ productName: 'Espresso' }],
    })
    expect((await ada.call('GET /allProducts', { query: { email: cora.email } })).answer).toMatchObject([
      { payment: 'OK' },
    ])
  })

  test('frees the address: a new user with it has neither the old orders nor the old permissions', async () => {
    await ada.call('PUT /makeAdmin/{id}', { params: { id: cora.userId } })
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    await cora.call('POST /fullOrder', { body: fullPayment(cora, (await cartOf(cora)).slice(0, 1)) })
    await remove()
    const again = await shop.person(cora.name)
    expect([again.email, again.userId === cora.userId]).toEqual([cora.email, false])
    expect(await cartOf(again)).toEqual([])
    expect((await again.call('GET /user/admin/{email}', { params: { email: again.email } })).answer).toEqual({
      isAdmin: false,
    })
    expect((await ada.call('GET /allUser', { query: { email: cora.email } })).answer).toMatchObject([
      { _id: again.userId },
    ])
    expect((await shop.send('GET /myCarts', cart(cora.token))).status).toBe(401)
  })

  test('is refused while a payment may still lead to an order, which would keep name and address for ever', async () => {
    const id = `payment ${count}`
    const payment = {
      id,
      idempotency_key: id,
      user_id: cora.userId,
      kind: 'full',
      amount_cents: 250,
    } as const
    const pending = { gateway: 'stripe', status: 'pending', reference: null, reason: null } as const
    const times = { created_at: 1, settled_at: null, session: null, url: null }
    await shop.database.write(async ({ tx }) => {
      const row = { ...payment, ...pending, ...times }
      await tx.insertInto('payments').values(row).execute()
    })
    expect((await remove()).problem.code).toBe('user-is-paying')
    expect((await cora.call('GET /auth/session', {})).answer.user).not.toBeNull()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute()
    })
    expect((await remove()).answer).toEqual({ acknowledged: true, deletedCount: 1 })
  })

  test.each(['first', 'gift'] as const)(
    'is refused while a transfer may still begin subscriptions or a gift (%s), and possible for other transfers',
    async (subscription) => {
      const { payment_id } = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
      const begin = (begins: typeof subscription | null) =>
        shop.database.write(({ tx }) =>
          tx.updateTable('payments').set({ subscription: begins }).where('id', '=', payment_id).execute(),
        )
      await begin(subscription)
      expect((await remove()).problem.code).toBe('user-is-paying')
      await begin(null)
      expect((await remove()).status).toBe(200)
    },
  )

  test('a second time has status 404', async () => {
    expect((await remove()).answer).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await remove()).status).toBe(404)
  })

  test.skipIf(name === 'sqlite')('ends the access token in other instances too', async () => {
    const other = await openTestShop(shop.store)
    const there = senderFor(other.app, () => ({ authorization: `Bearer ${cora.token}` }))
    const status = async () => (await there.call('GET /myCarts', { query: { email: cora.email } })).status
    expect(await status()).toBe(200)
    await remove()
    await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 2000, interval: 5 })
    await other.close()
  })
})
