import '#test/cheap-passwords.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutRequest } from '#contract/selling/checkout.ts'
import { fill } from '#test/cart.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'
import { eraseNetworks } from '../refuse-card-testing.ts'

const HOUR_MS = 60 * 60_000

describe.each(stores)('a thief who tries stolen cards on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh, { env: { TRUST_PROXY: '1' } })
  let count = 0
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
    const people = await Promise.all(Array.from({ length: 12 }, newPerson))
    // All addresses are in the same /48.
    const addressOf = (at: number) => `2001:db8:7:${at}::1`
    const outcomes: string[] = []
    for (const [at, person] of people.entries()) outcomes.push(await tryCard(person, addressOf(at)))
    expect(outcomes).toEqual([...opened(10), ...refused(2)])
    expect(shop.stripe.account.sessions.size).toBe(10)
    expect(await tryCard(await newPerson(), '2001:db8:8::1')).toBe('opened')
  })

  test('gets no more with all accounts at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, newPerson))
    const bodies = await Promise.all(people.map(checkoutOf))
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const replies = await Promise.all(
      people.map((person, at) => person.send('POST /checkout', { body: bodies[at], headers })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(shop.stripe.account.sessions.size).toBe(10)
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
    await eraseNetworks(shop.database)
    expect(await networks()).toBeGreaterThan(5)
    await passAnHour()
    await eraseNetworks(shop.database)
    expect(await networks()).toBe(0)
  })
})
