import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'

const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const MINUTE_MS = 60_000

const porto = { ...lisbonAddress, line1: 'Rua das Flores 1', city: 'Porto', postcode: '4050-262' }

describe.each(stores)('the code for a subscription on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let cora: TestPerson
  let id = ''
  let token = ''
  let count = 0
  beforeAll(() =>
    saveTestSelling(shop.database, {
      ...portugueseShop,
      roasting: { weekdays: [2], cutOff: '10:00', closedDays: [] },
      subscriptions: { isOffered: true, percentOff: 0 },
    }),
  )
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    ;({ id, token } = await begin(cora))
  })
  afterEach(() => vi.useRealTimers())

  /** Subscribes to a coffee, and returns the id of the subscription and the token of the mailed link. */
  async function begin(person: TestPerson): Promise<{ id: string; token: string }> {
    await subscribe(shop, person, { coffees: [shop.shelves.espresso], everyWeeks: 2, way: 'stripe' })
    shop.stripe.account.pay([...shop.stripe.account.sessions.keys()].at(-1) ?? '')
    await shop.stripe.events.deliver()
    const [row] = await subscriptionsOf(shop, person)
    return { id: row?.id ?? '', token: await newest(person, 'subscription') }
  }

  /** Returns the secret in the newest mail to a person. */
  async function newest({ email }: TestPerson, template: 'subscription' | 'subscription-code') {
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', email)
    const rows = await mails.where('template', '=', template).orderBy('id').execute()
    const { token: secret = '' }: { token?: string } = JSON.parse(rows.at(-1)?.data ?? '{}')
    return secret
  }

  /** Asks for a code by a link, and returns it. */
  async function code(person = cora, link = token): Promise<string> {
    await shop.send('POST /subscriptions/link/code', { body: { token: link } })
    return newest(person, 'subscription-code')
  }

  const put = (change: SubscriptionChange, given: { code?: string; token?: string } = {}) =>
    shop.send('PUT /subscriptions/link/{id}', { params: { id }, body: { token, change, ...given } })
  const goTo = (methodId: string, address = porto) => ({ destination: { methodId, address } })
  const other = (right: string) => (right === '123456' ? '654321' : '123456')
  const own = async () => (await cora.call('GET /subscriptions', {})).answer.subscriptions[0]

  test('confirms a dearer change and another address, each once, which are undone without one', async () => {
    const given = { code: await code() }
    expect(given.code).toMatch(/^\d{6}$/)
    expect((await put({ quantity: 2 }, given)).answer.quantity).toBe(2)
    expect((await put({ quantity: 3 }, given)).problem.code).toBe('code-expired')
    expect((await put(goTo('post'))).problem.code).toBe('link-not-enough')
    const moved = await put(goTo('post'), { code: await code() })
    expect(moved.answer.addressLines).toContain('4050-262 Porto')
    for (const change of [{ quantity: 1 }, goTo('post', lisbonAddress), goTo('post'), { quantity: 2 }])
      expect((await put(change)).status).toBe(200)
    expect((await put({ quantity: 3 })).status).toBe(403)
  })

  test('is wrong, then right, and not tried a sixth time', async () => {
    const right = await code()
    expect((await put(goTo('post'), { code: other(right) })).problem.code).toBe('wrong-code')
    expect((await put(goTo('nowhere'), { code: right })).problem.code).toBe('cannot-be-delivered')
    expect((await put(goTo('post'), { code: right })).status).toBe(200)
    const next = await code()
    for (let tries = 0; tries < 5; tries += 1) await put({ quantity: 9 }, { code: other(next) })
    expect((await put({ quantity: 9 }, { code: next })).problem.code).toBe('code-expired')
    expect((await own())?.quantity).toBe(1)
  })

  test('expires after ten minutes, and when a new one is mailed', async () => {
    const first = await code()
    const second = await code()
    expect((await put({ quantity: 2 }, { code: first })).problem.code).toBe('wrong-code')
    vi.setSystemTime(ORDERED + 10 * MINUTE_MS)
    expect((await put({ quantity: 2 }, { code: second })).problem.code).toBe('code-expired')
  })

  test('of another account, or for the subscription of somebody else, changes nothing', async () => {
    const dora = await shop.person(`Dora ${count}`)
    const hers = await begin(dora)
    const herCode = await code(dora, hers.token)
    expect((await put({ quantity: 2 }, { code: herCode })).problem.code).toBe('code-expired')
    expect((await put({ quantity: 2 }, { code: herCode, token: hers.token })).status).toBe(404)
    expect((await own())?.quantity).toBe(1)
  })

  test('is used once by two tabs, and mailed at most three times at once', async () => {
    const given = { code: await code() }
    const both = await Promise.all([put({ quantity: 5 }, given), put(goTo('post'), given)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await code()
    const third = await code()
    await code()
    const mails = shop.database.read.selectFrom('outbox').select('id').where('recipient', '=', cora.email)
    expect(await mails.where('template', '=', 'subscription-code').execute()).toHaveLength(3)
    expect((await put({ quantity: 6 }, { code: third })).status).toBe(200)
  })

  test('is not needed by a customer who is logged in, and not mailed by a revoked link', async () => {
    const changed = await cora.send('PUT /subscriptions/{id}', { params: { id }, body: goTo('post') })
    expect(changed.answer.addressLines).toContain('4050-262 Porto')
    await shop.send('POST /subscriptions/link/revocation', { body: { token } })
    const refused = await shop.send('POST /subscriptions/link/code', { body: { token } })
    expect(refused.problem.code).toBe('mailed-link-used')
  })

  test('opens the page for a new card by a link, which is saved without a login', async () => {
    const openCard = (given: string) =>
      shop.send('POST /subscriptions/link/card', { body: { token, code: given } })
    const right = await code()
    expect((await openCard(other(right))).problem.code).toBe('wrong-code')
    shop.stripe.fault = () => 'error'
    expect((await openCard(right)).problem.code).toBe('gateway-unreachable')
    shop.stripe.fault = () => null
    const { answer } = await openCard(right)
    expect((await openCard(right)).problem.code).toBe('code-expired')
    const session = [...shop.stripe.account.sessions.values()].at(-1)
    expect(answer.url).toBe(session?.url)
    shop.stripe.account.cards.last4 = '1881'
    shop.stripe.account.pay(session?.id ?? '')
    const body = { token, session: session?.id ?? '' }
    expect((await shop.send('POST /subscriptions/link/card/done', { body })).status).toBe(200)
    expect((await own())?.card).toBe('Visa 1881')
  })
})
