import type { OwnData } from '#contract/account/own-account.ts'
import { shopCurrency, toAmountText, toPrice } from '#contract/values/money.ts'
import type { Identity } from '#server/identity/identity.ts'
import { readFactors } from '#server/identity/factors/routes.ts'
import { readAccount, readSessions } from '#server/identity/own-account.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db } from '#server/shop-database.ts'
import type { CartItemRow, OrderRow, UserRow } from '#server/tables.ts'
import type { PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import * as rows from './export-queries.ts'
import type { Owner } from './queries.ts'

/**
 * Returns everything that the shop stores about a user, except the notes that only admins see. Messages and mails are
 * found by the email address, so they are left out if the user has not shown that the address is theirs.
 */
export async function exportData(identity: Identity, person: SessionPerson, user: UserRow): Promise<OwnData> {
  const { read } = identity.database
  const account = await readAccount(identity, person)
  const { emailVerified } = account
  const { hasTotp, passkeys } = await readFactors(identity, person)
  const owner = { userId: user.id, email: user.email }
  const sold = await readSales(read, owner)
  return {
    exportedAt: now(),
    account: {
      id: user.id,
      name: user.name,
      email: user.email,
      ...account,
      role: user.role,
      createdAt: user.created_at,
      lastGrind: user.grind,
    },
    sessions: await readSessions(read, person),
    secondFactor: { hasTotp, passkeys },
    addresses: (await rows.listAddresses(read, user.id)).map(({ data, created_at, used_at }) => ({
      address: JSON.parse(data),
      createdAt: created_at,
      usedAt: used_at,
    })),
    ...sold,
    watchedProducts: (await rows.listWatched(read, user.id)).map(({ name, created_at }) => ({
      product: name,
      since: created_at,
    })),
    ...(emailVerified ? await readLetters(read, user.email) : { messages: [], mails: [] }),
  }
}

async function readSales(
  read: Db,
  owner: Owner,
): Promise<Pick<OwnData, 'cart' | 'orders' | 'payments' | 'refunds'>> {
  const { userId } = owner
  const lines = await rows.listLines(read, owner)
  const orders = await rows.listOrders(read, owner)
  const paymentIds = orders.map(({ payment_id }) => payment_id)
  const payments = await rows.listPayments(read, paymentIds, userId)
  const checkouts = await inBatches(
    payments.map(({ id }) => id),
    (ids) => rows.listCheckouts(read, ids, userId),
  )
  const refunds = await inBatches(paymentIds, (ids) => rows.listRefunds(read, ids))
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const checkoutOf = new Map(checkouts.map(({ payment_id, data }) => [payment_id, JSON.parse(data)]))
  const ordered = new Set(paymentIds)
  const inCart = (linesOf.get(null) ?? []).filter(({ removed_at }) => removed_at === null)
  return {
    cart: inCart.map(presentLine),
    orders: orders.map((order) => ({
      ...presentOrder(order),
      lines: (linesOf.get(order.id) ?? []).map(presentLine),
      checkout: checkoutOf.get(order.payment_id) ?? null,
    })),
    payments: payments.map((payment) => ({
      ...presentPayment(payment),
      checkout: ordered.has(payment.id) ? null : (checkoutOf.get(payment.id) ?? null),
    })),
    refunds: refunds.map(presentRefund),
  }
}

async function readLetters(read: Db, email: string): Promise<Pick<OwnData, 'messages' | 'mails'>> {
  const messages = await rows.listMessages(read, email)
  const mails = await rows.listMails(read, email)
  return {
    messages: messages.map(({ name, message, created_at }) => ({ name, message, sentAt: created_at })),
    mails: mails.map(({ subject, status, created_at, sent_at }) => ({
      subject,
      status,
      queuedAt: created_at,
      sentAt: sent_at,
    })),
  }
}

type Line = Pick<CartItemRow, 'product_name' | 'price_cents' | 'weight_grams' | 'grind' | 'created_at'>

function presentLine({ product_name, price_cents, weight_grams, grind, created_at }: Line) {
  return {
    product: product_name,
    price: toPrice(price_cents),
    ...(weight_grams !== null && { weight: weight_grams }),
    ...(grind !== null && { grind }),
    addedAt: created_at,
  }
}

function presentOrder(order: OrderRow): Omit<OwnData['orders'][number], 'lines' | 'checkout'> {
  return {
    number: order.number,
    state: order.state,
    name: order.customer,
    email: order.email,
    total: toPrice(order.total_cents),
    orderedAt: order.created_at,
    deliveredAt: order.delivered_at,
    withdrawnAt: order.withdrawn_at,
    trackingUrl: order.tracking_url,
  }
}

function presentPayment(payment: PaymentRow): Omit<OwnData['payments'][number], 'checkout'> {
  const { amount_cents, currency, status, gateway, reference, created_at, settled_at } = payment
  return {
    amount: toAmountText(amount_cents, currency ?? shopCurrency()),
    ...(currency !== null && { currency }),
    status,
    gateway,
    reference,
    startedAt: created_at,
    settledAt: settled_at,
  }
}

function presentRefund({ amount_cents, status, reason, created_at }: RefundRow): OwnData['refunds'][number] {
  return { amount: toPrice(amount_cents), status, reason, at: created_at }
}

/** The number of ids in one statement. */
const BATCH = 500

async function inBatches<T>(ids: string[], list: (ids: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < ids.length; from += BATCH)
    found.push(...(await list(ids.slice(from, from + BATCH))))
  return found
}
