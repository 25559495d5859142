import type { Checkout } from '#contract/selling/settings.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { Query } from './snapshot.ts'

/** The rules of the books about orders and their lines, which `verifyBooks` checks. */
export const orderRules = [
  paidLineHasOrder,
  orderHasLines,
  paidOrderHasPaidLines,
  totalIsSumOfParts,
  everyOrderHasNumber,
  numbersHaveNoGap,
  counterIsLastNumber,
]

/**
 * Every paid line belongs to an order. Lines without a payment id are left out: they were paid before payments were
 * stored.
 */
async function paidLineHasOrder(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT cart_items.id FROM cart_items LEFT JOIN orders ON orders.id = cart_items.order_id
    WHERE cart_items.payment = 'OK' AND cart_items.payment_id IS NOT NULL AND orders.id IS NULL`)
  return rows.map(({ id }) => `Line ${id} is paid, but belongs to no order.`)
}

async function orderHasLines(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number FROM orders WHERE NOT EXISTS
      (SELECT 1 FROM cart_items WHERE cart_items.payment_id = orders.payment_id AND cart_items.order_id = orders.id)`)
  return rows.map(({ number }) => `Order ${number} has no lines.`)
}

async function paidOrderHasPaidLines(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number, orders.state, cart_items.id FROM orders
    JOIN cart_items ON cart_items.payment_id = orders.payment_id
    WHERE (cart_items.payment IS NULL) <> (orders.state IN ('waiting', 'cancelled'))`)
  return rows.map(
    ({ number, state, id }) =>
      `Order ${number} is ${state}, but its line ${id} ${
        state === 'waiting' || state === 'cancelled' ? 'is paid' : 'is not paid'
      }.`,
  )
}

/** The total of an order is the sum of its lines, plus the price of the delivery if there was a checkout. */
async function totalIsSumOfParts(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT orders.number, orders.total_cents, checkouts.data, summed.cents FROM orders
    JOIN (SELECT payment_id, sum(price_cents) AS cents FROM cart_items WHERE payment_id IS NOT NULL GROUP BY payment_id) AS summed
      ON summed.payment_id = orders.payment_id
    LEFT JOIN checkouts ON checkouts.payment_id = orders.payment_id
    WHERE orders.total_cents <> summed.cents OR checkouts.data IS NOT NULL`)
  return rows.flatMap(({ number, total_cents, data, cents }) => {
    const delivery = deliveryPriceIn(data)
    const sum = Number(cents) + delivery
    if (Number(total_cents) === sum) return []
    const parts = `its lines and its delivery cost ${money(cents)} and ${money(delivery)}`
    return [`Order ${number} has the total ${money(total_cents)}, but ${parts}.`]
  })
}

function deliveryPriceIn(data: unknown): number {
  if (typeof data !== 'string') return 0
  const { deliveryPrice }: Checkout = JSON.parse(data)
  return deliveryPrice
}

async function everyOrderHasNumber(query: Query): Promise<string[]> {
  const rows = await query('SELECT id FROM orders WHERE number IS NULL')
  return rows.map(({ id }) => `Order ${id} has no number.`)
}

async function numbersHaveNoGap(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT number, previous FROM
      (SELECT number, COALESCE(lag(number) OVER (ORDER BY number), 0) AS previous FROM orders WHERE number IS NOT NULL) AS numbered
    WHERE number <> previous + 1 ORDER BY number`)
  return rows.map(({ number, previous }) =>
    Number(number) === Number(previous)
      ? `The order number ${number} exists twice.`
      : `There is no order number between ${previous} and ${number}.`,
  )
}

async function counterIsLastNumber(query: Query): Promise<string[]> {
  const rows = await query(`
    SELECT counters.value, newest.number FROM counters
    JOIN (SELECT COALESCE(max(number), 0) AS number FROM orders) AS newest ON newest.number <> counters.value
    WHERE counters.name = 'order'`)
  return rows.map(
    ({ value, number }) => `The last order number is ${number}, but the counter is at ${value}.`,
  )
}

function money(cents: unknown): string {
  return formatMoney(Number(cents))
}
