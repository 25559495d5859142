import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { isByHand } from '#contract/selling/gateways.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import type { Query } from '#server/books/snapshot.ts'
import { putInStock } from '#test/catalogue.ts'
import { discountRow, enter, itemRow } from '#test/rows.ts'
import { mailSettings } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { expectOrder, expectMoney, expectNoMoney, readBooks } from '#test/stripe/audit.ts'
import { comeToRest } from '#test/stripe/come-to-rest.ts'
import { emailFor, history, take } from '#test/stripe/history.ts'
import { newId as newStripeId } from '#test/stripe/objects.ts'
import { actionsOf } from '#test/stripe/shop-actions.ts'
import type { ShopActions } from '#test/stripe/shop-actions.ts'
import { attemptsOf } from '#test/stripe/world.ts'
import type { World } from '#test/stripe/world.ts'
import { givenStripeShop } from '#test/stripe/stripe-shop.ts'

/** `npm run soak` sets the number of histories. */
const { SOAK_HISTORIES: soak, HISTORIES_SEED } = process.env
const numRuns = Number(soak ?? 12)
const seed = Number(HISTORIES_SEED ?? Date.now() % 2 ** 31)

describe.each(stores)('random histories of payments on $name', ({ name, fresh }) => {
  const shop = givenStripeShop(fresh, { env: mailSettings })
  let shops: ShopActions[] = []
  const opened: TestShop[] = []
  const at = (by: number) => shops[by % shops.length] ?? actionsOf(shop)

  /** Replaces a shop with a new one. Actions that have begun continue in the old one. */
  async function restart(by: number): Promise<void> {
    const next = await shop.another()
    next.payments.pollMs = 0
    opened.push(next)
    shops[by % shops.length] = actionsOf(next)
  }

  /** Closes what a history has opened, and begins with one shop, or with two if the database allows that. */
  async function beginAnew(): Promise<void> {
    for (const { close } of opened.splice(0)) await close()
    shops = Array.from({ length: name === 'postgres' ? 2 : 1 }, () => actionsOf(shop))
    if (shops.length > 1) await restart(1)
  }

  beforeAll(async () => {
    await beginAnew()
    let count = 0
    shop.stripe.events.send = (body, signature) => at((count += 1)).takeEvent(body, signature)
  })
  afterAll(async () => {
    for (const { close } of opened) await close()
  })

  /**
   * Reads through the connections of the shop, which are open already. A new connection to PostgreSQL for each history
   * would take longer than all queries of `verifyBooks` together.
   */
  const query: Query = async (text) =>
    (await sql.raw<Record<string, unknown>>(text).execute(shop.database.read)).rows

  async function newWorld(hasEmail: boolean): Promise<World> {
    const userId = newId()
    const email = emailFor(userId, hasEmail)
    const { espresso, lungo } = shop.shelves
    const items = [espresso, lungo, espresso, lungo].map(({ id, price_cents }) =>
      itemRow({ user_id: userId, email, product_id: id, price_cents }),
    )
    await enter(shop.database, { items })
    // The four lines together need two bags of espresso and 500 g of lungo.
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [espresso, null])
    await putInStock(shop.database, { unit: 'grams', remaining: 400 }, [lungo, 250])
    const discounts = [discountRow({ max_uses: 2 }), discountRow({ max_per_person: 2 })]
    await enter(shop.database, { discounts })
    shop.stripe.account.clear()
    shop.stripe.events.lose()
    const { stripe, database } = shop
    const { customer } = stripe.account.cards.save(newStripeId('cus'))
    const mandate = { id: newId(), user_id: userId, customer: String(customer), gateway: 'stripe', card: '' }
    await database.write(({ tx }) =>
      tx
        .insertInto('mandates')
        .values({ ...mandate, consent: 1, given_at: 1, revoked_at: null })
        .execute(),
    )
    const prices = items.map(({ price_cents }) => price_cents)
    const cart = { userId, hasEmail, lines: items.map(({ id }) => id), prices }
    return {
      stripe,
      shop: at,
      restart,
      database,
      read: database.read,
      mandateId: mandate.id,
      ...cart,
      discounts: discounts.map(({ id }) => id),
    }
  }

  test(
    'charge no customer and no renewal twice, place an order exactly for each payment that succeeded, refund all other money, know each refund at Stripe by its id and state, and keep the books right',
    { timeout: soak === undefined ? 120_000 : 0 },
    async () => {
      const how =
        soak === undefined
          ? `HISTORIES_SEED=${seed} npm run test:unit -- histories`
          : `npm run soak -- --seed ${seed}`
      process.stdout.write(`${numRuns} histories on ${name}. To repeat them: ${how}\n`)
      await fc.assert(
        fc.asyncProperty(history, async ({ steps, losesEvents, declines, hasEmail }) => {
          const world = await newWorld(hasEmail)
          shop.stripe.account.cards.declines = declines
          const running: Promise<void>[] = []
          for (const step of steps) {
            const taken = take(world, step)
            running.push(taken)
            if (step.waits) await taken
          }
          await Promise.all(running)
          await comeToRest(world, losesEvents)
          for (const attempt of await attemptsOf(world)) {
            const books = await readBooks(world, attempt)
            expectOrder(world, books)
            if (isByHand(attempt.gateway)) expectNoMoney(world, books)
            else expectMoney(world, books)
          }
          expect(await verifyBooks(query)).toEqual([])
          await beginAnew()
        }),
        { numRuns, seed },
      )
    },
  )
})
