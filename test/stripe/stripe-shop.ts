import { afterAll, afterEach, beforeAll } from 'vitest'
import { stripeGateway } from '#server/payments/stripe/stripe-gateway.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { shopOrigin } from '#test/calls.ts'
import { stockShelves } from '#test/catalogue.ts'
import { openTestShop } from '#test/shop.ts'
import type { Given, Setting, TestPerson, TestShop } from '#test/shop.ts'
import type { Store } from '#test/stores.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { Session } from './objects.ts'
import { sendEvent } from './shop-actions.ts'
import { startStripe } from './stripe.ts'
import type { FakeStripe } from './serve.ts'

/** A shop for all tests of a `describe` block. Its payments go to a fake Stripe server. */
export type StripeShop = Given & {
  stripe: FakeStripe
  /** Opens another shop on the same database and with the same Stripe account. */
  another: () => Promise<TestShop>
  /** Puts three coffees into the cart and starts to pay for them. Returns the session that Stripe has created. */
  startPaying: (person: TestPerson) => Promise<Session>
  /** Returns a payment with its orders, refunds and lines. */
  rowsOf: (paymentId: string) => Promise<PaymentRows>
}

export type PaymentRows = {
  payment: PaymentRow
  orders: OrderRow[]
  refunds: RefundRow[]
  /** The cart lines that the payment has reserved or paid. */
  lines: CartItemRow[]
}

/** Opens the shop before the tests of a `describe` block, and closes it and deletes its data after them. */
export function givenStripeShop(fresh: () => Promise<Store>, { env }: Pick<Setting, 'env'> = {}): StripeShop {
  // cast: `beforeAll` assigns all properties before the first test runs.
  const given = {} as StripeShop
  beforeAll(async () => {
    const stripe = await startStripe()
    const store = await fresh()
    const { secretKey, webhookSecret, url: apiBase } = stripe
    const shopName = async () => 'Crémà’s Röstery'
    // There are no retries, because Stripe's library would wait before each.
    const setting: Setting = {
      ...(env && { env }),
      gateway: stripeGateway({
        secretKey,
        webhookSecret,
        apiBase,
        publicUrl: shopOrigin,
        shopName,
        retries: 0,
      }),
    }
    const shop = await openTestShop(store, setting)
    shop.payments.pollMs = 0
    stripe.events.send = (body, signature) => sendEvent(shop, body, signature)
    const shelves = await stockShelves(shop.database)
    Object.assign(given, shop, {
      store,
      shelves,
      stripe,
      another: () => openTestShop(store, setting),
      startPaying: (person: TestPerson) => startPaying(given, person),
      rowsOf: (paymentId: string) => readRows(shop.database.read, paymentId),
    })
  })
  afterEach(() => {
    given.stripe.events.lose()
    given.stripe.fault = () => null
    given.stripe.delayMs = 0
  })
  afterAll(async () => {
    await given.close()
    await given.stripe.close()
    await given.store.dispose()
  })
  return given
}

async function startPaying(
  { shelves, stripe }: Pick<StripeShop, 'shelves' | 'stripe'>,
  person: TestPerson,
): Promise<Session> {
  await fill(person, shelves.espresso, shelves.lungo, shelves.espresso)
  const { status, answer } = await person.call('POST /fullOrder', {
    body: fullPayment(person, await cartOf(person)),
  })
  const session = [...stripe.account.sessions.values()].find(({ url }) => url === answer.url)
  if (status !== 202 || !session) throw new Error(`No page for paying, but ${status}.`)
  return session
}

/** Reads a payment with its orders, refunds and lines. */
export async function readRows(read: Db, id: string): Promise<PaymentRows> {
  const refunds = read.selectFrom('refunds').selectAll().where('payment_id', '=', id)
  return {
    payment: await read.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    orders: await read.selectFrom('orders').selectAll().where('payment_id', '=', id).execute(),
    refunds: await refunds.orderBy('id').execute(),
    lines: await read.selectFrom('cart_items').selectAll().where('payment_id', '=', id).execute(),
  }
}

/** Returns the id of the shop's payment to which a session belongs. */
export function paymentIdOf({ client_reference_id }: Session): string {
  return String(client_reference_id)
}
