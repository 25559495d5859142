import type { AuditEntry } from '#contract/audit.ts'
import { toPrice, withSeparators } from '#contract/values/money.ts'
import type { AuditRow } from '#server/tables.ts'
import { countProducts, listEntries, listPayments } from './queries.ts'
import type { PaidProduct, PaymentWithEmail } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Who changed what, newest first: the log and the payments, which are a log of their own. */
export async function listAudit(
  { read, longRead }: ShopDatabase,
  page: { before: string | null; limit: number },
): Promise<AuditEntry[]> {
  const [entries, payments] = await Promise.all([listEntries(read, page), listPayments(read, page)])
  const products = await countProducts(
    longRead,
    payments.map(({ id }) => id),
  )
  const bought = Map.groupBy(products, ({ payment_id }) => payment_id)
  const all = [
    ...entries.map(presentEntry),
    ...payments.map((payment) => presentPayment(payment, bought.get(payment.id))),
  ]
  return all.toSorted((a, b) => (a._id < b._id ? 1 : -1)).slice(0, page.limit)
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

/** `2 × Espresso, Lungo and 4 more`. Empty for a failed payment, which holds nothing any more. */
function namesOf(products: PaidProduct[]): string {
  const named = products
    .slice(0, NAMED)
    .map(({ product_name, count }) => (count > 1 ? `${count}\u{a0}×\u{a0}${product_name}` : product_name))
  const more = products.slice(NAMED).reduce((sum, { count }) => sum + count, 0)
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
