import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { bank } from '#test/selling/guests.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { expectAsked, expectOrderedInTime } from '#test/selling/subscription-audit.ts'
import { live, subscriptionHistory } from '#test/selling/subscription-history.ts'
import { mailSettings } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { expectRightBooks } from '#test/stripe/audit.ts'
import { comeToRest } from '#test/stripe/come-to-rest.ts'
import { actionsOf } from '#test/stripe/shop-actions.ts'
import { newWorld } from '#test/stripe/world.ts'
import type { World } from '#test/stripe/world.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'

/** `npm run soak` sets the number of histories. */
const { SOAK_HISTORIES: soak, HISTORIES_SEED } = process.env
const numRuns = Number(soak ?? 12)
const seed = Number(HISTORIES_SEED ?? Date.now() % 2 ** 31)

/** A Tuesday. The shop roasts on Tuesdays and Fridays until 10:00. */
const BEGIN = Date.parse('2026-11-24T08:00:00Z')
const roasting = { weekdays: [2, 5] as (2 | 5)[], cutOff: '10:00', closedDays: ['2026-12-29', '2027-01-01'] }
const settings = {
  ...portugueseShop,
  roasting,
  currency: 'USD',
  ways: ['stripe' as const, 'transfer' as const],
}

describe.each(stores)('random histories of subscriptions on $name', ({ name, fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let shops: TestShop[] = []
  const opened: TestShop[] = []
  const at = (by: number) => shops[by % shops.length] ?? shop

  /** Replaces a shop with a new one. Actions that have begun continue in the old one. */
  async function restart(by: number): Promise<void> {
    const next = await shop.another()
    next.payments.pollMs = 0
    opened.push(next)
    shops[by % shops.length] = next
  }

  beforeAll(async () => {
    await saveTestSelling(shop.database, { ...settings, bank })
    let count = 0
    shop.stripe.events.send = (body, signature) => actionsOf(at((count += 1))).takeEvent(body, signature)
  })
  afterAll(async () => {
    for (const { close } of opened) await close()
  })

  /** Inserts subscriptions of one customer, of which each second one is paid by transfer. */
  async function subscribe({ userId, mandateId }: World): Promise<void> {
    const { espresso, lungo } = shop.shelves
    const row = (everyWeeks: number, given: object) => ({
      id: newId(),
      user_id: userId,
      payment_id: 'first',
      state: 'active' as const,
      every_weeks: everyWeeks,
      next_on: '2026-12-01',
      mandate_id: mandateId,
      second_product_id: null,
      roasters_choice: 0,
      grind: null,
      quantity: 1,
      checkout: JSON.stringify({ methodId: 'post', address: lisbonAddress, note: '' }),
      created_at: BEGIN,
      product_id: espresso.id,
      price_cents: espresso.price_cents,
      ...given,
    })
    const ofLungo = { product_id: lungo.id, price_cents: lungo.price_cents }
    const rows = [row(1, {}), row(2, ofLungo), row(1, { mandate_id: null })]
    await shop.database.write(({ tx }) => tx.insertInto('subscriptions').values(rows).execute())
  }

  /** Ends what a history has left, so that the jobs of the next one do not find it. */
  async function end({ userId }: World): Promise<void> {
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('subscriptions').set({ state: 'ended' }).where('user_id', '=', userId).execute()
      await tx.updateTable('payments').set({ due_at: null }).where('user_id', '=', userId).execute()
      const own = tx.selectFrom('subscriptions').select('id').where('user_id', '=', userId)
      const missed = tx.updateTable('deliveries').where('state', '=', 'missed')
      await missed.set({ state: 'left-out' }).where('subscription_id', 'in', own).execute()
    })
    for (const { close } of opened.splice(0)) await close()
  }

  test(
    'order each delivery once and in time, charge each renewal once, tell the owner what was missed, and keep the books right',
    { timeout: soak === undefined ? 120_000 : 0 },
    async () => {
      const how =
        soak === undefined
          ? `HISTORIES_SEED=${seed} npm run test:unit -- subscriptions/histories`
          : `npm run soak -- --seed ${seed}`
      process.stdout.write(`${numRuns} histories of subscriptions on ${name}. To repeat them: ${how}\n`)
      await fc.assert(
        fc.asyncProperty(subscriptionHistory, async ({ steps, losesEvents }) => {
          vi.useFakeTimers({ toFake: ['Date'], now: BEGIN })
          shops = Array.from({ length: name === 'postgres' ? 2 : 1 }, () => shop)
          if (shops.length > 1) await restart(1)
          const world = await newWorld(shop, { hasEmail: true, shop: (by) => actionsOf(at(by)), restart })
          const decided = new Set<string>()
          try {
            await subscribe(world)
            await live({ world, shop: at, shelves: shop.shelves, decided }, steps)
            await comeToRest(world, losesEvents)
            await expectRightBooks(world)
            await expectOrderedInTime(world, { decided, settings })
            await expectAsked(world, shop)
          } finally {
            await end(world)
            vi.useRealTimers()
          }
        }),
        { numRuns, seed },
      )
    },
  )
})
