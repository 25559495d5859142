import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import { paymentHooks } from '#server/orders/payment-hooks.ts'
import { fill } from '#test/cart.ts'
import { orderRow, paymentRow } from '#test/rows.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'
import { eraseAttempts } from '../refuse-card-testing.ts'

const HOUR_MS = 60 * 60_000
const MAIL = 'Somebody may be trying stolen cards in your shop'

describe.each(stores)('a thief who tries stolen cards on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: { TRUST_PROXY: '1' } })
  let count = 0
  /** Twenty people, because sign-ups are limited. */
  let crowd: TestPerson[] = []
  beforeAll(async () => void (crowd = await Promise.all(Array.from({ length: 20 }, newPerson))))
  beforeEach(async () => {
    shop.stripe.account.clear()
    await shop.database.write(({ tx }) => tx.updateTable('payments').set({ status: 'succeeded' }).execute())
    await saveTestSelling(shop.database, portugueseShop)
  })

  const passAnHour = () =>
    shop.database.write(({ tx }) =>
      tx
        .updateTable('payments')
        .set(({ eb }) => ({ created_at: eb('created_at', '-', HOUR_MS) }))
        .execute(),
    )
  const newPerson = () => shop.person(`Eve ${(count += 1)}`)

  function personOf(at: number): TestPerson {
    const person = crowd[at]
    if (!person) throw new Error(`There are only ${crowd.length} people.`)
    return person
  }

  /** Puts a coffee into the cart, and returns the checkout for it. */
  async function checkoutOf(person: TestPerson): Promise<CheckoutRequest> {
    const [id = ''] = await fill(person, shop.shelves.espresso)
    const body = { lines: [id], country: 'PT', methodId: 'post' }
    const { answer } = await person.call('POST /checkout/quote', { body })
    const [{ promise = null } = {}] = answer.offers
    const total = answer.totals?.total ?? 0
    return { lines: [id], methodId: 'post', address: lisbonAddress, note: '', total, promise }
  }

  /** Opens Stripe's page from this address, and leaves it without paying. Returns the problem, if there is one. */
  async function tryCard(person: TestPerson, ip: string): Promise<string> {
    const body = await checkoutOf(person)
    const reply = await person.send('POST /checkout', { body, headers: { 'x-forwarded-for': ip } })
    if (reply.status !== 200) return reply.problem.code
    const { paymentId: id = '' } = reply.answer
    await person.call('DELETE /payment/{id}', { params: { id } })
    return 'opened'
  }

  async function tryOften(times: number, attempt: (at: number) => Promise<string>): Promise<string[]> {
    const outcomes: string[] = []
    for (let at = 0; at < times; at++) outcomes.push(await attempt(at))
    return outcomes
  }

  const opened = (times: number) => Array<string>(times).fill('opened')
  const refused = (times: number) => Array<string>(times).fill('too-many-attempts')

  test('gets at most five pages of Stripe in an hour, from anywhere, and then one again', async () => {
    const eve = await newPerson()
    expect(await tryOften(7, (at) => tryCard(eve, `203.0.113.${at}`))).toEqual([...opened(5), ...refused(2)])
    expect(shop.stripe.account.sessions.size).toBe(5)
    await passAnHour()
    expect(await tryCard(eve, '203.0.113.9')).toBe('opened')
  })

  test('gets at most ten from one network, with any number of accounts, while others buy', async () => {
    // All addresses are in the same /48.
    const addressOf = (at: number) => `2001:db8:7:${at}::1`
    const outcomes: string[] = []
    for (const [at, person] of crowd.slice(0, 12).entries())
      outcomes.push(await tryCard(person, addressOf(at)))
    expect(outcomes).toEqual([...opened(10), ...refused(2)])
    expect(shop.stripe.account.sessions.size).toBe(10)
    expect(await tryCard(personOf(19), '2001:db8:8::1')).toBe('opened')
  })

  test('gets no more with all accounts at the same moment', async () => {
    const bodies = await Promise.all(crowd.map(checkoutOf))
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const replies = await Promise.all(
      crowd.map((person, at) => person.send('POST /checkout', { body: bodies[at], headers })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(shop.stripe.account.sessions.size).toBe(10)
  })

  describe('with many accounts in many networks', () => {
    const needsConfirmation = (times: number) => Array<string>(times).fill('confirm-email')
    const mails = () =>
      shop.database.read.selectFrom('outbox').select('recipient').where('subject', '=', MAIL).execute()

    /** Opens Stripe's page 51 times, which is one time more than is normal, and tries it twice more. */
    async function tryFromEverywhere(): Promise<string[]> {
      await passAnHour()
      const network = (count += 1)
      return tryOften(53, (at) => tryCard(personOf(at % 18), `198.51.${network}.${at}`))
    }

    test('gets at most 51 pages, while those who have confirmed an address or bought before still buy', async () => {
      expect(await tryFromEverywhere()).toEqual([...opened(51), ...needsConfirmation(2)])
      expect(shop.stripe.account.sessions.size).toBe(51)
      const [confirmed, regular, newcomer] = [await newPerson(), await newPerson(), await newPerson()]
      await shop.database.write(async ({ tx }) => {
        await tx.updateTable('accounts').set({ confirmed: 1 }).where('email', '=', confirmed.email).execute()
        const orders = [
          { of: regular, created_at: Date.now() - 2 * HOUR_MS },
          { of: newcomer, created_at: Date.now() - 2 * HOUR_MS, state: 'refunded' as const },
          { of: newcomer, created_at: Date.now() - HOUR_MS / 2 },
        ]
        const numbered = orders.map(({ of: { userId: user_id, email }, ...order }) =>
          orderRow({ ...order, user_id, email, number: 1e6 + (count += 1) }),
        )
        await tx.insertInto('orders').values(numbered).execute()
      })
      expect(await tryCard(confirmed, '203.0.113.71')).toBe('opened')
      expect(await tryCard(regular, '203.0.113.72')).toBe('opened')
      expect(await tryCard(newcomer, '203.0.113.73')).toBe('confirm-email')
      expect(shop.stripe.account.sessions.size).toBe(53)
      await passAnHour()
      expect(await tryCard(newcomer, '203.0.113.73')).toBe('opened')
    })

    test('is not seen in a shop that sells more than a fifth', async () => {
      expect((await tryFromEverywhere()).at(-1)).toBe('confirm-email')
      const sell = (times: number) =>
        shop.database.write(({ tx }) =>
          tx
            .insertInto('payments')
            .values(Array.from({ length: times }, () => paymentRow({ gateway: 'stripe' })))
            .execute(),
        )
      await sell(10)
      expect(await tryCard(personOf(19), '203.0.113.81')).toBe('confirm-email')
      await sell(1)
      expect(await tryCard(personOf(19), '203.0.113.82')).toBe('opened')
    })

    test('is reported to the owner by one mail and in the log, at most once a day', async () => {
      const hooks = paymentHooks({ sendsMail: true, currency: shop.payments.currency })
      vi.spyOn(shop.payments, 'onCardTesting').mockImplementation(hooks.onCardTesting)
      const warn = vi.fn()
      shop.payments.log = { warn }
      const forget = (ms: number) =>
        shop.database.write(({ tx }) =>
          tx
            .updateTable('counters')
            .set(({ eb }) => ({ value: eb('value', '-', ms) }))
            .where('name', '=', 'card testing warned of')
            .execute(),
        )
      await forget(48 * HOUR_MS)
      await tryFromEverywhere()
      expect(await mails()).toEqual([{ recipient: null }])
      expect(warn.mock.calls).toEqual([[expect.stringContaining('stolen cards')]])
      await forget(23 * HOUR_MS)
      expect(await tryCard(personOf(19), '203.0.113.91')).toBe('confirm-email')
      expect((await mails()).length).toBe(1)
      await forget(HOUR_MS)
      expect(await tryCard(personOf(19), '203.0.113.92')).toBe('confirm-email')
      expect([(await mails()).length, warn.mock.calls.length]).toEqual([2, 2])
    })
  })

  test('is forgotten: what was paid does not count, and the network is erased after an hour', async () => {
    const eve = await newPerson()
    await tryOften(5, () => tryCard(eve, '192.0.2.1'))
    await shop.database.write(({ tx }) => tx.updateTable('payments').set({ status: 'succeeded' }).execute())
    expect(await tryCard(eve, '192.0.2.1')).toBe('opened')
    const networks = async () =>
      (await shop.database.read.selectFrom('payments').select('network').execute()).filter(
        ({ network }) => network !== null,
      ).length
    await eraseAttempts(shop.database)
    expect(await networks()).toBeGreaterThan(5)
    await passAnHour()
    await eraseAttempts(shop.database)
    expect(await networks()).toBe(0)
  })
})
