import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookiesOf } from '#test/calls.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { bank, guestItem, guestRequest, orderAsGuest } from '#test/selling/guests.ts'
import { enter, paymentRow, userRow } from '#test/rows.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { erasePeople } from '../erase-guests.ts'
import { readSnapshot } from '../books/snapshot.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { verifyBooks } from '../books/verify-books.ts'
import type { Db, ShopDatabase } from '../shop-database.ts'
import { joinGuests } from '../user-data.ts'
import { setGuest } from './guests.ts'

const env = {
  ...mailSettings,
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  // Nothing listens there, so that a payment by card is not started.
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  PAYMENT_GATEWAY: 'stripe',
  TRUST_PROXY: '1',
}
const DAY_MS = 24 * 60 * 60_000

describe.each(stores)('the orders of a guest on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env })
  let ada: TestPerson
  let count = 0
  let name: string
  let email: string
  beforeAll(async () => {
    shop.payments.replyTimeoutMs = 100
    ada = await shop.admin('Ada')
    await saveOpening(shop.database, forEveryone)
    await saveTestSelling(shop.database, { ...portugueseShop, ways: ['stripe', 'transfer'], bank })
  })
  beforeEach(() => {
    count += 1
    name = `Gil ${count}`
    email = `gil.${count}@people.example`
  })
  afterEach(() => void vi.useRealTimers())

  async function ordered(way: 'transfer' | 'stripe' = 'transfer') {
    const body = await guestRequest(shop, { items: [guestItem(shop.shelves.espresso)], email })
    return orderAsGuest(shop, { ...body, way }, { 'x-forwarded-for': `198.51.100.${count}` })
  }
  const ordersOf = async (person: TestPerson) =>
    (await person.call('GET /myOrders', { query: {} })).answer.orders
  const signInAgain = (person: TestPerson) =>
    person.send('GET /jwt', { query: { email }, headers: { cookie: person.cookie } })
  const rows = () =>
    shop.database.read
      .selectFrom('orders')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  test('come along when the person confirms the address for an account, and can be cancelled there', async () => {
    const { headers } = await ordered()
    const { id, number } = await rows()
    const person = await shop.person(name)
    expect(await ordersOf(person)).toMatchObject([{ _id: id, number, state: 'waiting' }])
    expect((await shop.send('GET /myOrder/{id}', { params: { id }, headers })).status).toBe(401)
    expect((await person.send('DELETE /myOrder/{id}', { params: { id } })).status).toBe(200)
    expect((await ada.call('GET /order/{id}', { params: { id } })).answer.state).toBe('cancelled')
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('come along at the next login, but a payment by card only when it has ended', async () => {
    const person = await shop.person(name)
    await ordered()
    const { reply, headers } = await ordered('stripe')
    await signInAgain(person)
    expect(await ordersOf(person)).toHaveLength(1)
    const params = { id: String(reply.answer.paymentId) }
    const cancelled = await shop.send('DELETE /payment/{id}', { params, headers })
    expect(cancelled.answer.status).toBe('failed')
    await signInAgain(person)
    const moved = shop.database.read.selectFrom('payments').select('user_id').where('id', '=', params.id)
    expect(await moved.execute()).toEqual([{ user_id: person.userId }])
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('stay where they are for an account that has not confirmed the address, or has another one', async () => {
    const { headers } = await ordered()
    const person = await shop.person(name)
    const other = await shop.person(`Other ${name}`)
    await ordered()
    const { id } = await rows()
    const unconfirmed = shop.database.write(({ tx }) =>
      tx.updateTable('accounts').set({ confirmed: 0 }).where('email', '=', email).execute(),
    )
    await unconfirmed
    await signInAgain(person)
    expect(await ordersOf(person)).toHaveLength(1)
    expect(await ordersOf(other)).toEqual([])
    expect((await other.send('GET /myOrder/{id}', { params: { id } })).status).toBe(404)
    expect(headers.cookie).not.toBe('')
  })

  /** The database, in which this happens at the moment when a transaction begins. */
  function justBefore(happens: (tx: Db) => Promise<unknown>): ShopDatabase {
    const write: ShopDatabase['write'] = async (act) => {
      await shop.database.write(async ({ tx }) => void (await happens(tx)))
      return shop.database.write(act)
    }
    return { ...shop.database, write }
  }

  test('stay where they are if the guest corrects the address at the moment of the login', async () => {
    const person = await shop.person(name)
    await ordered()
    const { id, user_id } = await rows()
    const corrected = `correct.${email}`
    const database = justBefore((tx) => setGuest(tx, { id: user_id, name, email: corrected }))
    await joinGuests(database, userRow({ id: person.userId, email }))
    expect(await rows()).toMatchObject({ id, user_id })
    const guest = shop.database.read.selectFrom('users').select('email').where('id', '=', user_id)
    expect(await guest.execute()).toEqual([{ email: corrected }])
  })

  test('are not erased with a guest who begins to pay at that moment', async () => {
    const month = 31 * DAY_MS
    const guest = userRow({ email, mailbox: email, created_at: Date.now() - month })
    await enter(shop.database, { users: [guest] })
    const payment = paymentRow({ user_id: guest.id, status: 'pending', gateway: 'stripe' })
    let isOpen = false
    const database = justBefore(async (tx) => {
      if (!isOpen) await tx.insertInto('payments').values(payment).execute()
      isOpen = true
    })
    await erasePeople(database, 10)
    const kept = shop.database.read.selectFrom('users').select('email').where('id', '=', guest.id)
    expect([isOpen, await kept.execute()]).toEqual([true, [{ email }]])
  })

  test('are erased with the mails to a guest without an order, unless somebody else has the address', async () => {
    const old = Date.now() - 300 * DAY_MS
    const [alone, user] = [`alone.${email}`, `user.${email}`]
    const guests = [alone, user].map((to) => userRow({ email: to, mailbox: to, created_at: old }))
    await enter(shop.database, { users: [...guests, userRow({ email: user })] })
    await shop.database.write(async ({ tx }) => {
      const data = { template: 'debit-refused', name, amount: '5.00' } as const
      const mails = [alone, user].map((recipient) => ({ recipient, replyTo: null, subject: 'Debit', data }))
      await queueMails(tx, mails)
    })
    await erasePeople(shop.database, 10)
    const mails = shop.database.read.selectFrom('outbox').select('recipient').where('subject', '=', 'Debit')
    expect(await mails.execute()).toEqual([{ recipient: user }])
  })

  test('are seen with the link in the mail, which admins do not see', async () => {
    await ordered()
    const { id } = await rows()
    const outbox = shop.database.read.selectFrom('outbox').selectAll().where('recipient', '=', email)
    const mail = await outbox.executeTakeFirstOrThrow()
    const sent = await shop.mailComposer.compose(mail)
    const [, key = ''] = new RegExp(`/account/order/${id}#([\\w.-]+)`).exec(sent?.text ?? '') ?? []
    const opened = await shop.send('POST /auth/guest', { body: { key } })
    expect(opened.status).toBe(200)
    const headers = { cookie: cookiesOf(opened) }
    expect((await shop.send('GET /myOrder/{id}', { params: { id }, headers })).answer).toMatchObject({
      email,
    })
    expect((await shop.mailComposer.preview(mail))?.text).toContain(`/account/order/${id}#hidden`)
    const forged = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const wrong of [forged, 'x', `${key}.${key}`])
      expect((await shop.send('POST /auth/guest', { body: { key: wrong } })).problem.code).toBe('link-used')
  })

  test('have a link without a key for people with an account', async () => {
    const person = await shop.person(name)
    await ordered()
    await signInAgain(person)
    const { id } = await rows()
    const outbox = shop.database.read.selectFrom('outbox').selectAll().where('recipient', '=', email)
    const sent = await shop.mailComposer.compose(await outbox.executeTakeFirstOrThrow())
    expect(sent?.text).toMatch(new RegExp(`/account/order/${id}"`))
  })

  test('are erased when those of deleted users are, and guests without an order after a month', async () => {
    const { headers } = await ordered()
    const { id, user_id } = await rows()
    const { reply } = await ordered('stripe')
    const guestOf = (paymentId: string) =>
      shop.database.read
        .selectFrom('users')
        .innerJoin('payments', 'payments.user_id', 'users.id')
        .select(['users.email', 'users.id', 'users.mailbox'])
        .where('payments.id', '=', paymentId)
        .executeTakeFirstOrThrow()
    const unpaid = String(reply.answer.paymentId)
    const { id: unpaidId } = await guestOf(unpaid)
    const start = Date.now()
    const eraseAfter = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + days * DAY_MS })
      await erasePeople(shop.database, 10)
      vi.useRealTimers()
    }
    await eraseAfter(31)
    expect((await guestOf(unpaid)).email, 'while the payment is open').toBe(email)
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', unpaid).execute(),
    )
    await shop.database.write(({ tx }) =>
      tx.updateTable('cart_items').set({ payment_id: null }).where('payment_id', '=', unpaid).execute(),
    )
    await eraseAfter(29)
    expect((await guestOf(unpaid)).email).toBe(email)
    await eraseAfter(31)
    expect(await guestOf(unpaid)).toEqual({ email: 'deleted@user.invalid', id: unpaidId, mailbox: '' })
    const left = shop.database.read.selectFrom('cart_items').select('id').where('user_id', '=', unpaidId)
    expect(await left.execute()).toEqual([])
    await eraseAfter(9 * 365)
    expect((await shop.send('GET /myOrder/{id}', { params: { id }, headers })).answer).toMatchObject({
      email,
    })
    await eraseAfter(10 * 366)
    const texts = await Promise.all([
      shop.database.read.selectFrom('users').selectAll().where('id', '=', user_id).execute(),
      shop.database.read.selectFrom('orders').selectAll().where('id', '=', id).execute(),
      shop.database.read.selectFrom('cart_items').selectAll().where('user_id', '=', user_id).execute(),
      shop.database.read.selectFrom('checkouts').selectAll().where('user_id', '=', user_id).execute(),
    ])
    expect(JSON.stringify(texts)).toContain(id)
    expect(JSON.stringify(texts)).not.toMatch(/Gil|gil\.|Carmo/)
  })
})
