import { sql } from 'kysely'
import type { OwnOrder, OwnOrders, OwnReceipt } from '#contract/orders/own-orders.ts'
import { Problem } from '#contract/errors.ts'
import type { Checkout, SellingSettings } from '#contract/selling/settings.ts'
import { toAmountText } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { payNoteFor, readSelling } from '#server/selling/read-selling.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { transferOf, withCode } from '../bank-transfer.ts'
import { findCheckouts } from '../details/queries.ts'
import { readOrderReceipt } from '../details/show-order.ts'
import { countProductsOf } from '../lists/queries.ts'
import { canWithdraw } from './cancel-own-order.ts'
import { findOwnOrder, selectOwn } from './queries.ts'
import type { OwnRow } from './queries.ts'

/** The maximum number of orders on one page of the caller's list. */
const PAGE = 20

type Query = { before?: string; state?: 'waiting' }

/**
 * Returns a page of the caller's orders, newest first. The page begins after the order with the id `before`, or with
 * the newest order if `before` is undefined. With the state `waiting`, only the orders that wait for their payment are
 * listed.
 */
export async function showOwnOrders(
  { read }: ShopDatabase,
  caller: Caller,
  query: Query,
): Promise<OwnOrders> {
  const { userId } = caller
  const found = await listOwnOrders(read, caller, query)
  const page = found.slice(0, PAGE)
  const paymentIds = page.map(({ payment_id }) => payment_id)
  const [selling, checkouts, counts, debits] = await Promise.all([
    readSelling(read),
    findCheckouts(read, { paymentIds, userId }),
    countProductsOf(read, paymentIds),
    query.state || query.before !== undefined ? [] : listOwnDebits(read, userId),
  ])
  const orders = page.map((order) => {
    const { payment_id: id } = order
    return presentOwn(order, { checkout: checkouts.get(id), selling, counts: counts.get(id) ?? [] })
  })
  const onTheWay = debits.map(({ id, amount_cents, created_at }) => ({
    _id: id,
    amount: toAmountText(amount_cents, selling.currency),
    at: created_at,
  }))
  return { orders, isLast: found.length <= PAGE, ...(onTheWay.length > 0 && { onTheWay }) }
}

/**
 * Lists the orders of a page, and one more if there is another page. The orders are found by their lines, because these
 * have an index by email address. Those that wait for their payment have an index of their own, which the databases use
 * only if `waiting` is in the SQL text.
 */
function listOwnOrders(db: Db, { userId, email }: Caller, { before, state }: Query): Promise<OwnRow[]> {
  const own = selectOwn(db).where('user_id', '=', userId)
  const listed = state
    ? own.where('state', '=', sql.lit(state))
    : own.where('id', 'in', ({ selectFrom }) =>
        selectFrom('cart_items')
          .select('order_id')
          .where('email', '=', email)
          .where('user_id', '=', userId)
          .where('order_id', 'is not', null),
      )
  const page = before === undefined ? listed : listed.where('id', '<', before)
  return page
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
}

/** Lists the payments of a user that the bank is moving: the customer has completed the gateway's page. */
function listOwnDebits(db: Db, userId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'amount_cents', 'created_at'])
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('pending' as const))
    .where('session', 'is not', null)
    .where('url', 'is', null)
    .orderBy('created_at')
    .execute()
}

type Surroundings = {
  checkout: Checkout | undefined
  selling: SellingSettings
  counts: { product_name: string; weight_grams: number | null; lines: number }[]
}

function presentOwn(order: OwnRow, { checkout, selling, counts }: Surroundings): OwnOrder {
  const { id, number, state, total_cents, created_at, tracking_url, withdrawn_at, gift } = order
  return {
    _id: id,
    number,
    state,
    kind: checkout?.method.kind ?? 'parcel',
    total: toAmountText(total_cents, selling.currency),
    orderedAt: created_at,
    products: counts.map(({ product_name: name, weight_grams: weight, lines: count }) => ({
      name,
      ...(weight !== null && { weight }),
      count,
    })),
    ...(tracking_url !== null && { trackingUrl: tracking_url }),
    ...(checkout?.promise && { promise: checkout.promise }),
    ...(withdrawn_at !== null && { withdrawnAt: withdrawn_at }),
    ...(gift !== null && { gift }),
    ...(canWithdraw(order, selling, now()) && { canWithdraw: true }),
    ...howToPay(order, selling),
  }
}

/** Returns one of the caller's orders as a receipt. The names of the admins who made refunds are left out. */
export async function showOwnReceipt(
  { read }: ShopDatabase,
  { userId }: Caller,
  id: string,
): Promise<OwnReceipt | Problem> {
  const order = await findOwnOrder(read, { userId, id })
  if (!order) return new Problem('not-found')
  const selling = await readSelling(read)
  const receipt = await readOrderReceipt(read, order, selling.currency)
  const refunds = receipt.refunds.map(({ _id, amount, status, at }) => ({ _id, amount, status, at }))
  const transfer = transferOf(order, selling)
  return {
    ...receipt,
    refunds,
    ...(canWithdraw(order, selling, now()) && { canWithdraw: true }),
    ...howToPay(order, selling),
    ...(transfer && { transfer: await withCode(transfer, selling.currency) }),
  }
}

/** Returns how to pay, if the order waits for its payment. */
function howToPay({ state, gateway }: OwnRow, selling: SellingSettings): Pick<OwnReceipt, 'payLaterNote'> {
  const payLaterNote = payNoteFor(selling, gateway ?? '')
  return state === 'waiting' && payLaterNote !== '' ? { payLaterNote } : {}
}
