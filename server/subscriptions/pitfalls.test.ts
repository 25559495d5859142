import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelAttempt } from '#server/payments/cancel-attempt.ts'
import { chargeDue } from '#server/payments/renewals/charge-due.ts'
import { reconcileAll } from '#test/gateway.ts'
import { withdrawOrderOf } from '#test/orders/withdraw-order.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { findFaults } from '#test/stripe/audit.ts'
import type { Intent, Session } from '#test/stripe/objects.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'
import { finishCardChange, startCardChange } from './change-card.ts'
import { closeDue } from './close-due.ts'

/** A Tuesday, before the cut-off of its roast day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000
/** When the second delivery is ordered and charged, in days after the first order. */
const DUE = 12.1
const AN_HOUR = 1 / 24

describe.each(stores)('a subscription that is charged at Stripe on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  let cora: TestPerson
  let count = 0
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    const selling = { ...portugueseShop, roasting, currency: 'USD', hasWithdrawal: true }
    await saveTestSelling(shop.database, { ...selling, ways: ['stripe'] })
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    shop.stripe.account.clear()
    cora = await shop.person(`Cora ${(count += 1)}`)
  })
  afterEach(async () => {
    const faults = await findFaults(shop.database.read)
    vi.useRealTimers()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ state: 'ended' }).execute()
      await tx.updateTable('payments').set({ due_at: null }).execute()
    })
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })

  const cards = () => shop.stripe.account.cards
  function newestSession(): Session {
    const session = [...shop.stripe.account.sessions.values()].at(-1)
    if (!session) throw new Error('Stripe has no page.')
    return session
  }
  const begin = async (): Promise<Session> => {
    await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
    return newestSession()
  }
  async function beginPaid(): Promise<void> {
    const { id } = await begin()
    shop.stripe.account.pay(id)
    await shop.stripe.events.deliver()
  }
  /** Lets time pass until some days after the first order, and runs the jobs. */
  async function after(days: number): Promise<void> {
    vi.setSystemTime(ORDERED + days * DAY_MS)
    await closeDue(shop)
    await chargeDue(shop.payments)
  }
  const mandates = () =>
    shop.database.read
      .selectFrom('mandates')
      .selectAll()
      .where('user_id', '=', cora.userId)
      .orderBy('id')
      .execute()
  const renewals = () =>
    shop.database.read
      .selectFrom('payments')
      .innerJoin('orders', 'orders.payment_id', 'payments.id')
      .select(['payments.id', 'payments.status', 'orders.state', 'payments.tries', 'payments.due_at'])
      .where('payments.user_id', '=', cora.userId)
      .where('subscription', '=', 'renewal')
      .execute()
  const intents = (): Intent[] =>
    [...shop.stripe.account.intents.values()].filter(({ metadata }) => metadata['try'] !== undefined)
  const charged = () => intents().filter(({ status }) => status === 'succeeded').length

  test('saves the card by which it was paid, under a customer of its own, with its name', async () => {
    cards().last4 = '0341'
    await beginPaid()
    cards().last4 = '4242'
    const [mandate, ...others] = await mandates()
    expect([others, mandate?.card]).toEqual([[], 'Visa 0341'])
    expect(cards().methodsOf(String(mandate?.customer))).toHaveLength(1)
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ mandate_id: mandate?.id }])
  })

  test('goes on without the name of the card if Stripe cannot be asked for it', async () => {
    const { id } = await begin()
    shop.stripe.account.pay(id)
    shop.stripe.fault = () => 'error'
    await shop.stripe.events.deliver()
    expect(await mandates()).toMatchObject([{ card: '', customer: expect.stringMatching(/^cus_/) }])
  })

  test('is charged when it is the turn of this background job', async () => {
    await beginPaid()
    const turn = vi.spyOn(shop.payments, 'jobTurn')
    const before = shop.stripe.requests.length
    await after(DUE)
    expect(shop.stripe.requests).toHaveLength(before + 1)
    expect(turn).toHaveBeenCalledTimes(1)
  })

  test('is charged once if the scheduler fires twice, in two instances', async () => {
    await beginPaid()
    await after(DUE - AN_HOUR)
    const other = await shop.another()
    vi.setSystemTime(ORDERED + DUE * DAY_MS)
    shop.stripe.delayMs = 50
    const { database, payments, selling } = shop
    const parts = { database, products: payments.products, selling }
    await Promise.all([payments, other.payments].map((each) => closeDue({ ...parts, payments: each })))
    await Promise.all([payments, other.payments, payments].map((each) => chargeDue(each)))
    await other.close()
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid' }])
    expect(intents()).toHaveLength(1)
  })

  test('is charged once if the charge succeeds and its answer is lost, also when Stripe has forgotten its key', async () => {
    await beginPaid()
    shop.stripe.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('intents') ? 'garbled' : null
    await after(DUE)
    await after(DUE + AN_HOUR)
    expect(await renewals()).toMatchObject([{ status: 'pending', state: 'waiting', tries: 0 }])
    shop.stripe.fault = () => null
    shop.stripe.keys.forget()
    await after(DUE + 1)
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid' }])
    expect(intents()).toHaveLength(1)
  })

  test('is found paid by the list of charges if the answer was lost', async () => {
    await beginPaid()
    shop.stripe.fault = ({ path }) => (path.endsWith('intents') ? 'garbled' : null)
    await after(DUE)
    await reconcileAll(shop.payments)
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid' }])
  })

  test('does not keep the mandate of a failed first payment', async () => {
    const { id } = await begin()
    for (let tries = 0; tries < 5; tries += 1) shop.stripe.account.decline(id)
    await shop.stripe.events.deliver()
    expect([await mandates(), await subscriptionsOf(shop, cora)]).toEqual([[], []])
    expect(shop.stripe.account.session(id)).toMatchObject({ status: 'expired', customer: null })
  })

  test('leaves nothing behind if the checkout is abandoned', async () => {
    const { id } = await begin()
    shop.stripe.account.expire(id)
    await shop.stripe.events.deliver()
    expect([await mandates(), await subscriptionsOf(shop, cora)]).toEqual([[], []])
  })

  test('exists once if it is bought again after a decline', async () => {
    const { id } = await begin()
    shop.stripe.account.decline(id)
    shop.stripe.account.expire(id)
    await shop.stripe.events.deliver()
    await beginPaid()
    expect(await subscriptionsOf(shop, cora)).toHaveLength(1)
    expect(await mandates()).toHaveLength(1)
  })

  test('tries a declined card again on days 3 and 7, with intents of which the earlier ones cannot succeed', async () => {
    await beginPaid()
    cards().declines = 'insufficient_funds'
    await after(DUE)
    expect(await renewals()).toMatchObject([{ status: 'pending', tries: 1 }])
    await after(DUE + 3.1)
    cards().declines = null
    await after(DUE + 7.1)
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid', tries: 2 }])
    expect(intents().map(({ status }) => status)).toEqual(['canceled', 'canceled', 'succeeded'])
  })

  test('counts a decline once if its answer was lost and two instances ask again', async () => {
    await beginPaid()
    cards().declines = 'insufficient_funds'
    shop.stripe.fault = ({ path }) => (path.endsWith('cancel') ? 'garbled' : null)
    await after(DUE)
    expect(await renewals()).toMatchObject([{ status: 'pending', tries: 0 }])
    shop.stripe.fault = () => null
    const other = await shop.another()
    await Promise.all([after(DUE + AN_HOUR), chargeDue(other.payments)])
    await other.close()
    expect(await renewals()).toMatchObject([{ status: 'pending', tries: 1 }])
    expect(intents()).toHaveLength(1)
  })

  test.each(['expired_card', 'stolen_card', 'revocation_of_authorization'])(
    'does not charge a card again that is declined for good (%s), and pauses',
    async (code) => {
      await beginPaid()
      cards().declines = code
      await after(DUE)
      await after(DUE + 3.1)
      expect(await renewals()).toMatchObject([{ status: 'failed', state: 'cancelled' }])
      expect(intents().map(({ status }) => status)).toEqual(['canceled'])
      expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'paused' }])
    },
  )

  test('is given up if the saved card no longer exists', async () => {
    await beginPaid()
    for (const { id, customer } of cards().methods.values()) if (customer) cards().detach(id)
    await after(DUE)
    expect(await renewals()).toMatchObject([{ status: 'failed', state: 'cancelled' }])
  })

  test('tells the customer if the bank wants authentication and nobody is there', async () => {
    await beginPaid()
    const told = vi.spyOn(shop.payments, 'onRenewalDeclined')
    cards().declines = 'authentication_required'
    await after(DUE)
    expect(told.mock.calls.map(([, declined]) => declined)).toMatchObject([
      { retry: 'customer', nextAt: expect.any(Number) },
    ])
    told.mockRestore()
    expect(await renewals()).toMatchObject([{ status: 'pending', state: 'waiting' }])
    expect(intents().map(({ status }) => status)).toEqual(['canceled'])
  })

  test('is charged or told about, whatever fails on the way', async () => {
    await beginPaid()
    const told = vi.spyOn(shop.payments, 'onRenewalDeclined')
    for (const [index, fault] of (['down', 'lost', 'error', 'garbled'] as const).entries()) {
      shop.stripe.fault = () => fault
      await after(DUE + index * AN_HOUR)
    }
    expect(await renewals()).toMatchObject([{ status: 'pending', state: 'waiting' }])
    shop.stripe.fault = ({ method }) => (method === 'POST' ? 'stored error' : null)
    await after(DUE + 10 * AN_HOUR)
    await after(DUE + 11 * AN_HOUR)
    expect(charged() + told.mock.calls.length).toBe(1)
    told.mockRestore()
  })

  test('gets a new card on the page of the customer', async () => {
    await beginPaid()
    const { answer } = await cora.call('POST /subscriptions/card', { body: { returnTo: '/subscriptions' } })
    const { id: session, url } = newestSession()
    shop.stripe.account.pay(session)
    const done = await cora.call('POST /subscriptions/card/done', { body: { session } })
    expect([answer.url, done.status]).toEqual([url, 200])
    const [, mandate] = await mandates()
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ mandate_id: mandate?.id }])
  })

  test('charges the new card, and never the old one again', async () => {
    await beginPaid()
    cards().declines = 'insufficient_funds'
    await after(DUE)
    const page = await startCardChange(shop, { userId: cora.userId, returnTo: '/subscriptions' })
    const session = newestSession()
    expect(page).toEqual({ url: session.url })
    expect(session.success_url).toContain(`/subscriptions?session=${session.id}`)
    const owner = { userId: cora.userId, session: session.id }
    expect(await finishCardChange(shop, owner)).toMatchObject({ code: 'not-found' })
    cards().last4 = '1881'
    shop.stripe.account.pay(session.id)
    cards().last4 = '4242'
    const other = await shop.person('Somebody else')
    expect(await finishCardChange(shop, { ...owner, userId: other.userId })).toMatchObject({
      code: 'not-found',
    })
    // The page may be loaded twice.
    for (let loads = 0; loads < 2; loads += 1)
      expect(await finishCardChange(shop, owner)).toMatchObject({ acknowledged: true })
    cards().declines = null
    await after(DUE + AN_HOUR)
    const customers = (await mandates()).map(({ customer }) => customer)
    expect(await mandates()).toMatchObject([
      { revoked_at: expect.any(Number) },
      { card: 'Visa 1881', revoked_at: null },
    ])
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid' }])
    expect(intents()).toMatchObject([
      { status: 'canceled', customer: customers[0] },
      { status: 'succeeded', customer: customers[1] },
    ])
  })

  test('charges the old card once if it is replaced while the answer of its charge is lost', async () => {
    await beginPaid()
    shop.stripe.fault = ({ path }) => (path.endsWith('intents') ? 'garbled' : null)
    await after(DUE)
    shop.stripe.fault = () => null
    await startCardChange(shop, { userId: cora.userId, returnTo: '/subscriptions' })
    const { id: session } = newestSession()
    shop.stripe.account.pay(session)
    expect(await finishCardChange(shop, { userId: cora.userId, session })).toMatchObject({ modifiedCount: 1 })
    await after(DUE + AN_HOUR)
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid' }])
    expect(intents()).toHaveLength(1)
    await after(DUE + 14)
    expect(new Set(intents().map(({ customer }) => customer)).size).toBe(2)
  })

  test.each([
    ['for now', 'insufficient_funds'],
    ['for good', 'expired_card'],
  ])('charges the new card at once if the old one is declined %s after it was replaced', async (_, code) => {
    await beginPaid()
    cards().declines = code
    shop.stripe.fault = ({ path }) => (path.endsWith('cancel') ? 'garbled' : null)
    await after(DUE)
    shop.stripe.fault = () => null
    await startCardChange(shop, { userId: cora.userId, returnTo: '/subscriptions' })
    const { id: session } = newestSession()
    shop.stripe.account.pay(session)
    await finishCardChange(shop, { userId: cora.userId, session })
    await after(DUE + AN_HOUR)
    expect(charged()).toBe(0)
    cards().declines = null
    await after(DUE + 2 * AN_HOUR)
    expect(await renewals()).toMatchObject([{ status: 'succeeded', state: 'paid' }])
    expect(await subscriptionsOf(shop, cora)).toMatchObject([{ state: 'active' }])
    const customers = (await mandates()).map(({ customer }) => customer)
    expect(intents().map(({ customer }) => customer)).toEqual(customers)
  })

  test.each([
    { lost: 'the answer', fault: 'garbled', state: 'paid', code: 'already-paid' },
    { lost: 'the request', fault: 'error', state: 'cancelled', code: undefined },
  ] as const)('can be cancelled safely if $lost of its charge was lost', async ({ fault, state, code }) => {
    await beginPaid()
    shop.stripe.fault = ({ method, path }) => (method === 'POST' && path.endsWith('intents') ? fault : null)
    await after(DUE)
    const id = String((await renewals())[0]?.id)
    shop.stripe.fault = () => 'error'
    expect(await cancelAttempt(shop.payments, id, { by: 'ada' })).toMatchObject({
      code: 'gateway-unreachable',
    })
    shop.stripe.fault = () => null
    expect(await cancelAttempt(shop.payments, id, { by: 'ada' })).toMatchObject(
      code ? { code } : { status: 'failed' },
    )
    await after(DUE + AN_HOUR)
    expect(await renewals()).toMatchObject([{ state }])
    expect(charged()).toBe(code ? 1 : 0)
  })

  test.each([
    { lost: 'the answer', fault: 'garbled', state: 'paid' },
    { lost: 'the request', fault: 'error', state: 'cancelled' },
  ] as const)(
    'is not charged after a withdrawal if $lost of its charge was lost',
    async ({ fault, state }) => {
      await beginPaid()
      shop.stripe.fault = ({ method, path }) => (method === 'POST' && path.endsWith('intents') ? fault : null)
      await after(DUE)
      shop.stripe.fault = () => 'error'
      await withdrawOrderOf(shop.payments, String((await renewals())[0]?.id))
      await after(DUE + AN_HOUR)
      expect(await renewals()).toMatchObject([{ state: 'waiting' }])
      shop.stripe.fault = () => null
      await after(DUE + 2 * AN_HOUR)
      expect(await renewals()).toMatchObject([{ state }])
      expect(charged()).toBe(state === 'paid' ? 1 : 0)
    },
  )

  test('refuses the request of a charge that arrives after it was cancelled', async () => {
    await beginPaid()
    await after(DUE - AN_HOUR)
    shop.stripe.fault = ({ method, path }) => (method === 'POST' && path.endsWith('intents') ? 'error' : null)
    await after(DUE)
    const [renewal] = await renewals()
    const attempt = await shop.database.read
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', String(renewal?.id))
      .executeTakeFirstOrThrow()
    shop.stripe.fault = () => null
    await cancelAttempt(shop.payments, attempt.id, { by: 'ada' })
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ status: 'pending' }).where('id', '=', attempt.id).execute(),
    )
    await chargeDue(shop.payments)
    expect(charged()).toBe(0)
    await shop.database.write(({ tx }) =>
      tx.updateTable('payments').set({ status: 'failed' }).where('id', '=', attempt.id).execute(),
    )
  })

  test('is refunded like any other order, and a decline of its card is none of a page', async () => {
    await beginPaid()
    cards().declines = 'insufficient_funds'
    await after(DUE)
    await shop.stripe.events.deliver()
    cards().declines = null
    await after(DUE + 3.1)
    const [renewal] = await renewals()
    const declines = await shop.database.read
      .selectFrom('counters')
      .select('name')
      .where('name', '=', `declines of ${renewal?.id}`)
      .execute()
    expect([declines, renewal?.state]).toEqual([[], 'paid'])
    const intent = intents().find(({ status }) => status === 'succeeded')
    shop.stripe.account.createRefund({ payment_intent: String(intent?.id), amount: String(intent?.amount) })
    await shop.stripe.events.deliver()
    expect(await renewals()).toMatchObject([{ state: 'refunded' }])
  })
})
