import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyBooks } from '#server/books/verify-books.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { putInStock } from '#test/catalogue.ts'
import { forEveryone, forSignedIn, saveOpening } from '#test/selling/opening.ts'
import { bank, guestItem, guestRequest, orderAsGuest } from '#test/selling/guests.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const env = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  // Nothing listens there, so that a payment by card is not started.
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  PAYMENT_GATEWAY: 'stripe',
  TRUST_PROXY: '1',
}

describe.each(stores)('the checkout of guests on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env })
  let ada: TestPerson
  let guests = 0
  let email: string
  /** Each test has a network of its own, because attempts are counted by networks. */
  let from: { 'x-forwarded-for': string }
  beforeAll(async () => {
    shop.payments.replyTimeoutMs = 100
    ada = await shop.admin('Ada')
    const ways = ['stripe' as const, 'transfer' as const, 'pickup' as const]
    await saveTestSelling(shop.database, { ...portugueseShop, ways, bank })
  })
  beforeEach(async () => {
    guests += 1
    email = `gil${guests}@people.example`
    from = { 'x-forwarded-for': `198.51.100.${guests}` }
    await saveOpening(shop.database, forEveryone)
  })

  const espresso = (quantity = 1) => guestItem(shop.shelves.espresso, quantity)
  const lungo = (quantity = 1) => guestItem(shop.shelves.lungo, quantity)
  const requestFor = (items = [espresso()], wish = {}) => guestRequest(shop, { items, email, ...wish })
  const order = (body: Parameters<typeof orderAsGuest>[1]) => orderAsGuest(shop, body, from)
  const ordersOf = (address: string) =>
    shop.database.read.selectFrom('orders').selectAll().where('email', '=', address).execute()
  const codeOf = async (body: object, headers: Record<string, string> = from) =>
    (await shop.send('POST /checkout', { body, headers })).problem.code

  test('places an order that is like every other one, and shows it to the browser', async () => {
    const { reply, headers } = await order(await requestFor([espresso(2), lungo()]))
    expect(reply.answer.status).toBe('waiting')
    const [placed] = await ordersOf(email)
    expect(placed).toMatchObject({ customer: 'Gil', total_cents: 1505 + 450, state: 'waiting' })
    const params = { id: String(reply.answer.paymentId) }
    const state = await shop.send('GET /payment/{id}', { params, headers })
    expect(state.answer).toEqual({ status: 'waiting', orderId: placed?.id })
    const agreed = await shop.send('GET /checkout/{id}', { params, headers })
    expect(agreed.answer).toMatchObject({ number: placed?.number, checkout: { total: 1955 } })
    const receipt = await shop.send('GET /myOrder/{id}', { params: { id: String(placed?.id) }, headers })
    expect(receipt.answer).toMatchObject({ number: placed?.number, customer: 'Gil', email })
    const shown = await ada.call('GET /order/{id}', { params: { id: String(placed?.id) } })
    expect(shown.answer).toMatchObject({ email, state: 'waiting' })
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test('refuses the email address that stands for none', async () => {
    const request = await guestRequest(shop, { items: [espresso()], email: 'me@No-Email.invalid' })
    const { reply } = await order(request)
    expect([reply.status, reply.problem.errors?.[0]?.field]).toEqual([422, 'guest.email'])
    expect(await ordersOf('me@no-email.invalid')).toEqual([])
  })

  test('shows the cart with the prices of now, and what is not sold any more', async () => {
    const items = [
      { ...espresso(2), price: '1.00' },
      { ...lungo(), productId: 'nothing' },
    ]
    const { answer } = await shop.call('POST /guestCart', { body: { items } })
    const now = (shop.shelves.espresso.price_cents / 100).toFixed(2)
    expect(answer).toMatchObject([
      { _id: '0-0', productName: 'Espresso', price: '1.00', newPrice: now, email: '', customer: '' },
      { _id: '0-1', productName: 'Espresso' },
      { _id: '1-0', productName: '', removed: true },
    ])
  })

  test('makes no account: the guest is in no list, has no role, and cannot get one', async () => {
    await order(await requestFor())
    const row = await shop.database.read.selectFrom('users').selectAll().where('email', '=', email).execute()
    expect(row).toMatchObject([{ name: 'Gil', role: null, mailbox: email }])
    const { answer: users } = await ada.call('GET /allUser', { query: {} })
    expect(users.map((user) => user.email)).not.toContain(email)
    const made = await ada.send('PUT /makeAdmin/{id}', { params: { id: String(row[0]?.id) } })
    expect(made.problem.code).toBe('not-found')
    const accounts = shop.database.read.selectFrom('accounts').select('id').where('email', '=', email)
    expect(await accounts.execute()).toEqual([])
  })

  test('pays once for a cart whose request is sent again, also at the same moment', async () => {
    const body = await requestFor([espresso(), lungo()])
    const replies = await Promise.all([1, 2, 3].map(() => order(body)))
    const again = await order(body)
    expect(replies.map(({ reply }) => reply.answer.status)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(again.reply.answer).toMatchObject({ status: 'waiting' })
    const ids = new Set([...replies, again].map(({ reply }) => reply.answer.paymentId))
    expect([ids.size, (await ordersOf(email)).length]).toEqual([1, 1])
  })

  test('does not pay for another cart while a payment for the first is open, but afterwards', async () => {
    const cartId = crypto.randomUUID()
    const { reply, headers } = await order({ ...(await requestFor([espresso()], { cartId })), way: 'stripe' })
    expect(reply.answer.status).toBe('checking')
    const changed = await requestFor([espresso(), lungo()], { cartId })
    expect(await codeOf(changed)).toBe('being-paid')
    const params = { id: String(reply.answer.paymentId) }
    await shop.send('DELETE /payment/{id}', { params, headers })
    const lines = () =>
      shop.database.read
        .selectFrom('cart_items')
        .select(['product_name', 'customer'])
        .where('email', '=', email)
        .orderBy('product_name')
        .execute()
    const state = await shop.send('GET /payment/{id}', { params, headers })
    expect(state.answer.status).toBe('failed')
    expect((await order(changed)).reply.answer.status).toBe('waiting')
    expect((await lines()).map(({ product_name }) => product_name)).toEqual(['Espresso', 'Lungo'])
  })

  test('stores what the guest has corrected after a refusal', async () => {
    const cartId = crypto.randomUUID()
    const request = await requestFor([espresso()], { cartId })
    expect(await codeOf({ ...request, total: 1 })).toBe('total-changed')
    const corrected = `correct.${email}`
    const guest = { ...request.guest, cartId, name: 'Gil Alves', email: corrected, items: [espresso()] }
    expect((await order({ ...request, guest })).reply.answer.status).toBe('waiting')
    expect(await ordersOf(corrected)).toMatchObject([{ customer: 'Gil Alves' }])
    expect(await ordersOf(email)).toEqual([])
  })

  test('does not place an order for a person who has corrected the address since', async () => {
    const cartId = crypto.randomUUID()
    const request = await requestFor([espresso()], { cartId })
    const placed = await order(request)
    const wrong = { cartId, email, name: 'Gil', items: [espresso()] }
    for (const corrected of [{ email: `correct.${email}` }, { name: 'Gil Alves' }])
      expect(await codeOf({ ...request, guest: { ...wrong, ...corrected } })).toBe('being-paid')
    const [{ id = '' } = {}] = await ordersOf(email)
    await shop.send('DELETE /myOrder/{id}', { params: { id }, headers: placed.headers })
    // The mail about the first order has a link for all orders of the guest, and went to the wrong address.
    const toOther = { ...request, guest: { ...wrong, email: `correct.${email}` } }
    expect(await codeOf(toOther)).toBe('state-conflict')
    expect((await order(request)).reply.answer.status).toBe('waiting')
    expect((await ordersOf(email)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'waiting'])
  })

  test('shows the order that is paid already, also to a person who writes the name in another way', async () => {
    const request = await requestFor()
    await order(request)
    const [{ id = '' } = {}] = await ordersOf(email)
    await ada.call('PUT /order/{id}/state', { params: { id }, body: { from: 'waiting', to: 'paid' } })
    const guest = request.guest && { ...request.guest, name: 'Gil Alves' }
    expect((await order({ ...request, ...(guest && { guest }) })).reply.answer).toMatchObject({
      status: 'paid',
      alreadyPaid: true,
    })
    expect(await ordersOf(email)).toHaveLength(1)
  })

  test.each([
    ['of a product that is not sold', () => [{ ...espresso(), productId: 'nothing' }], 'product-removed'],
    ['of nothing', () => [], 'product-removed'],
    ['of too many', () => [espresso(400), lungo(101)], 'cart-full'],
    ['of a grind that is not offered', () => [{ ...espresso(), grind: 'Dust' }], 'invalid-input'],
  ])('refuses a cart %s', async (_, items, code) => {
    const request = await requestFor()
    const guest = { cartId: crypto.randomUUID(), email, name: 'Gil', items: items() }
    expect(await codeOf({ ...request, guest })).toBe(code)
    expect(await ordersOf(email)).toEqual([])
  })

  test.each([
    ['an id that could be guessed', { cartId: '12345678' }],
    ['no email address', { email: 'gil' }],
    ['a blank name', { name: ' ' }],
  ])('refuses %s', async (_, wrong) => {
    const request = await requestFor()
    expect(await codeOf({ ...request, guest: { ...request.guest, ...wrong } })).toBe('invalid-input')
  })

  test('refuses visitors without a cart, of a shop that is closed, and of one for people with accounts', async () => {
    const request = await requestFor()
    expect(await codeOf({ ...request, guest: undefined })).toBe('not-signed-in')
    await saveOpening(shop.database, forSignedIn)
    expect(await codeOf(request)).toBe('not-signed-in')
    await saveOpening(shop.database, { isOpen: false, productsFor: 'everyone' })
    expect(await codeOf(request)).toBe('not-signed-in')
  })

  test('refuses the page of another site', async () => {
    const request = await requestFor()
    expect(await codeOf(request, { ...from, origin: 'https://evil.example' })).toBe('wrong-origin')
    const { reply, headers } = await order(request)
    const params = { id: String(reply.answer.paymentId) }
    for (const more of [{}, { authorization: 'Guest' }]) {
      const foreign = { ...headers, ...more, origin: 'https://evil.example' }
      const cancelled = await shop.send('DELETE /payment/{id}', { params, headers: foreign })
      expect(cancelled.problem.code).toBe('wrong-origin')
    }
  })

  test('shows a guest neither the order of another one, nor anything by a forged or ended cookie', async () => {
    const mine = await order(await requestFor())
    const other = await order(await requestFor([lungo()], { email: `other.${email}` }))
    const params = { id: String((await ordersOf(email))[0]?.id) }
    const look = async (cookie: string, more = {}) =>
      (await shop.send('GET /myOrder/{id}', { params, headers: { cookie, ...more } })).status
    expect(await look(mine.headers.cookie)).toBe(200)
    expect(await look(other.headers.cookie)).toBe(404)
    expect(await look(mine.headers.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(401)
    expect(await look(mine.headers.cookie.replace(/\.(\d)/, '.9$1'))).toBe(401)
    expect(await look('')).toBe(401)
    // A person who has signed in must show the access token, so that no call is made as somebody else.
    const both = `${mine.headers.cookie}; ${ada.cookie}`
    expect(await look(both)).toBe(401)
    expect(await look(both, { authorization: 'Guest' })).toBe(200)
    expect(await look(`${other.headers.cookie}; ${ada.cookie}`, { authorization: 'Guest' })).toBe(404)
    expect(await look(ada.cookie, { authorization: 'Guest' })).toBe(401)
    const left = await shop.person(`Left ${guests}`)
    await left.send('POST /auth/sign-out', { body: null })
    expect(await look(`${mine.headers.cookie}; ${left.cookie}`)).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 60 * 60_000 })
    expect(await look(mine.headers.cookie)).toBe(401)
    vi.useRealTimers()
  })

  test('counts the attempts of all spellings of one mailbox, by card and by transfer', async () => {
    for (const way of ['stripe', 'transfer'] as const) {
      const name = `a${guests}`
      const codes = []
      for (const [index, local] of [
        name,
        `${name}+1`,
        `${name}+2`,
        `${name}.`,
        `a.${guests}`,
        `A${guests}+x`,
      ].entries()) {
        const body = { ...(await requestFor([espresso()], { email: `${local}@${way}.example` })), way }
        const { reply, headers } = await orderAsGuest(shop, body, { 'x-forwarded-for': `203.0.113.${index}` })
        codes.push(reply.status === 200 ? reply.answer.status : reply.problem.code)
        // A person can only have three open payments by card, which is another limit.
        if (reply.status === 200 && way === 'stripe')
          await shop.send('DELETE /payment/{id}', { params: { id: String(reply.answer.paymentId) }, headers })
      }
      expect(new Set(codes.slice(0, 5)).size, codes.join(' ')).toBe(1)
      expect(codes[5]).toBe('too-many-attempts')
    }
  })

  test('stores at most sixty carts from one network at once, while people with accounts still buy there', async () => {
    const request = await requestFor()
    const blank = { ...request, guest: { ...request.guest, name: ' ' } }
    const codes = []
    for (let index = 0; index < 61; index++) codes.push(await codeOf(blank))
    expect(codes).toEqual([...Array<string>(60).fill('invalid-input'), 'too-many-requests'])
    const ofAccount = await ada.send('POST /checkout', {
      body: { ...request, guest: undefined },
      headers: from,
    })
    expect(ofAccount.problem.code).toBe('invalid-input')
  })

  test('counts the orders of guests in one network, while people with accounts still buy there', async () => {
    const codes = []
    for (let index = 0; index < 11; index++) {
      const { reply } = await order(await requestFor([espresso()], { email: `${index}.${email}` }))
      codes.push(reply.status)
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 409])
  })

  test('sells the last bag once to thirty guests and customers at the same moment', async () => {
    const [last, price] = [shop.shelves.lungo, shop.shelves.lungo.price_cents]
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [last, 500])
    const customers = await Promise.all(
      Array.from({ length: 3 }, (_, one) => shop.person(`Last ${guests} ${one}`)),
    )
    const product = { productName: last.name, img: last.img, price: (price / 100).toFixed(2), ratting: 4 }
    const bodies = await Promise.all([
      ...customers.map(async (person) => {
        const line = { ...product, email: person.email, customer: person.name, productId: last.id }
        const { insertedId } = (await person.call('POST /orders', { body: line })).answer
        const { guest: _, ...request } = await requestFor([lungo()])
        return () => person.send('POST /checkout', { body: { ...request, lines: [insertedId] } })
      }),
      ...Array.from({ length: 27 }, async (_, one) => {
        const body = await requestFor([lungo()], { email: `${one}.last.${email}` })
        const headers = { 'x-forwarded-for': `192.0.2.${one}` }
        return async () => (await orderAsGuest(shop, body, headers)).reply
      }),
    ])
    const replies = await Promise.all(bodies.map((send) => send()))
    const sold = replies.filter(({ status }) => status === 200)
    expect(sold).toHaveLength(1)
    expect(new Set(replies.filter((one) => one.status !== 200).map(({ problem }) => problem.code))).toEqual(
      new Set(['sold-out']),
    )
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })
})

describe.each(stores)('the checkout of guests in a shop that pays at once on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('does not exist, because its cart is for people with accounts', async () => {
    await saveOpening(shop.database, forEveryone)
    await saveTestSelling(shop.database, portugueseShop)
    const body = await guestRequest(shop, { items: [guestItem(shop.shelves.espresso)] })
    expect((await shop.send('POST /checkout', { body })).problem.code).toBe('not-signed-in')
  })
})
