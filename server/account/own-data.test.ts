import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { receiveMessage } from '#server/messages/receive-message.ts'
import type { Db } from '#server/shop-database.ts'

describe.each(stores)('the export of the own data on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  async function useShop(person: TestPerson): Promise<void> {
    await fill(person, shop.shelves.espresso, shop.shelves.lungo)
    const [first] = await cartOf(person)
    await person.call('POST /fullOrder', { body: fullPayment(person, first ? [first] : []) })
    await person.call('POST /addresses', { body: lisbonAddress })
    const watch = { product_id: shop.shelves.espresso.id, user_id: person.userId, created_at: 7 }
    await shop.database.write(
      async ({ tx }) => void (await tx.insertInto('stock_watchers').values(watch).execute()),
    )
    const email = person.email.toUpperCase()
    await receiveMessage(shop.database, { name: person.name, email, message: `from ${person.name}` }, true)
  }

  const agreed = {
    method_kind: 'parcel' as const,
    roast_on: null,
    data: JSON.stringify({ address: lisbonAddress }),
    created_at: 1,
  }

  async function insertCheckout(tx: Db, payment_id: string, { userId: user_id }: { userId: string }) {
    await tx
      .insertInto('checkouts')
      .values({ payment_id, user_id, ...agreed })
      .execute()
  }
  const failToPay = ({ userId, name }: TestPerson) =>
    shop.database.write(async ({ tx }) => {
      const payment = { id: `failed ${name}`, idempotency_key: name, user_id: userId, kind: 'full' as const }
      const result = {
        status: 'failed' as const,
        reference: null,
        reason: 'declined',
        session: null,
        url: null,
      }
      const times = { created_at: 1, settled_at: 2 }
      await tx
        .insertInto('payments')
        .values({ ...payment, amount_cents: 250, gateway: 'instant', ...result, ...times })
        .execute()
      await insertCheckout(tx, payment.id, { userId })
    })
  const checkoutsOf = ({ userId }: TestPerson) =>
    shop.database.read.selectFrom('checkouts').select('payment_id').where('user_id', '=', userId).execute()

  test('has everything that the shop stores about a person, and nothing about another', async () => {
    const dora = await shop.person(`Dora ${count}`)
    for (const person of [cora, dora]) await useShop(person)
    const { answer: data } = await cora.call('GET /account/export', {})
    expect(data).toMatchObject({
      account: {
        id: cora.userId,
        name: cora.name,
        email: cora.email,
        emailVerified: true,
        hasPassword: true,
      },
      sessions: [{ isThis: true }],
      addresses: [{ address: lisbonAddress }],
      cart: [{ price: expect.any(String) }],
      orders: [{ name: cora.name, email: cora.email, lines: [{ price: expect.any(String) }], state: 'paid' }],
      payments: [{ status: 'succeeded', amount: data.orders[0]?.total }],
      refunds: [],
      watchedProducts: [{ product: 'Espresso', since: 7 }],
      messages: [{ message: `from ${cora.name}` }],
      mails: [{ status: 'waiting' }],
    })
    expect([...data.cart, ...(data.orders[0]?.lines ?? [])].map(({ product }) => product).toSorted()).toEqual(
      ['Espresso', 'Lungo'],
    )
    expect(JSON.stringify(data)).not.toContain('Dora')
  })

  test('has what was agreed in a checkout whose payment has failed, and deletes it with the account', async () => {
    const dora = await shop.person(`Dora ${count}`)
    for (const person of [cora, dora]) await failToPay(person)
    await useShop(cora)
    const { answer } = await cora.call('GET /account/export', {})
    expect(answer.payments.map(({ status, checkout }) => [status, checkout])).toEqual([
      ['succeeded', null],
      ['failed', { address: lisbonAddress }],
    ])
    await shop.database.write(async ({ tx }) => {
      const orders = tx.updateTable('orders').set({ state: 'cancelled' }).where('user_id', '=', cora.userId)
      const { payment_id } = await orders.returning('payment_id').executeTakeFirstOrThrow()
      await tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', payment_id).execute()
      await insertCheckout(tx, payment_id, cora)
    })
    expect(await checkoutsOf(cora)).toHaveLength(2)
    expect((await cora.send('POST /account/deletion', { body: { password: cora.password } })).status).toBe(
      200,
    )
    const [kept, ...others] = await checkoutsOf(cora)
    expect([kept?.payment_id.startsWith('failed'), others]).toEqual([false, []])
    expect(await checkoutsOf(dora)).toHaveLength(1)
  })

  test('leaves out the notes that only admins see', async () => {
    await useShop(cora)
    const { id } = await shop.database.read
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', cora.userId)
      .executeTakeFirstOrThrow()
    const note = { id: `note ${count}`, order_id: id, user_id: 'ada', who: 'Ada', body: 'Pays late' }
    await shop.database.write(
      async ({ tx }) =>
        void (await tx
          .insertInto('order_notes')
          .values({ ...note, is_for_customer: 0, created_at: 1 })
          .execute()),
    )
    const { answer } = await cora.call('GET /account/export', {})
    expect(answer.orders).toHaveLength(1)
    expect(JSON.stringify(answer)).not.toContain('Pays late')
  })

  test('leaves out messages and mails while the address is not confirmed', async () => {
    await useShop(cora)
    await shop.database.write(async ({ tx }) => {
      const change = tx.updateTable('accounts').set({ confirmed: 0 })
      await change.where('email', '=', cora.email).execute()
    })
    const { answer } = await cora.call('GET /account/export', {})
    expect(answer).toMatchObject({ account: { emailVerified: false }, messages: [], mails: [] })
    expect(answer.orders).toHaveLength(1)
  })
})
