import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Address, SellingSettings } from '#contract/selling/settings.ts'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { Limits, limitNumbers } from '#server/platform/http/rate-limits.ts'
import { archive } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { guestItem, guestRequest, orderAsGuest } from '#test/selling/guests.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import {
  counter,
  lisbonAddress,
  portugueseShop,
  post,
  saveTestSelling,
} from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from '../close-due.ts'
import { moveSubscriptions } from '../end-subscriptions.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00, so what is ordered then is roasted on that day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

const roastsOnTuesdays = {
  ...portugueseShop,
  roasting: { weekdays: [2], cutOff: '10:00', closedDays: ['2026-12-29'] },
}

const offer = { isOffered: true, percentOff: 10 }

const generous = new Limits({
  ...limitNumbers,
  signIn: { burst: 1000, refillMs: 1 },
  reset: { burst: 1000, refillMs: 1 },
})

describe.each(stores)('a subscription on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { gateway: new FakeGateway(), env: mailSettings, limits: generous })
  let cora: TestPerson
  let id = ''
  let count = 0
  beforeAll(() =>
    saveTestSelling(shop.database, {
      ...roastsOnTuesdays,
      subscriptions: offer,
    }),
  )
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    id = (await subscriptionsOf(shop, cora))[0]?.id ?? ''
  })
  afterEach(() => vi.useRealTimers())

  const list = async () => (await cora.call('GET /subscriptions', {})).answer
  const own = async () => (await list()).subscriptions[0]
  const put = (body: SubscriptionChange, person = cora) =>
    person.send('PUT /subscriptions/{id}', { params: { id }, body })
  const days = async () => (await own())?.next.map(({ promise }) => promise.roastOn)
  const tokensOf = async (email: string) => {
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', email)
    const found = await mails.where('template', '=', 'subscription').orderBy('id').execute()
    return found.map(({ data }): { event: string; token: string } => JSON.parse(data ?? '{}'))
  }
  const linkToken = async () => (await tokensOf(cora.email)).at(-1)?.token ?? ''
  const putByLink = (token: string, change: SubscriptionChange) =>
    shop.send('PUT /subscriptions/link/{id}', { params: { id }, body: { token, change } })

  test('is shown with its next three deliveries and their last moments, and not to others', async () => {
    const dora = await shop.person(`Dora ${count}`)
    expect((await dora.call('GET /subscriptions', {})).answer.subscriptions).toEqual([])
    expect(await own()).toMatchObject({
      product: { _id: shop.shelves.espresso.id },
      card: 'Visa 4242',
      nextOn: '2026-12-08',
      later: '2026-12-15',
      addressLines: expect.arrayContaining(['Cora Reis']),
      next: [
        {
          day: '2026-12-08',
          promise: { roastOn: '2026-12-08', from: '2026-12-09', to: '2026-12-11' },
          changeUntil: Date.parse('2026-12-06T10:00:00Z'),
        },
        { promise: { roastOn: '2026-12-22' } },
        { promise: { roastOn: '2027-01-05' } },
      ],
    })
    expect((await put({ quantity: 2 }, dora)).status).toBe(404)
  })

  test('is skipped, moved and paused by its next day, and each is undone with the earlier one', async () => {
    for (const nextOn of ['2026-12-22', '2026-12-15', '2027-03-01']) {
      await put({ nextOn })
      expect((await days())?.[0]).toBe(nextOn === '2027-03-01' ? '2027-03-02' : nextOn)
      await put({ nextOn: '2026-12-08' })
      expect(await days()).toEqual(['2026-12-08', '2026-12-22', '2027-01-05'])
    }
  })

  test('cannot be moved to a delivery that is closed, nor more than 26 weeks ahead', async () => {
    expect((await put({ nextOn: '2026-11-24' })).problem.code).toBe('delivery-closed')
    expect((await own())?.firstDay).toBe('2026-11-25')
    expect((await put({ nextOn: '2026-11-25' })).status).toBe(200)
    expect((await put({ nextOn: '2027-05-26' })).problem.code).toBe('invalid-input')
    expect((await put({ nextOn: '2026-02-30' })).problem.code).toBe('invalid-input')
    expect((await put({ nextOn: '2027-05-25' })).status).toBe(200)
  })

  test('does not change once its delivery is closed, but can be ended', async () => {
    const token = await linkToken()
    vi.setSystemTime(Date.parse('2026-12-06T10:00:00Z'))
    for (const change of [{ everyWeeks: 1 as const }, { quantity: 2 }, { nextOn: '2026-12-22' }])
      expect((await putByLink(token, change)).problem.code).toBe('delivery-closed')
    vi.setSystemTime(Date.parse('2026-12-06T09:59:59Z'))
    expect((await putByLink(token, { everyWeeks: 1 })).answer.everyWeeks).toBe(1)
    vi.setSystemTime(Date.parse('2026-12-06T10:00:00Z'))
    expect((await putByLink(token, { state: 'ended' })).answer.state).toBe('ended')
  })

  test('refuses a second choice that costs more', async () => {
    const { problem } = await put({ secondChoice: shop.shelves.lungo.id })
    expect(problem.errors?.map(({ field }) => field)).toEqual(['secondChoice'])
  })

  test('gets another coffee at the price of a subscriber, and refuses what is not sold', async () => {
    const { lungo } = shop.shelves
    const { answer } = await put({ productId: lungo.id, quantity: 3, everyWeeks: 6, grind: 'Filter' })
    expect(answer).toMatchObject({ product: { _id: lungo.id }, quantity: 3, everyWeeks: 6, grind: 'Filter' })
    const [row] = await subscriptionsOf(shop, cora)
    expect(row?.price_cents).toBe(Math.round(lungo.price_cents * 0.9))
    expect((await list()).choices).toContainEqual(
      expect.objectContaining({ _id: lungo.id, price: answer.price }),
    )
    expect((await put({ secondChoice: shop.shelves.espresso.id })).answer.secondChoice).toBe(
      shop.shelves.espresso.id,
    )
    expect((await put({ secondChoice: null })).answer.secondChoice).toBeNull()
    await archive(shop.database, shop.shelves.espresso)
    expect((await put({ productId: shop.shelves.espresso.id })).problem.code).toBe('unknown-product')
    await archive(shop.database, shop.shelves.espresso, null)
    expect((await put({ grind: 'Dust' })).problem.code).toBe('invalid-input')
    expect(
      (await cora.send('PUT /subscriptions/{id}', { params: { id }, body: { everyWeeks: 5 } })).status,
    ).toBe(422)
  })

  test('ends with a reason, tells the customer, and is started again with a day to come', async () => {
    expect((await put({ state: 'ended', reason: ' Too much ' })).answer).toMatchObject({
      state: 'ended',
      next: [],
    })
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ ended_reason: 'Too much', ended_at: ORDERED }])
    expect((await put({ quantity: 2 })).problem.code).toBe('state-conflict')
    const token = await linkToken()
    vi.setSystemTime(ORDERED + 30 * DAY_MS)
    expect((await putByLink(token, { state: 'active' })).answer).toMatchObject({
      state: 'active',
      nextOn: '2027-01-05',
    })
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ ended_reason: null, ended_at: null }])
    expect((await tokensOf(cora.email)).map(({ event }) => event)).toEqual(['begun', 'ended', 'resumed'])
  })

  test('is started again with the card that was saved since it ended', async () => {
    await put({ state: 'ended' })
    await shop.database.write(async ({ tx }) => {
      const old = await tx.selectFrom('mandates').selectAll().where('user_id', '=', cora.userId).execute()
      await tx.updateTable('mandates').set({ revoked_at: 1 }).where('user_id', '=', cora.userId).execute()
      const renewed = old.map((row) => ({ ...row, id: `${row.id}-2`, card: 'Visa 1881' }))
      await tx.insertInto('mandates').values(renewed).execute()
    })
    expect((await put({ state: 'active' })).answer.card).toBe('Visa 1881')
  })

  test('stays as it is if nothing is to change, or if it is started twice', async () => {
    const before = await own()
    for (const change of [{}, { state: 'active' as const }])
      expect((await put(change)).answer).toEqual(before)
  })

  test('that is paused goes on with a day', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('subscriptions').set({ state: 'paused' }).where('id', '=', id).execute(),
    )
    expect(await own()).toMatchObject({ state: 'paused', next: [] })
    expect((await put({ nextOn: '2027-01-12' })).answer).toMatchObject({
      state: 'active',
      nextOn: '2027-01-12',
    })
  })

  test('goes to another address or is picked up, and is one parcel with what goes there too', async () => {
    const porto = { ...lisbonAddress, city: 'Porto', postcode: '4050-262', line2: '' }
    const token = await linkToken()
    const go = (methodId: string, address: Address | null) => put({ destination: { methodId, address } })
    expect((await own())?.ways).toMatchObject([
      { _id: 'post', kind: 'parcel', zones: [{ countries: ['PT', 'ES'], price: 450 }, { price: 2000 }] },
      { _id: 'counter', kind: 'pickup', zones: [] },
    ])
    await subscribe(shop, cora, { coffees: [shop.shelves.lungo], everyWeeks: 2, address: porto })
    expect((await go('post', { ...porto, postcode: '1' })).problem.errors).toMatchObject([
      { field: 'postcode' },
    ])
    expect((await go('post', null)).problem.code).toBe('cannot-be-delivered')
    expect((await go('post', { ...porto, line2: ' ' })).answer.destination).toEqual({
      methodId: 'post',
      address: porto,
    })
    const [first, second] = await subscriptionsOf(shop, cora)
    expect(first?.checkout).toBe(second?.checkout)
    expect((await go('counter', porto)).answer).toMatchObject({
      delivery: 'At the roastery',
      addressLines: [],
      destination: { address: null },
    })
    vi.setSystemTime(Date.parse('2026-12-06T10:00:00Z'))
    const late = await putByLink(token, { destination: { methodId: 'post', address: porto } })
    expect(late.problem.code).toBe('delivery-closed')
  })

  test('does not go to a country to which the shop does not deliver', async () => {
    const here = { ...post, zones: post.zones.slice(0, 1) }
    await saveTestSelling(shop.database, { ...roastsOnTuesdays, methods: [here] })
    const oslo = { ...lisbonAddress, city: 'Oslo', postcode: '0150', country: 'NO' }
    const refused = await put({ destination: { methodId: 'post', address: oslo } })
    await saveTestSelling(shop.database, { ...roastsOnTuesdays, subscriptions: offer })
    expect(refused.problem.code).toBe('cannot-be-delivered')
    expect((await own())?.destination.address).toEqual(lisbonAddress)
  })

  test.each([
    ['the way', [counter]],
    ['the country', [{ ...post, zones: [{ ...post.zones[0], countries: ['ES'] }] }, counter]],
  ])('promises and charges nothing once %s is gone, and goes on in another way', async (_what, methods) => {
    await saveTestSelling(shop.database, { ...roastsOnTuesdays, methods } as SellingSettings)
    const gone = await own()
    const refused = await put({ destination: { methodId: 'post', address: lisbonAddress } })
    vi.setSystemTime(Date.parse('2026-12-06T10:00:00Z'))
    await closeDue(shop)
    vi.setSystemTime(ORDERED)
    const there = await put({ destination: { methodId: 'counter', address: null } })
    await saveTestSelling(shop.database, { ...roastsOnTuesdays, subscriptions: offer })
    expect(gone).toMatchObject({ state: 'active', nextOn: '2026-12-08', next: [] })
    expect(gone).not.toHaveProperty('later')
    expect(refused.problem.code).toBe('cannot-be-delivered')
    const { read } = shop.database
    const left = await read.selectFrom('deliveries').selectAll().where('subscription_id', '=', id).execute()
    expect(left).toMatchObject([{ roast_on: '2026-12-08', state: 'impossible', renewal_id: null }])
    const ordered = read.selectFrom('payments').select('id').where('user_id', '=', cora.userId)
    expect(await ordered.execute()).toHaveLength(1)
    expect(there.answer.next[0]?.promise.roastOn).toBe('2026-12-22')
  })

  test('opens with a mailed link, which expires after 60 days', async () => {
    const token = await linkToken()
    const opened = await shop.send('POST /subscriptions/link', { body: { token } })
    expect(opened.answer.subscriptions).toMatchObject([{ _id: id }])
    expect((await putByLink(token, { nextOn: '2026-12-22' })).answer.nextOn).toBe('2026-12-22')
    expect((await putByLink(token, { state: 'ended' })).answer.state).toBe('ended')
    vi.setSystemTime(ORDERED + 60 * DAY_MS)
    expect((await shop.send('POST /subscriptions/link', { body: { token } })).problem.code).toBe(
      'mailed-link-used',
    )
    expect((await putByLink(token, { state: 'active' })).status).toBe(422)
  })

  test('is not made dearer by a mailed link, but a cheaper one is undone', async () => {
    const token = await linkToken()
    await put({ quantity: 3 })
    expect((await putByLink(token, { quantity: 4 })).problem.code).toBe('link-not-enough')
    expect((await own())?.quantity).toBe(3)
    expect((await putByLink(token, { quantity: 1 })).status).toBe(200)
    expect((await putByLink(token, { quantity: 3 })).status).toBe(200)
    expect((await putByLink(token, { quantity: 4 })).status).toBe(403)
  })

  test('of somebody else is not changed by a mailed link', async () => {
    const dora = await shop.person(`Dora ${count}`)
    await subscribe(shop, dora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    const token = (await tokensOf(dora.email))[0]?.token ?? ''
    expect((await putByLink(token, { state: 'ended' })).status).toBe(404)
  })

  test('no longer opens with any link once one is revoked', async () => {
    const first = await linkToken()
    await put({ state: 'ended' })
    const body = { token: await linkToken() }
    expect((await shop.send('POST /subscriptions/link/revocation', { body })).status).toBe(200)
    for (const token of [first, body.token])
      expect((await shop.send('POST /subscriptions/link', { body: { token } })).status).toBe(422)
  })

  test('is opened by a link for its email address, and the answer never shows whether there is one', async () => {
    const ask = (email: string, number?: number) =>
      shop.send('POST /subscriptions/links', { body: { email, ...(number && { number }) } })
    const nobody = await shop.person(`Nobody ${count}`)
    const { number } = await shop.database.read
      .selectFrom('orders')
      .select('number')
      .where('user_id', '=', cora.userId)
      .executeTakeFirstOrThrow()
    const replies = [
      await ask(cora.email.toUpperCase()),
      await ask(nobody.email),
      await ask(cora.email, 999_999),
    ]
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      replies.map(() => [200, '{"acknowledged":true}']),
    )
    await ask(cora.email, number)
    expect((await tokensOf(cora.email)).map(({ event }) => event)).toEqual(['begun', 'link', 'link'])
    expect(await tokensOf(nobody.email)).toEqual([])
    const token = await linkToken()
    expect((await shop.send('POST /subscriptions/link', { body: { token } })).status).toBe(200)
  })

  test('of a guest is seen in the browser of the order, and follows its owner with the mailed link', async () => {
    await saveOpening(shop.database, forEveryone)
    const email = `gil.${count}@people.example`
    const items = [guestItem(shop.shelves.espresso)]
    const request = await guestRequest(shop, { items, email })
    const { headers } = await orderAsGuest(shop, { ...request, way: 'stripe' })
    const users = shop.database.read.selectFrom('users').selectAll().where('archived_at', 'is', null)
    const guest = await users.where('email', '=', email).executeTakeFirstOrThrow()
    const token = await linkToken()
    await shop.database.write(async ({ tx }) => moveSubscriptions(tx, cora.userId, guest.id))
    const seen = await shop.send('GET /subscriptions', { headers })
    expect(seen.answer.subscriptions).toMatchObject([{ _id: id }])
    const changed = await shop.send('PUT /subscriptions/{id}', {
      params: { id },
      body: { quantity: 2 },
      headers,
    })
    expect(changed.answer.quantity).toBe(2)
    expect((await list()).subscriptions).toEqual([])
    expect(
      (await shop.send('POST /subscriptions/link', { body: { token } })).answer.subscriptions,
    ).toHaveLength(1)
  })

  test('is found on every page until it has ended, also if the shop no longer offers any', async () => {
    const sell = (isOffered: boolean) =>
      saveTestSelling(shop.database, { ...roastsOnTuesdays, subscriptions: { isOffered, percentOff: 10 } })
    const isFound = async () => (await shop.app.inject('/')).body.includes('"hasSubscriptions":true')
    await sell(false)
    expect(await isFound()).toBe(true)
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ state: 'ended' }).execute())
    await sell(false)
    expect(await isFound()).toBe(false)
    await sell(true)
    expect(await isFound()).toBe(true)
  })

  test('is in the export of the own data, and without an address after the account was deleted', async () => {
    const { answer } = await cora.call('GET /account/export', {})
    expect(answer).toMatchObject({
      subscriptions: [{ product: 'Espresso', everyWeeks: 2, state: 'active', deliveries: [] }],
      cards: [{ card: 'Visa 4242', revokedAt: null }],
    })
    const token = await linkToken()
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ state: 'delivered' }).where('user_id', '=', cora.userId).execute(),
    )
    await cora.call('POST /account/deletion', { body: { password: cora.password } })
    expect(await subscriptionsOf(shop, cora)).toMatchObject([
      { state: 'ended', checkout: '{}', mandate_id: null },
    ])
    expect((await shop.send('POST /subscriptions/link', { body: { token } })).status).toBe(422)
  })
})
