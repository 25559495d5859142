import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderState } from '#contract/values/states.ts'
import { cookiesOf } from '#test/calls.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { lastToken, mailsTo } from '#test/mails/queued-mails.ts'
import { lisbonAddress } from '#test/selling/portuguese-shop.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { receiveMessage } from '#server/messages/receive-message.ts'
import { eraseOrders } from './erase-orders.ts'

const pendingPayment = {
  kind: 'full',
  amount_cents: 250,
  gateway: 'stripe',
  status: 'pending',
  reference: null,
  reason: null,
  created_at: 1,
  settled_at: null,
  session: null,
  url: null,
} as const

describe.each(stores)('deleting the own account on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  const remove = (person = cora, password: string | null = person.password) =>
    person.send('POST /account/deletion', { body: password === null ? {} : { password } })

  async function buy(person: TestPerson, state: OrderState = 'delivered'): Promise<string> {
    await fill(person, shop.shelves.espresso)
    const { answer } = await person.call('POST /fullOrder', {
      body: fullPayment(person, await cartOf(person)),
    })
    const id = String(answer.insertedId)
    await setState(id, state)
    return id
  }
  const setState = (id: string, state: OrderState) =>
    shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
    })
  const rows = (table: 'addresses' | 'stock_watchers' | 'cart_items') =>
    shop.database.read.selectFrom(table).selectAll().where('user_id', '=', cora.userId).execute()
  const isSignedIn = async () => (await cora.call('GET /auth/session', {})).answer.user !== null

  test('deletes messages and the mails about them, however the address was typed, and also under a former one', async () => {
    const typed = [cora.email.toUpperCase(), cora.email]
    for (const email of typed)
      await receiveMessage(shop.database, { name: 'Cora', email, message: `I am ${cora.email}` }, true)
    const next = `next-${count}@people.example`
    await cora.call('PUT /account/email', { body: { email: next, password: cora.password } })
    for (const email of [next, cora.email]) {
      const token = await lastToken(shop.database, email)
      await cora.call('POST /account/email/link', { body: { token } })
    }
    expect((await cora.call('GET /account/export', {})).answer.messages).toHaveLength(2)
    await remove()
    const { read } = shop.database
    const messages = await read.selectFrom('messages').select('message').execute()
    const mails = await read.selectFrom('outbox').select('body').execute()
    expect(JSON.stringify([messages, mails])).not.toContain(`I am ${cora.email}`)
  })

  test('ends it at once, with sessions, cart, addresses, mails and messages, and keeps the order', async () => {
    const id = await buy(cora)
    await fill(cora, shop.shelves.lungo)
    await cora.call('POST /addresses', { body: lisbonAddress })
    await cora.call('PUT /account/email', { body: { email: 'x@people.example', password: cora.password } })
    await receiveMessage(shop.database, { name: 'Cora', email: cora.email, message: 'Hello' }, true)
    expect((await remove()).answer).toEqual({ acknowledged: true })
    expect(await isSignedIn()).toBe(false)
    expect((await cora.call('GET /myCarts', { query: { email: cora.email } })).status).toBe(401)
    const { email, password } = cora
    expect((await shop.call('POST /auth/sign-in', { body: { email, password } })).status).toBe(401)
    for (const table of ['addresses', 'stock_watchers'] as const)
      expect([table, await rows(table)]).toEqual([table, []])
    expect(await shop.database.read.selectFrom('tokens').selectAll().execute()).toEqual([])
    expect(await rows('cart_items')).toMatchObject([{ order_id: id, payment: 'OK' }])
    expect(await mailsTo(shop.database, cora.email)).toMatchObject([{ template: 'account-deleted' }])
    const left = { messages: await shop.database.read.selectFrom('messages').selectAll().execute() }
    expect(JSON.stringify(left)).not.toContain(cora.email)
    const [user] = await shop.database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', cora.userId)
      .execute()
    expect(user).toMatchObject({ name: 'Deleted user', email: 'deleted@user.invalid' })
  })

  test('is refused without the password, or with a wrong one, and only so often', async () => {
    expect((await remove(cora, null)).problem.code).toBe('wrong-current-password')
    const codes: string[] = []
    for (let times = 0; times < 10; times++) codes.push((await remove(cora, `guess ${times}`)).problem.code)
    expect(new Set(codes.slice(0, 9))).toEqual(new Set(['wrong-current-password']))
    expect(codes[9]).toBe('too-many-requests')
    expect(await isSignedIn()).toBe(true)
  })

  test.each(['waiting', 'paid', 'packed', 'sent', 'ready'] as const)(
    'is refused while an order is %s, and possible when it has arrived',
    async (state) => {
      const id = await buy(cora, state)
      expect((await remove()).problem.code).toBe('order-under-way')
      expect(await isSignedIn()).toBe(true)
      await setState(id, 'delivered')
      expect((await remove()).status).toBe(200)
    },
  )

  test('is refused while a payment is open', async () => {
    await buy(cora)
    const setStatus = (status: 'pending' | 'succeeded') =>
      shop.database.write(async ({ tx }) => {
        await tx.updateTable('payments').set({ status }).where('user_id', '=', cora.userId).execute()
      })
    await setStatus('pending')
    expect((await remove()).problem.code).toBe('payment-open')
    await setStatus('succeeded')
    expect((await remove()).status).toBe(200)
  })

  test('is refused if a payment begins at the same moment', async () => {
    const ids = await fill(cora, shop.shelves.espresso)
    let commit = (): void => undefined
    const held = new Promise<void>((resolve) => (commit = resolve))
    const paying = shop.database.write(async ({ tx }) => {
      const id = `payment ${count}`
      await tx.updateTable('cart_items').set({ payment_id: id }).where('id', 'in', ids).execute()
      const payment = { ...pendingPayment, id, idempotency_key: id, user_id: cora.userId }
      await tx.insertInto('payments').values(payment).execute()
      await held
    })
    const removal = remove()
    // On PostgreSQL, the deletion has passed all checks by now, and waits for the lines of the cart.
    await new Promise((resolve) => setTimeout(resolve, 300))
    commit()
    await paying
    expect((await removal).problem?.code).toBe('payment-open')
    expect(await isSignedIn()).toBe(true)
  })

  test('is refused for the last admin, and shows the admins a deletion without a name', async () => {
    const ada = await shop.admin(`Ada ${count}`)
    await remove()
    const { answer } = await ada.call('GET /audit', { query: {} })
    const entry = answer.find(({ action }) => action === 'deleted own account')
    expect(entry).toMatchObject({ subject: cora.userId, who: 'deleted@user.invalid' })
    expect(JSON.stringify(answer)).not.toContain(cora.email)
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('users').set({ role: null }).where('id', '!=', ada.userId).execute()
    })
    expect((await remove(ada)).problem.code).toBe('last-admin')
    expect((await ada.call('GET /audit', { query: {} })).status).toBe(200)
  })

  test('frees the address for a new account, which sees nothing of the old one', async () => {
    await buy(cora)
    await remove()
    const again = await shop.person(cora.name)
    expect([again.email, again.userId === cora.userId]).toEqual([cora.email, false])
    const { answer } = await again.call('GET /account/export', {})
    expect([answer.orders, answer.cart, answer.payments]).toEqual([[], [], []])
  })

  test('erases name and address from the order after the years of the setting, and keeps the amounts', async () => {
    const [id, other] = [await buy(cora), await buy(await shop.person(`Dora ${count}`))]
    await remove()
    const order = async (of: string) =>
      (await shop.database.read.selectFrom('orders').selectAll().where('id', '=', of).execute())[0]
    const checkout = {
      addressLines: ['Cora', 'Rua 7'],
      address: lisbonAddress,
      note: 'Ring twice',
      total: 250,
    }
    const { payment_id = '', total_cents, number } = (await order(id)) ?? {}
    await shop.database.write(async ({ tx }) => {
      const row = { payment_id, user_id: cora.userId, method_kind: 'parcel' as const, roast_on: null }
      await tx
        .insertInto('checkouts')
        .values({ ...row, data: JSON.stringify(checkout), created_at: 1 })
        .execute()
      const note = { id: `note ${count}`, order_id: id, user_id: 'ada', who: 'Ada', body: 'Cora rang' }
      await tx
        .insertInto('order_notes')
        .values({ ...note, is_for_customer: 0, created_at: 1 })
        .execute()
    })
    const parcel = {
      tracking_url: 'https://post.example/7',
      carrier: 'dhl',
      tracking_number: '7000001',
    } as const
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('orders')
        .set({ ...parcel, told_url: parcel.tracking_url })
        .where('id', '=', id)
        .execute(),
    )
    await eraseOrders(shop.database, 10)
    expect(await order(id)).toMatchObject({ ...parcel, customer: cora.name, email: cora.email })
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date(Date.now()).setFullYear(new Date().getFullYear() + 10) + 60_000)
    await eraseOrders(shop.database, 10)
    vi.useRealTimers()
    const erased = { customer: 'Deleted user', email: 'deleted@user.invalid' }
    const noParcel = { tracking_url: null, carrier: null, tracking_number: null, told_url: null }
    expect(await order(id)).toMatchObject({ ...erased, ...noParcel, number, total_cents })
    expect(await shop.database.read.selectFrom('tokens').selectAll().execute()).toEqual([])
    expect(await rows('cart_items')).toMatchObject([{ ...erased, payment: 'OK' }])
    const [kept] = await shop.database.read
      .selectFrom('checkouts')
      .select('data')
      .where('payment_id', '=', payment_id)
      .execute()
    const blank = {
      name: '',
      company: '',
      line1: '',
      line2: '',
      city: '',
      region: '',
      postcode: '',
      phone: '',
    }
    const address = { ...blank, country: lisbonAddress.country }
    expect(JSON.parse(kept?.data ?? '')).toEqual({ addressLines: [], address, note: '', total: 250 })
    const notes = shop.database.read.selectFrom('order_notes').select('id').where('order_id', '=', id)
    expect(await notes.execute()).toEqual([])
    expect(await order(other)).not.toMatchObject(erased)
    expect(cookiesOf(await shop.call('GET /auth/session', {}))).toBe('')
  })
})
