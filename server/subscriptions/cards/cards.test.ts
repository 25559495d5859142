import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findSleep, wake } from '#server/shop/sleep.ts'
import { fill } from '#test/cart.ts'
import { giveCode } from '#test/selling/discounts.ts'
import { portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'
import { finishCardChange, startCardChange } from '../change-card.ts'
import { endSubscriptions } from '../end-subscriptions.ts'
import { changeSubscription, changeWithin } from '../own/change-subscription.ts'
import { accountCheck } from './check-account.ts'
import { dropCards, eraseConsents } from './drop-cards.ts'

/** A Tuesday, before the cut-off of its roast day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
const selling = { ...portugueseShop, roasting, currency: 'USD' }

describe.each(stores)(
  'a subscription with a card that is saved at Stripe on $name',
  ({ name: dialect, fresh }) => {
    const shop = givenStripeShop(fresh)
    let cora: TestPerson
    let count = 0
    beforeAll(async () => {
      await saveTestSelling(shop.database, { ...selling, ways: ['stripe'] })
    })
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
      cora = await shop.person(`Cora ${(count += 1)}`)
      await subscribe(shop, cora, { coffees: [shop.shelves.espresso], everyWeeks: 2 })
      shop.stripe.account.pay(newestSession())
      await shop.stripe.events.deliver()
    })
    afterEach(async () => {
      vi.useRealTimers()
      await shop.database.write(async ({ tx }) => {
        await tx.updateTable('subscriptions').set({ state: 'ended' }).execute()
        await tx.deleteFrom('mandates').execute()
      })
    })

    const changing = () => ({ ...shop, products: shop.payments.products, sendsMail: false })
    const newestSession = () => [...shop.stripe.account.sessions.keys()].at(-1) ?? ''
    const mandates = () => {
      const own = shop.database.read.selectFrom('mandates').selectAll().where('user_id', '=', cora.userId)
      return own.orderBy('id').execute()
    }
    const cardsOf = (customer = '') => shop.stripe.account.cards.methodsOf(customer).length

    test('sleeps with the keys of another Stripe account, but not with those that may not read it', async () => {
      const place = { address: 'https://shop.example', folder: null }
      const start = () => accountCheck(shop.payments, place)()
      expect([await start(), await findSleep(shop.database.read)]).toEqual([true, null])
      shop.stripe.account.id = 'acct_other'
      shop.stripe.fault = () => 'error'
      expect([await start(), await findSleep(shop.database.read)]).toEqual([false, null])
      shop.stripe.fault = () => null
      shop.stripe.account.forbidden.add('account')
      expect([await start(), await findSleep(shop.database.read)]).toEqual([true, null])
      shop.stripe.account.forbidden.delete('account')
      expect([await start(), await findSleep(shop.database.read)]).toMatchObject([true, { reason: 'moved' }])
      await shop.database.write(({ tx }) => wake(tx, { ...place, account: 'acct_other' }))
      expect([await start(), await findSleep(shop.database.read)]).toEqual([true, null])
    })

    test('loses a card that was replaced, as soon as Stripe can be asked, and does not save it again', async () => {
      const saveCard = async () => {
        await startCardChange(shop, { userId: cora.userId, returnTo: '/subscriptions' })
        const session = newestSession()
        shop.stripe.account.pay(session)
        const save = () => finishCardChange(shop, { userId: cora.userId, session })
        expect(await save()).toMatchObject({ modifiedCount: 1 })
        return save
      }
      const saveAgain = await saveCard()
      await saveCard()
      const cards = async () => (await mandates()).map(({ customer }) => cardsOf(customer))
      shop.stripe.fault = () => 'error'
      await dropCards(shop)
      expect(await cards()).toEqual([1, 1, 1])
      shop.stripe.fault = () => null
      const stop = new AbortController()
      const turn = vi.spyOn(shop.payments, 'jobTurn').mockImplementation(async () => stop.abort())
      await dropCards(shop, stop.signal)
      turn.mockRestore()
      expect(await cards()).toEqual([1, 1, 1])
      await dropCards(shop)
      expect(await cards()).toEqual([0, 0, 1])
      expect(await saveAgain()).toMatchObject({ modifiedCount: 1 })
      expect(await mandates()).toHaveLength(3)
    })

    test('loses a card that was saved after all have ended', async () => {
      const { userId } = cora
      await startCardChange(shop, { userId, returnTo: '/subscriptions' })
      const session = newestSession()
      await shop.database.write(({ tx }) => endSubscriptions(tx, userId))
      shop.stripe.account.pay(session)
      expect(await finishCardChange(shop, { userId, session })).toMatchObject({ modifiedCount: 1 })
      expect(await startCardChange(shop, { userId, returnTo: '/subscriptions' })).toMatchObject({
        code: 'not-found',
      })
      const [, saved] = await mandates()
      expect(cardsOf(saved?.customer)).toBe(1)
      vi.setSystemTime(ORDERED + 61 * DAY_MS)
      await dropCards(shop)
      expect((await mandates()).map(({ customer }) => cardsOf(customer))).toEqual([0, 0])
    })

    test('is paid by card in place of transfers once its customer has saved one, if the shop takes cards', async () => {
      const { userId } = cora
      await shop.database.write(async ({ tx }) => {
        await tx
          .updateTable('subscriptions')
          .set({ mandate_id: null })
          .where('user_id', '=', userId)
          .execute()
        await tx.updateTable('mandates').set({ revoked_at: 1 }).where('user_id', '=', userId).execute()
      })
      const list = async () => (await cora.call('GET /subscriptions', {})).answer
      const changeUntil = async () => (await list()).subscriptions[0]?.next[0]?.changeUntil ?? 0
      const start = () => startCardChange(shop, { userId, returnTo: '/subscriptions' })
      await saveTestSelling(shop.database, { ...selling, ways: ['transfer'] })
      const refused = [(await list()).takesCards, await start()]
      await saveTestSelling(shop.database, { ...selling, ways: ['stripe'] })
      expect(refused).toMatchObject([undefined, { code: 'not-found' }])
      expect((await list()).takesCards).toBe(true)
      const before = await changeUntil()
      expect(await start()).toMatchObject({ url: expect.any(String) })
      const session = newestSession()
      shop.stripe.account.pay(session)
      await finishCardChange(shop, { userId, session })
      expect((await list()).subscriptions).toMatchObject([{ card: expect.stringContaining('4242') }])
      // A card is charged two days before the cut-off, and a transfer is asked for seven days before.
      expect((await changeUntil()) - before).toBe(5 * DAY_MS)
    })

    test('keeps its card for 60 days after it has ended, and the consent without it for three years', async () => {
      const [mandate] = await mandates()
      const left = () => cardsOf(mandate?.customer)
      const set = (state: 'active' | 'ended') =>
        changeSubscription(changing(), cora, { id, change: { state } })
      const [{ id } = { id: '' }] = await subscriptionsOf(shop, cora)
      await set('ended')
      vi.setSystemTime(ORDERED + 59 * DAY_MS)
      await dropCards(shop)
      expect([left(), await set('active')]).toMatchObject([1, { state: 'active' }])
      await set('ended')
      vi.setSystemTime(ORDERED + 120 * DAY_MS)
      await dropCards(shop)
      expect([left(), await set('active')]).toMatchObject([0, { code: 'card-deleted' }])
      vi.setSystemTime(ORDERED + 3 * 365 * DAY_MS)
      await eraseConsents(shop.database)
      expect(await mandates()).toHaveLength(1)
      vi.setSystemTime(ORDERED + (120 + 3 * 366 + 1) * DAY_MS)
      await eraseConsents(shop.database)
      expect(await mandates()).toEqual([])
    })

    // SQLite runs one write transaction at a time.
    test.skipIf(dialect === 'sqlite')(
      'keeps its card if it is resumed while unused cards are revoked',
      async () => {
        const [{ id } = { id: '' }] = await subscriptionsOf(shop, cora)
        const set = (state: 'active' | 'ended') => ({ id, userId: cora.userId, change: { state } })
        await shop.database.write((write) => changeWithin(changing(), write, set('ended')))
        vi.setSystemTime(ORDERED + 61 * DAY_MS)
        let dropping = Promise.resolve()
        await shop.database.write(async (write) => {
          await changeWithin(changing(), write, set('active'))
          dropping = dropCards(shop)
          await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0))
        })
        await dropping
        expect(await mandates()).toMatchObject([{ revoked_at: null, dropped_at: null }])
      },
    )

    test.skipIf(dialect === 'sqlite')('is not resumed if its card is being revoked', async () => {
      const [{ id } = { id: '' }] = await subscriptionsOf(shop, cora)
      const set = (state: 'active' | 'ended') =>
        changeSubscription(changing(), cora, { id, change: { state } })
      await set('ended')
      let resuming: ReturnType<typeof set> | undefined
      await shop.database.write(async ({ tx }) => {
        await tx.updateTable('mandates').set({ revoked_at: ORDERED }).execute()
        resuming = set('active')
        await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0))
      })
      expect(await resuming).toMatchObject({ code: 'card-deleted' })
    })

    async function waitingForLocks(): Promise<number> {
      const { rows } = await sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(shop.database.read)
      return rows.length
    }

    test('does not begin with an order that costs nothing, unless later ones can be paid by transfer', async () => {
      const { code } = await giveCode(shop.database, { value: 100 })
      const lines = await fill(cora, shop.shelves.espresso)
      await shop.database.write(({ tx }) =>
        tx.updateTable('cart_items').set({ every_weeks: 2 }).where('id', 'in', lines).execute(),
      )
      const quote = { lines, country: null, methodId: 'counter', code }
      const quoted = async () => (await cora.call('POST /checkout/quote', { body: quote })).answer
      const { offers, totals } = await quoted()
      const promise = offers.find(({ id }) => id === 'counter')?.promise ?? null
      const body = { lines, methodId: 'counter', address: null, note: '', code, total: 0, promise }
      const order = () => cora.send('POST /checkout', { body })
      expect(totals).toMatchObject({ total: 0, tooSmall: expect.stringContaining('saves no card') })
      expect((await order()).problem).toMatchObject({ code: 'amount-too-small', detail: totals?.tooSmall })
      expect(await subscriptionsOf(shop, cora)).toHaveLength(1)
      await saveTestSelling(shop.database, { ...selling, ways: ['stripe', 'transfer'] })
      expect((await quoted()).totals).not.toHaveProperty('tooSmall')
      expect((await order()).answer.status).toBe('paid')
      expect(await subscriptionsOf(shop, cora)).toMatchObject([{}, { state: 'active', mandate_id: null }])
      await saveTestSelling(shop.database, { ...selling, ways: ['stripe'] })
    })

    test('loses its card with the account', async () => {
      const [mandate] = await mandates()
      await shop.database.write(({ tx }) => endSubscriptions(tx, cora.userId))
      await dropCards(shop)
      expect(cardsOf(mandate?.customer)).toBe(0)
      expect(await mandates()).toMatchObject([{ customer: '', method: null, card: '', consent: 1 }])
    })
  },
)
