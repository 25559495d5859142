import '#test/cheap-passwords.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/clock.ts'
import type { CartItemRow, OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import type { Query } from '#server/books/snapshot.ts'
import { putInStock } from '#test/catalogue.ts'
import { enter, itemRow } from '#test/rows.ts'
import type { TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { attemptsOf, comeToRest, history, take } from '#test/stripe/history.ts'
import type { World } from '#test/stripe/history.ts'
import { givenStripeShop, sendEvent } from '#test/stripe/stripe-shop.ts'

/** All rows of the database about one payment. */
type Books = { payment: PaymentRow; orders: OrderRow[]; lines: CartItemRow[]; refunds: RefundRow[] }

describe.each(stores)('random histories of payments on $name', ({ fresh }) => {
  const shop = givenStripeShop(fresh)
  /** The shop that handles the actions now. Each action `kill` replaces it with a new shop on the same database. */
  let current: TestShop
  const restarted: TestShop[] = []
  beforeAll(() => {
    current = shop
    shop.stripe.events.send = (body, signature) => sendEvent(current, body, signature)
  })
  /** Closes the shops that the `kill` actions of one history have opened. The first shop stays open. */
  async function closeRestarted(): Promise<void> {
    current = shop
    for (const { close } of restarted.splice(0)) await close()
  }

  /**
   * Reads through the connections of the shop, which are open already. A new connection to PostgreSQL for each history
   * would take longer than all queries of `verifyBooks` together.
   */
  const query: Query = async (text) =>
    (await sql.raw<Record<string, unknown>>(text).execute(shop.database.read)).rows

  async function newWorld(): Promise<World> {
    shop.stripe.account.clear()
    const userId = newId()
    const { espresso, lungo } = shop.shelves
    const items = [espresso, lungo, espresso, lungo].map(({ id, price_cents }) =>
      itemRow({ user_id: userId, product_id: id, price_cents }),
    )
    await enter(shop.database, { items })
    // The four lines together need two bags of espresso and 500 g of lungo.
    await putInStock(shop.database, { unit: 'bags', remaining: 1 }, [espresso, null])
    await putInStock(shop.database, { unit: 'grams', remaining: 400 }, [lungo, 250])
    return {
      stripe: shop.stripe,
      payments: () => current.payments,
      restart: async () => {
        const next = await shop.another()
        next.payments.pollMs = 0
        restarted.push(next)
        current = next
      },
      userId,
      lines: items.map(({ id }) => id),
      deliveries: new Map(),
    }
  }

  async function booksOf({ id }: PaymentRow): Promise<Books> {
    const { read } = shop.database
    return {
      payment: await read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      orders: await read.selectFrom('orders').selectAll().where('payment_id', '=', id).execute(),
      lines: await read.selectFrom('cart_items').selectAll().where('payment_id', '=', id).execute(),
      refunds: await read.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute(),
    }
  }

  /**
   * Returns amounts in cents: what Stripe has charged for a payment, the sum of all its refunds at Stripe, and the sum
   * of those that the shop has requested.
   */
  function moneyOf({ id }: PaymentRow): { charges: number[]; refunded: number; refundedByShop: number } {
    const { account } = shop.stripe
    const intents = [...account.intents.values()].filter(
      ({ metadata, status }) => metadata['payment_id'] === id && status === 'succeeded',
    )
    const refunds = intents.flatMap((intent) => account.refundsOf(intent.id))
    return {
      charges: intents.map(({ amount }) => amount),
      refunded: sum(refunds.map(({ amount }) => amount)),
      refundedByShop: sum(
        refunds.filter(({ metadata }) => metadata['refund_id']).map(({ amount }) => amount),
      ),
    }
  }

  /**
   * Checks that a payment has an order with the right state, total and lines, or no order if it failed. `deliveryCents`
   * is the price of the delivery.
   */
  function expectOrder({ payment, orders, lines, refunds }: Books, deliveryCents: number): void {
    const state = stateFor(payment, refunds)
    const total = deliveryCents + sum(lines.map(({ price_cents }) => price_cents))
    expect(orders.map((order) => [order.state, order.total_cents, payment.amount_cents])).toEqual(
      state ? [[state, total, total]] : [],
    )
    expect(lines.length > 0).toBe(state !== undefined)
    const paid = payment.status === 'succeeded' ? 'OK' : null
    expect(new Set(lines.map((line) => line.payment))).toEqual(new Set(state ? [paid] : []))
  }

  /**
   * Checks that Stripe has charged a successful payment exactly once, and has refunded in full what it charged for a
   * failed one. The refunds in the shop's database must be those of Stripe. If an event was lost, they may be fewer,
   * because the shop may not have heard of refunds that its owner made on Stripe's website.
   */
  function expectMoney({ payment, refunds }: Books, hasLostEvents: boolean): void {
    const { charges, refunded, refundedByShop } = moneyOf(payment)
    expect(payment.status).not.toBe('pending')
    expect(charges.length).toBeLessThanOrEqual(1)
    const isPaid = payment.status === 'succeeded'
    expect(isPaid ? charges : sum(charges) - refunded).toEqual(isPaid ? [payment.amount_cents] : 0)
    expect(refunded).toBeLessThanOrEqual(payment.amount_cents)
    expect(refunds.filter(({ status }) => status === 'pending')).toEqual([])
    const known = sum(refunds.filter(({ status }) => status === 'succeeded').map((row) => row.amount_cents))
    expect(known).toBeLessThanOrEqual(refunded)
    expect(known).toBeGreaterThanOrEqual(hasLostEvents ? refundedByShop : refunded)
  }

  /**
   * For an order of the gateway `later`: checks that Stripe has moved no money, and that the refunds that the shop has
   * noted do not exceed the amount.
   */
  function expectNoMoney({ payment, refunds }: Books): void {
    expect(moneyOf(payment)).toEqual({ charges: [], refunded: 0, refundedByShop: 0 })
    expect(sum(refunds.map((row) => row.amount_cents))).toBeLessThanOrEqual(payment.amount_cents)
  }

  test(
    'charge no customer twice, place an order exactly for each payment that succeeded, refund all other money, and keep the books right',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ steps, losesEvents }) => {
          const world = await newWorld()
          const lostBefore = shop.stripe.events.lost
          const running: Promise<void>[] = []
          for (const step of steps) {
            const taken = take(world, step)
            running.push(taken)
            if (step.waits) await taken
          }
          await Promise.all(running)
          await comeToRest(world, losesEvents)
          for (const attempt of await attemptsOf(world)) {
            const books = await booksOf(attempt)
            expectOrder(books, world.deliveries.get(attempt.id) ?? 0)
            if (attempt.gateway === 'later') expectNoMoney(books)
            else expectMoney(books, shop.stripe.events.lost > lostBefore)
          }
          expect(await verifyBooks(query)).toEqual([])
          await closeRestarted()
        }),
        { numRuns: 100 },
      )
    },
  )
})

/** Returns the state that the order of a payment must have in the end, or undefined if there must be no order. */
function stateFor(
  { gateway, status, amount_cents }: PaymentRow,
  refunds: RefundRow[],
): OrderRow['state'] | undefined {
  const refunded = sum(refunds.filter((row) => row.status === 'succeeded').map((row) => row.amount_cents))
  if (status === 'succeeded') return refunded === amount_cents ? 'refunded' : 'paid'
  if (gateway !== 'later') return undefined
  return status === 'pending' ? 'waiting' : 'cancelled'
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
