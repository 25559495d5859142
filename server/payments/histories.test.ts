import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { mailSettings } from '#test/shop.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { expectRightBooks } from '#test/stripe/audit.ts'
import { comeToRest } from '#test/stripe/come-to-rest.ts'
import { history, take } from '#test/stripe/history.ts'
import { actionsOf } from '#test/stripe/shop-actions.ts'
import type { ShopActions } from '#test/stripe/shop-actions.ts'
import { newWorld } from '#test/stripe/world.ts'
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
          const world = await newWorld(shop, { hasEmail, shop: at, restart })
          shop.stripe.account.cards.declines = declines
          const running: Promise<void>[] = []
          for (const step of steps) {
            const taken = take(world, step)
            running.push(taken)
            if (step.waits) await taken
          }
          await Promise.all(running)
          await comeToRest(world, losesEvents)
          await expectRightBooks(world)
          await beginAnew()
        }),
        { numRuns, seed },
      )
    },
  )
})
