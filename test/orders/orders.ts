import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { Checkout, SellingSettings } from '#contract/selling/settings.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { cartOf, fill, fullPayment } from '../cart.ts'
import { paymentRow } from '../rows.ts'
import { lisbonAddress, saveTestSelling } from '../selling/portuguese-shop.ts'
import type { TestPerson } from '../shop.ts'

/** Buys coffees with one payment and returns the id of the order. */
export async function buy(person: TestPerson, ...coffees: CoffeeRow[]): Promise<string> {
  const ids = await fill(person, ...coffees)
  const shown = (await cartOf(person)).filter(({ _id }) => ids.includes(_id))
  const { answer } = await person.call('POST /fullOrder', { body: fullPayment(person, shown) })
  return String(answer.insertedId)
}

/** Places an order whose payment is still pending, as for a customer who pays later. Returns the order. */
export async function orderToPayLater(
  database: ShopDatabase,
  person: TestPerson,
  ...coffees: CoffeeRow[]
): Promise<OrderRow> {
  const ids = await fill(person, ...coffees)
  const cents = coffees.reduce((sum, { price_cents }) => sum + price_cents, 0)
  const pending = { status: 'pending', settled_at: null, gateway: 'transfer', kind: 'full' } as const
  const attempt = paymentRow({ ...pending, user_id: person.userId, amount_cents: cents })
  return database.write(async (write) => {
    await write.tx.insertInto('payments').values(attempt).execute()
    await write.tx.updateTable('cart_items').set({ payment_id: attempt.id }).where('id', 'in', ids).execute()
    return placeOrder(write, attempt, now(), 'waiting')
  })
}

export async function orderOfId(database: ShopDatabase, id: string): Promise<OrderRow> {
  return database.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Returns what a customer in Lisbon agreed to in a checkout. Amounts are in cents. `given` replaces some of the
 * properties.
 */
export function checkoutOf(given: Partial<Checkout> = {}): Checkout {
  return {
    currency: 'USD',
    method: { id: 'post', name: 'Post', kind: 'parcel', note: '' },
    address: { ...lisbonAddress, line1: 'Rua da Rosa 7', line2: '', postcode: '1200-381', phone: '' },
    addressLines: ['Cora Reis', 'Rua da Rosa 7', '1200-381 Lisboa', 'Portugal'],
    note: 'Please ring twice.',
    promise: { roastOn: '2026-11-24', from: '2026-11-26', to: '2026-11-27' },
    weightGrams: 500,
    itemsTotal: 250,
    deliveryPrice: 0,
    tax: [{ rate: 2300, net: 203, tax: 47 }],
    total: 250,
    ...given,
  }
}

/** The properties of a checkout that make it a pickup, for `checkoutOf`. */
export const pickup: Partial<Checkout> = {
  method: { id: 'bar', name: 'At the bar', kind: 'pickup', note: 'Open from 8 to 18.' },
  address: null,
  addressLines: [],
}

/** Stores what the customer of an order agreed to in the checkout. */
export async function storeCheckout(database: ShopDatabase, orderId: string, data: Checkout): Promise<void> {
  const { payment_id, user_id, created_at } = await orderOfId(database, orderId)
  const row = { payment_id, user_id, method_kind: data.method.kind, roast_on: data.promise?.roastOn ?? null }
  await database.write(({ tx }) =>
    tx
      .insertInto('checkouts')
      .values({ ...row, data: JSON.stringify(data), created_at })
      .execute(),
  )
}

/** Makes an order that waits for its money one that is picked up, and paid then. */
export async function payAtPickup(database: ShopDatabase, orderId: string): Promise<void> {
  await storeCheckout(database, orderId, checkoutOf(pickup))
  const { payment_id } = await orderOfId(database, orderId)
  await database.write(({ tx }) =>
    tx.updateTable('payments').set({ gateway: 'pickup' }).where('id', '=', payment_id).execute(),
  )
}

/** Saves the settings for selling directly in the database. `given` replaces some of the defaults. */
export function saveSelling(database: ShopDatabase, given: Partial<SellingSettings>): Promise<void> {
  return saveTestSelling(database, { ...DEFAULT_SELLING, ...given })
}

/** Returns the mails in the outbox with one of these templates, oldest first. */
export function mailsOf(database: ShopDatabase, ...templates: string[]) {
  return database.read
    .selectFrom('outbox')
    .selectAll()
    .where('template', 'in', templates as never[]) // cast: tests name the templates as plain text
    .orderBy('id')
    .execute()
}
