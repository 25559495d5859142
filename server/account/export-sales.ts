import { sql } from 'kysely'
import type { OwnData } from '#contract/identity/own-account.ts'
import { toAmountText } from '#contract/values/money.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'
import { ordersOf } from './queries.ts'
import type { Owner } from './queries.ts'

/** Returns the cart, orders, payments and refunds of a user. Amounts are in `currency`, that of the shop. */
export async function readSales(
  read: Db,
  owner: Owner,
  currency: string,
): Promise<Pick<OwnData, 'cart' | 'orders' | 'payments' | 'refunds'>> {
  const orders = await ordersOf(read, owner)
    .select(['id', 'payment_id', 'total_cents', 'number', 'state', 'customer as name', 'email'])
    .select(['created_at as orderedAt', 'delivered_at as deliveredAt', 'withdrawn_at as withdrawnAt'])
    .select(['tracking_url as trackingUrl', 'carrier', 'tracking_number as trackingNumber'])
    .orderBy('id')
    .execute()
  const ordered = orders.map(({ payment_id }) => payment_id)
  const payments = await listPayments(read, ordered, owner.userId)
  const ownCheckouts = read.selectFrom('checkouts').selectAll().where('user_id', '=', owner.userId)
  const checkouts = await inBatches(
    payments.map(({ id }) => id),
    (ids) => ownCheckouts.where('payment_id', 'in', ids).execute(),
  )
  const refunds = await inBatches(ordered, (ids) =>
    read.selectFrom('refunds').selectAll().where('payment_id', 'in', ids).orderBy('id').execute(),
  )
  const notesOf = await listShopNotes(
    read,
    orders.map(({ id }) => id),
  )
  const linesOf = Map.groupBy(await listLines(read, owner), ({ order_id }) => order_id)
  const checkoutOf = new Map(checkouts.map(({ payment_id, data }) => [payment_id, JSON.parse(data)]))
  const inCart = (linesOf.get(null) ?? []).filter(({ removed_at }) => removed_at === null)
  return {
    cart: inCart.map((line) => presentLine(line, currency)),
    orders: orders.map(({ id, payment_id, total_cents, ...order }) => ({
      ...order,
      total: toAmountText(total_cents, currency),
      lines: (linesOf.get(id) ?? []).map((line) => presentLine(line, currency)),
      checkout: checkoutOf.get(payment_id) ?? null,
      notes: notesOf.get(id) ?? [],
    })),
    payments: payments.map((payment) => ({
      ...presentPayment(payment, currency),
      checkout: ordered.includes(payment.id) ? null : (checkoutOf.get(payment.id) ?? null),
    })),
    refunds: refunds.map(({ amount_cents, status, reason, created_at }) => ({
      amount: toAmountText(amount_cents, currency),
      status,
      reason,
      at: created_at,
    })),
  }
}

/** Returns what the shop wrote to the customer about these orders, by the ids of the orders. */
async function listShopNotes(read: Db, orderIds: string[]) {
  const notes = await inBatches(orderIds, (ids) =>
    read
      .selectFrom('order_notes')
      .select(['order_id', 'body', 'created_at'])
      .where('order_id', 'in', ids)
      .where('is_for_customer', '=', 1)
      .orderBy('id')
      .execute(),
  )
  const byOrder = Map.groupBy(notes, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(({ body, created_at: at }) => ({ body, at }))]))
}

/** Lists all lines of a user, in the cart and in orders, with the removed ones, oldest first. */
function listLines(read: Db, { userId, email }: Owner) {
  return read
    .selectFrom('cart_items')
    .select([
      'order_id',
      'product_name',
      'price_cents',
      'weight_grams',
      'grind',
      'every_weeks',
      'roasters_choice',
      'created_at',
      'removed_at',
    ])
    .where('email', '=', email)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/**
 * Lists the payments with these ids, which have led to orders, and all payments of the user that have failed or are
 * pending. For each of the three groups there is an index.
 */
async function listPayments(read: Db, ordered: string[], userId: string): Promise<PaymentRow[]> {
  const own = read.selectFrom('payments').selectAll().where('user_id', '=', userId)
  const paid = await inBatches(ordered, (ids) => own.where('id', 'in', ids).execute())
  const failed = await own.where('status', '=', sql.lit('failed')).execute()
  const pending = await own.where('status', '=', sql.lit('pending')).execute()
  const all = new Map([...paid, ...failed, ...pending].map((payment) => [payment.id, payment]))
  return [...all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

type Line = Pick<
  CartItemRow,
  'product_name' | 'price_cents' | 'weight_grams' | 'grind' | 'every_weeks' | 'roasters_choice' | 'created_at'
>

function presentLine(line: Line, currency: string) {
  const { product_name, price_cents, weight_grams, grind, created_at, ...again } = line
  return {
    product: product_name,
    price: toAmountText(price_cents, currency),
    ...(weight_grams !== null && { weight: weight_grams }),
    ...(grind !== null && { grind }),
    ...(again.every_weeks !== null && { everyWeeks: again.every_weeks }),
    ...(again.roasters_choice === 1 && { roastersChoice: true as const }),
    addedAt: created_at,
  }
}

function presentPayment(
  payment: PaymentRow,
  shopCurrency: string,
): Omit<OwnData['payments'][number], 'checkout'> {
  const { amount_cents, currency, status, gateway, reference, created_at, settled_at } = payment
  return {
    amount: toAmountText(amount_cents, currency ?? shopCurrency),
    ...(currency !== null && { currency }),
    status,
    gateway,
    reference,
    startedAt: created_at,
    settledAt: settled_at,
  }
}

/** The number of ids in one statement. */
const BATCH = 500

async function inBatches<T>(ids: string[], list: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < ids.length; from += BATCH)
    found.push(...(await list(ids.slice(from, from + BATCH))))
  return found
}
