import { dayText } from '#contract/values/dates/date-texts.ts'
import { formatMoney } from '#contract/values/money.ts'
import { now } from '#server/platform/clock.ts'
import type { Query, Row } from './snapshot.ts'

/**
 * A rule of the books. Returns a sentence for each row that breaks it, or an empty list. `currency` is that of the shop.
 */
export type Rule = (query: Query, currency: string) => Promise<string[]>

/** The columns that name an order, or a payment without one, in a query `FROM ${ORDERS}` or `FROM ${PAYMENTS}`. */
export const NAMED = `orders.id AS order_id, orders.number, payments.id AS payment_id, payments.gateway, payments.currency,
  COALESCE(orders.created_at, payments.created_at) AS at,
  COALESCE(orders.customer, users.name) AS customer, COALESCE(orders.email, users.email) AS email,
  COALESCE(orders.total_cents, payments.amount_cents) AS cents`

export const ORDERS = `orders LEFT JOIN payments ON payments.id = orders.payment_id
  LEFT JOIN users ON users.id = orders.user_id`

/** Joins the order and the customer to `payments`. */
export const WITH_ORDER = `LEFT JOIN orders ON orders.payment_id = payments.id
  LEFT JOIN users ON users.id = payments.user_id`

export const PAYMENTS = `payments ${WITH_ORDER}`

/** A text, or a function that returns it for a row. */
type Text<T> = T | ((row: Row) => T)

/**
 * Returns a rule whose query selects the rows that break it, with columns that name them. `fault` says what is wrong with
 * a row, or null if nothing is, and `advice` what the owner can do.
 */
export function rule(sql: string, fault: Text<string | null>, advice: Text<string>): Rule {
  return async (query, currency) =>
    (await query(sql)).flatMap((row) => describeFault(inCurrency(row, currency), fault, advice))
}

/**
 * Returns a rule about rows that are neither payments nor orders, and that the shop alone writes. `fault` says what is
 * wrong with a row.
 */
export function comparedRule(sql: string, fault: (row: Row) => string): Rule {
  return async (query) => (await query(sql)).map((row) => `${fault(row)} ${COMPARE}`)
}

/** Returns a row with the currency of its payment. A payment has that of the shop unless its row has another one. */
export function inCurrency(row: Row, shopCurrency: string): Row & { currency: string } {
  return { ...row, currency: String(row['currency'] ?? shopCurrency) }
}

/** Returns no sentence, or one that names the row and says what is wrong and what to do. */
export function describeFault(row: Row, fault: Text<string | null>, advice: Text<string>): string[] {
  const said = typeof fault === 'function' ? fault(row) : fault
  if (said === null) return []
  return [`${nameOf(row)} ${said}. ${typeof advice === 'function' ? advice(row) : advice}`]
}

/** Returns a name such as `Order 12 (2026-11-23, Cora, cora@people.example, $6.50)`. */
function nameOf(row: Row): string {
  const { at, customer, email, cents, currency } = row
  const facts = [dayText(Number(at)), customer, email, money(cents, currency)]
  return `${nounOf(row)} (${facts.filter((fact) => typeof fact === 'string').join(', ')})`
}

function nounOf({ order_id, number, payment_id, gateway, line_id, product_name, refund_id }: Row): string {
  if (order_id) return number === null ? `Order ${String(order_id)}` : `Order ${String(number)}`
  if (payment_id) return `Payment ${String(payment_id)} by ${String(gateway)}`
  return line_id ? `Line ${String(line_id)} of ${String(product_name)}` : `Refund ${String(refund_id)}`
}

/**
 * Formats an amount in the smallest unit of its currency. It is text on PostgreSQL, because `pg` returns `bigint` as
 * text.
 */
export function money(cents: unknown, currency: unknown): string {
  return formatMoney(Number(cents), String(currency))
}

/** Says where the owner finds out whether money has arrived. */
export function lookUp({ gateway }: Row): string {
  return gateway === 'stripe' ? 'Look it up at Stripe.' : 'Look it up where you receive your money.'
}

/** How long a bank debit or a refund can take at most. */
const LONG_MS = 45 * 24 * 60 * 60 * 1000

/** Returns null unless something that is still pending began too long ago. `since` is in UTC milliseconds. */
export function pendingForLong(since: unknown): string | null {
  return Number(since) < now() - LONG_MS ? `has been pending since ${dayText(Number(since))}` : null
}

/** The advice about rows that no part of the shop writes, so that the database must have been changed from outside. */
export const COMPARE =
  'The shop never writes this. Compare it with the last backup whose books were in order.'
