import { isByHand } from '#contract/selling/gateways.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Query } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import type { Granted } from '#server/discounts/apply-discounts.ts'
import type { Db } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { Account } from './account.ts'
import { attemptsOf } from './world.ts'
import type { World } from './world.ts'
import type { Refund } from './objects.ts'
import { readRows } from './stripe-shop.ts'
import type { PaymentRows } from './stripe-shop.ts'

/* Compares what a shop knows after a random history with what has happened at Stripe. */

/**
 * `deliveryCents` is what is paid for the delivery, and `refundMails` how many mails told the customer about a refund.
 * `recipients` has the address of each mail to the customer about the order, and `customerEmail` is the current one of the
 * customer, or undefined if the customer has given none.
 */
type Books = PaymentRows & {
  deliveryCents: number
  refundMails: number
  recipients: string[]
  customerEmail: string | undefined
}

/**
 * Checks the orders and the money of all payments of a customer, and then all books with `verifyBooks`. It reads through the
 * connections of the shop, because a new connection to PostgreSQL for each history would take longer than all these queries.
 */
export async function expectRightBooks(world: World): Promise<void> {
  for (const attempt of await attemptsOf(world)) {
    const books = await readBooks(world, attempt)
    expectOrder(world, books)
    if (isByHand(attempt.gateway)) expectNoMoney(world, books)
    else expectMoney(world, books)
  }
  expect(await findFaults(world.read)).toEqual([])
}

/** Returns what `verifyBooks` finds through a connection that is open already. */
export function findFaults(read: Db): Promise<string[]> {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(read)).rows
  return verifyBooks(query)
}

async function readBooks({ read }: World, { id }: PaymentRow): Promise<Books> {
  const rows = await readRows(read, id)
  const checkout = read.selectFrom('checkouts').select('data').where('payment_id', '=', id)
  const mails = await read
    .selectFrom('outbox')
    .select(['template', 'recipient'])
    .where('recipient', 'is not', null)
    .where('data', 'like', `%"orderId":"${rows.orders[0]?.id}"%`)
    .execute()
  const { deliveryPrice, discounts = [] } = JSON.parse((await checkout.executeTakeFirstOrThrow()).data)
  const off = discounts.reduce((total: number, { ofDelivery }: Granted) => total + ofDelivery, 0)
  const customer = read.selectFrom('users').select('email').where('id', '=', rows.payment.user_id)
  return {
    ...rows,
    customerEmail: (await customer.executeTakeFirst())?.email,
    deliveryCents: deliveryPrice - off,
    refundMails: mails.filter(({ template }) => template === 'order-refunded').length,
    recipients: mails.flatMap(({ recipient }) => recipient ?? []),
  }
}

/**
 * Checks that a payment has an order with the right state, total and lines, or no order if it failed. All its mails, of which
 * none was sent yet, must go to the corrected address.
 */
function expectOrder(
  { stripe: { account } }: World,
  { payment, orders, lines, refunds, deliveryCents, recipients, customerEmail }: Books,
): void {
  const made = refunds.filter(({ reference }) => account.madeRefunds.has(reference ?? ''))
  const states = statesFor(payment, { refunds, made })
  const total = deliveryCents + sum(lines.map(({ price_cents }) => price_cents))
  expect(orders).toHaveLength(states.length === 0 ? 0 : 1)
  for (const order of orders) {
    expect(states).toContain(order.state)
    expect([order.total_cents, payment.amount_cents]).toEqual([total, total])
    expect(recipients.filter((to) => to !== order.email)).toEqual([])
    // The orders of a person are found by the address in their lines.
    expect(
      lines.map(({ email }) => email).filter((email) => email !== (customerEmail ?? order.email)),
    ).toEqual([])
  }
  expect(lines.length > 0).toBe(states.length > 0)
  const paid = payment.status === 'succeeded' ? 'OK' : null
  expect(new Set(lines.map((line) => line.payment))).toEqual(new Set(states.length > 0 ? [paid] : []))
}

