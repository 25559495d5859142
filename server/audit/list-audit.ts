import type { AuditEntry } from '#contract/audit.ts'
import type { NewestQuery } from '#contract/paging.ts'
import { toPrice, withSeparators } from '#contract/values/money.ts'
import { listPaidProducts } from '#server/orders/sales.ts'
import type { PaidProduct } from '#server/orders/sales.ts'
import { List } from '#server/platform/tables/list.ts'
import { linkNext } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { AuditRow, Tables } from '#server/tables.ts'
import { listPayments } from './queries.ts'
import type { PaymentWithEmail } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const entries = new List<Tables, 'audit', AuditRow, NewestQuery>({
  rows: (db) => db.selectFrom('audit').selectAll(),
  sorts: {},
  filters: [],
})

/** Returns a page of the log, newest first, merged with the payments, which are not written to the log. */
export async function serveAudit(
  { read, longRead }: ShopDatabase,
  { query, reply }: PageRequest<NewestQuery>,
): Promise<AuditEntry[]> {
  const page = entries.pageOf(query)
  const { place, limit } = page
  const [changes, payments] = await Promise.all([
    entries.read(read, page),
    listPayments(read, { before: place?.[1] ?? null, limit }),
  ])
  const products = await listPaidProducts(
    longRead,
    payments.map(({ id }) => id),
  )
  const bought = Map.groupBy(products, ({ payment_id }) => payment_id)
  const merged = [
    ...changes.map(presentEntry),
    ...payments.map((payment) => presentPayment(payment, bought.get(payment.id))),
  ]
  const shown = merged.toSorted((a, b) => (a._id < b._id ? 1 : -1)).slice(0, limit)
  linkNext(
    { query, reply },
    shown.map(({ _id }) => ({ id: _id, sorted_by: _id })),
    limit,
  )
  return shown
}

function presentEntry({ id, at, who, action, subject, detail }: AuditRow): AuditEntry {
  return { _id: id, at, who, action, subject, detail }
}

function presentPayment(payment: PaymentWithEmail, products: PaidProduct[] = []): AuditEntry {
  const { id, created_at, email, kind, amount_cents, status, gateway } = payment
  const names = namesOf(products)
  const subject = kind === 'full' ? ['a full order', names].filter(Boolean).join(': ') : names || 'one item'
  return {
    _id: id,
    at: created_at,
    who: email ?? 'somebody removed',
    action: `payment ${status}`,
    subject,
    detail: `$${withSeparators(toPrice(amount_cents))} through ${gateway}`,
  }
}

/** How many products of a payment are named. */
const NAMED = 3

/** Returns `2 × Espresso, Lungo and 4 more`. Returns an empty text for a failed payment, which holds no lines. */
function namesOf(products: PaidProduct[]): string {
  const named = products
    .slice(0, NAMED)
    .map(({ product_name, lines }) => (lines > 1 ? `${lines}\u{a0}×\u{a0}${product_name}` : product_name))
  const more = products.slice(NAMED).reduce((sum, { lines }) => sum + lines, 0)
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
