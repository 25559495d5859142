import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Correction } from '#contract/orders/order-details.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { mint } from '#server/identity/tokens.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import {
  mailsOf,
  orderOfId,
  orderToPayLater,
  pickup,
  storeCheckout,
  checkoutOf,
} from '#test/orders/orders.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'
import { cookiesOf } from '#test/calls.ts'
import { itemRow, orderRow, paymentRow } from '#test/rows.ts'
import { bank, guestItem, guestRequest, orderAsGuest } from '#test/selling/guests.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const PORTO = { ...lisbonAddress, line1: 'Rua das Flores 3', postcode: '4050-265', city: 'Porto' }

describe.each(stores)('correcting an order on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, PAYMENT_GATEWAY: 'later', TRUST_PROXY: '1' } })
  let ada: TestPerson
  let count = 0
  let email: string
  let id: string
  let cookie: string
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    await saveOpening(shop.database, forEveryone)
    await saveTestSelling(shop.database, { ...portugueseShop, ways: ['transfer'], bank })
  })
  beforeEach(async () => {
    count += 1
    email = `gil.${count}@people.example`
    const body = await guestRequest(shop, { items: [guestItem(shop.shelves.espresso)], email })
    const { headers } = await orderAsGuest(shop, body, { 'x-forwarded-for': `198.51.100.${count}` })
    const newest = shop.database.read.selectFrom('orders').select('id').orderBy('id', 'desc').limit(1)
    id = (await newest.executeTakeFirstOrThrow()).id
    cookie = headers.cookie
  })

  const correct = (given: Partial<Correction>) =>
    ada.send('PUT /order/{id}/address', { params: { id }, body: { email, tellsCustomer: false, ...given } })
  const asGuest = async () =>
    (await shop.send('GET /myOrder/{id}', { params: { id }, headers: { cookie } })).answer
  const mailsAbout = async (...templates: string[]) => {
    const { number } = await orderOfId(shop.database, id)
    const mails = await mailsOf(shop.database, ...templates)
    return mails.filter(({ subject }) => subject.includes(` ${number} `))
  }

  test('changes the address on the slip and for the guest, and not what the guest agreed to pay', async () => {
    const before = await asGuest()
    expect((await correct({ address: PORTO })).answer.modifiedCount).toBe(1)
    const after = await asGuest()
    expect(after.checkout?.addressLines).toEqual([
      'Cora Reis',
      'Rua das Flores 3',
      '2.º Esq.',
      '4050-265 Porto',
      'Portugal',
    ])
    expect({ ...after.checkout, address: null, addressLines: null }).toEqual({
      ...before.checkout,
      address: null,
      addressLines: null,
    })
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('is in the audit log with the names of the fields, and not with what they say', async () => {
    await correct({ email: `right.${email}`, address: PORTO })
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer[0]).toMatchObject({
      who: ada.email,
      action: 'corrected order',
      detail: `${email}: email, line1, city, postcode`,
    })
  })

  test('moves the order to the account with the right address, and the mails that wait for it', async () => {
    const right = `Right.${email}`
    expect((await correct({ email: right })).answer.modifiedCount).toBe(1)
    const other = await shop.person(`Gil ${count}`)
    expect(other.email).toBe(email)
    expect((await other.call('GET /myOrders', { query: {} })).answer.orders).toEqual([])
    const gil = await shop.person(`Right Gil ${count}`)
    expect(gil.email).toBe(right.toLowerCase())
    expect((await gil.call('GET /myOrders', { query: {} })).answer.orders).toMatchObject([{ _id: id }])
    const mails = await mailsOf(shop.database, 'order-confirmation')
    expect(mails.filter(({ recipient }) => recipient === email)).toEqual([])
    expect(mails.filter(({ recipient }) => recipient === gil.email)).toHaveLength(1)
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('ends the links that were mailed to the wrong address, and mails a new one', async () => {
    const linkIn = async (mail?: OutboxRow) => {
      const text = (mail && (await shop.mailComposer.compose(mail)))?.text
      return /\/account\/order\/[\w-]+#([\w.-]+)/.exec(text ?? '')?.[1] ?? ''
    }
    const open = (key: string) => shop.send('POST /auth/guest', { body: { key } })
    const confirmation = (await mailsOf(shop.database, 'order-confirmation')).find(
      ({ recipient }) => recipient === email,
    )
    const mailed = await linkIn(confirmation)
    const opened = await open(mailed)
    expect(opened.status).toBe(200)
    const stranger = { params: { id }, headers: { cookie: cookiesOf(opened) } }
    expect((await shop.send('GET /myOrder/{id}', stranger)).status).toBe(200)
    const { user_id } = await orderOfId(shop.database, id)
    const expiresAt = Date.now() + 60_000
    const token = await shop.database.write(({ tx }) =>
      mint(tx, { kind: 'subscriptions', owner: user_id, data: {}, expiresAt }),
    )
    const openSubscriptions = () => shop.send('POST /subscriptions/link', { body: { token } })
    await correct({ address: PORTO })
    expect((await openSubscriptions()).status).toBe(200)
    const right = `right.${email}`
    await correct({ email: right })
    expect((await open(mailed)).problem.code).toBe('link-used')
    expect((await openSubscriptions()).problem.code).toBe('mailed-link-used')
    for (const call of ['GET /myOrder/{id}', 'DELETE /myOrder/{id}'] as const)
      expect([call, (await shop.send(call, stranger)).status]).toEqual([call, 401])
    expect((await orderOfId(shop.database, id)).state).toBe('waiting')
    // The mail to the wrong address is sent at this moment.
    expect(await linkIn(confirmation)).toBe('')
    const [corrected] = await mailsAbout('order-corrected')
    const owner = { params: { id }, headers: { cookie: cookiesOf(await open(await linkIn(corrected))) } }
    expect((await shop.send('GET /myOrder/{id}', owner)).answer).toMatchObject({ email: right })
    expect((await shop.send('DELETE /myOrder/{id}', owner)).status).toBe(200)
  })

  test('changes all lines of the guest, by which the orders of a person are found', async () => {
    const { user_id } = await orderOfId(shop.database, id)
    const lines = ['another order', null].map((order_id) => itemRow({ user_id, email, order_id }))
    await shop.database.write(({ tx }) => tx.insertInto('cart_items').values(lines).execute())
    const right = `right.${email}`
    await correct({ email: right })
    const stored = shop.database.read.selectFrom('cart_items').select('email')
    const after = await stored.where('user_id', '=', user_id).execute()
    expect(after.map((line) => line.email)).toEqual([right, right, right])
  })

  test('of two orders of one guest keeps them together, and gives both to the account with the last address', async () => {
    const { user_id } = await orderOfId(shop.database, id)
    const second = orderRow({ user_id, email, state: 'waiting' })
    const { id: order_id, payment_id } = second
    const pending = { status: 'pending', settled_at: null, gateway: 'transfer', kind: 'full' } as const
    await shop.database.write(async ({ tx }) => {
      await tx.insertInto('orders').values(second).execute()
      await tx
        .insertInto('payments')
        .values(paymentRow({ ...pending, id: payment_id, user_id }))
        .execute()
      await tx.insertInto('cart_items').values(itemRow({ user_id, email, order_id, payment_id })).execute()
    })
    const both = [id, second.id].toSorted()
    await correct({ email: `wrong.${email}` })
    id = second.id
    await correct({ email: `right.${email}` })
    const gil = await shop.person(`Right Gil ${count}`)
    const { answer } = await gil.call('GET /myOrders', { query: {} })
    expect(answer.orders.map(({ _id }) => _id).toSorted()).toEqual(both)
  })

  test('moves failed mails, and the replies to the mails that the shop gets', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('outbox').set({ status: 'failed' }).where('recipient', '=', email).execute(),
    )
    const right = `right.${email}`
    await correct({ email: right })
    const mails = await mailsOf(shop.database, 'order-confirmation', 'new-order')
    const own = mails.filter((mail) => [mail.recipient ?? '', mail.reply_to].some((to) => to.endsWith(email)))
    expect(own.map(({ recipient, reply_to, status }) => [recipient, reply_to, status])).toEqual([
      [right, '', 'failed'],
      [null, right, 'waiting'],
    ])
  })

  test('mails the customer only if asked, and about a new email address always', async () => {
    await correct({ address: PORTO })
    expect(await mailsAbout('order-corrected')).toEqual([])
    const right = `right.${email}`
    await correct({ email: right })
    expect(await mailsAbout('order-corrected')).toMatchObject([{ recipient: right }])
    await correct({ email: right, address: { ...PORTO, line2: '' }, tellsCustomer: true })
    expect(await mailsAbout('order-corrected')).toHaveLength(2)
  })

  test('changes nothing if everything is as it was', async () => {
    const answer = (await correct({ address: lisbonAddress, tellsCustomer: true })).answer
    expect(answer).toEqual({ acknowledged: true, modifiedCount: 0 })
    expect(await mailsAbout('order-corrected')).toEqual([])
  })

  test('keeps the country, since another one can have other tax or another price of delivery', async () => {
    const berlin = { ...lisbonAddress, country: 'DE', city: 'Berlin', postcode: '10115' }
    expect((await correct({ address: berlin })).problem.errors).toMatchObject([
      { field: 'country', message: expect.stringContaining('tax or the price of delivery') },
    ])
    expect((await asGuest()).checkout?.address?.country).toBe('PT')
  })

  test('refuses an address with a missing field, and one for a pickup', async () => {
    const bad = await correct({ address: { ...lisbonAddress, postcode: '12' } })
    expect(bad.problem.errors).toMatchObject([{ field: 'postcode' }])
    const cora = await shop.person(`Cora ${count}`)
    id = (await orderToPayLater(shop.database, cora, shop.shelves.espresso)).id
    await storeCheckout(shop.database, id, checkoutOf(pickup))
    expect((await correct({ email: cora.email, address: lisbonAddress })).problem.code).toBe('invalid-input')
    expect((await correct({ email: `new.${email}` })).problem.errors).toEqual([
      { field: 'email', message: `This order belongs to the account ${cora.email}.` },
    ])
    expect((await orderOfId(shop.database, id)).email).toBe(cora.email)
    expect((await cora.call('GET /myOrders', { query: {} })).answer.orders).toMatchObject([{ _id: id }])
  })

  test.each(['sent', 'delivered', 'cancelled', 'refunded'] as const)(
    'is refused in words when it is %s',
    async (state) => {
      await shop.database.write(async ({ tx }) => {
        await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
      })
      const { problem } = await correct({ address: PORTO })
      expect(problem).toMatchObject({ code: 'state-conflict', detail: expect.stringContaining('is now') })
      // The books of the other tests are about paid and waiting orders.
      await shop.database.write(async ({ tx }) => {
        await tx.updateTable('orders').set({ state: 'waiting' }).where('id', '=', id).execute()
      })
    },
  )
})