/** Returns the states that the order of a payment may have in the end, or none if there must be no order. */
function statesFor(
  { gateway, status, amount_cents, mandate_id }: PaymentRow,
  { refunds, made }: { refunds: RefundRow[]; made: RefundRow[] },
): OrderRow['state'][] {
  const refunded = sumOf(refunds, 'succeeded')
  if (status === 'succeeded') {
    if (refunded === amount_cents) return ['refunded']
    // An order stays refunded if a refund fails after it has succeeded. The shop may have learned of both at once.
    const kept = isByHand(gateway) ? (['paid', 'delivered'] as const) : (['paid'] as const)
    return sum(made.map((row) => row.amount_cents)) < amount_cents ? [...kept] : [...kept, 'refunded']
  }
  if (!isByHand(gateway) && mandate_id === null) return []
  return [status === 'pending' ? 'waiting' : 'cancelled']
}

/**
 * Checks that Stripe has charged a successful payment exactly once, and has refunded in full what it charged for a
 * failed one. The shop must know each refund at Stripe by its id, amount and state, and no others but those that Stripe
 * has refused. One mail tells the customer of each refund that succeeded, and none of another.
 */
function expectMoney(
  { stripe: { account }, hasEmail }: World,
  { payment, refunds, refundMails }: Books,
): void {
  const { charges, ledger } = moneyOf(account, payment)
  expect(payment.status).not.toBe('pending')
  expect(charges.length).toBeLessThanOrEqual(1)
  const isPaid = payment.status === 'succeeded'
  const kept =
    sum(charges) - sum(ledger.filter(({ status }) => status !== 'failed').map(({ amount }) => amount))
  expect(kept).toBeGreaterThanOrEqual(0)
  expect(isPaid ? charges : kept).toEqual(isPaid ? [payment.amount_cents] : 0)

  const known = refunds.filter(({ reference }) => reference !== null)
  expect(known.map((row) => [row.reference, row.amount_cents, row.status]).toSorted()).toEqual(
    ledger.map(({ id, amount, status }) => [id, amount, status]).toSorted(),
  )
  const refused = refunds.filter(({ reference }) => reference === null)
  expect(refused.filter(({ status, reason }) => status !== 'failed' || reason === null)).toEqual([])
  for (const { id, metadata } of ledger)
    if (metadata['refund_id'])
      expect(known.find(({ reference }) => reference === id)?.id).toBe(metadata['refund_id'])

  if (!hasEmail) expect(refundMails).toBe(0)
  if (!isPaid || !hasEmail) return
  const succeeded = known.filter(({ status }) => status === 'succeeded').length
  expect(refundMails).toBeGreaterThanOrEqual(succeeded)
  expect(refundMails).toBeLessThanOrEqual(ledger.filter(({ id }) => account.madeRefunds.has(id)).length)
}

/**
 * For an order that is paid by hand: checks that Stripe has moved no money, that the refunds that the shop has noted do not
 * exceed the amount, and that a customer with an email address knows of each.
 */
function expectNoMoney(
  { stripe: { account }, hasEmail }: World,
  { payment, refunds, refundMails }: Books,
): void {
  expect(moneyOf(account, payment)).toEqual({ charges: [], ledger: [] })
  expect(sum(refunds.map((row) => row.amount_cents))).toBeLessThanOrEqual(payment.amount_cents)
  expect(refundMails).toBe(hasEmail ? refunds.filter(({ amount_cents }) => amount_cents > 0).length : 0)
}

/** Returns what Stripe has charged for a payment, in cents, and all refunds of it, also those that failed. */
function moneyOf(account: Account, { id }: PaymentRow): { charges: number[]; ledger: Refund[] } {
  const intents = [...account.intents.values()].filter(
    ({ metadata, status }) => metadata['payment_id'] === id && status === 'succeeded',
  )
  return {
    charges: intents.map(({ amount }) => amount),
    ledger: intents.flatMap((intent) => account.refundsOf(intent.id)),
  }
}

function sumOf(refunds: RefundRow[], status: RefundRow['status']): number {
  return sum(refunds.filter((row) => row.status === status).map((row) => row.amount_cents))
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
