import { auditCalls } from '#contract/audit.ts'
import type { AuditEntry } from '#contract/audit.ts'
import type { NewestQuery } from '#contract/paging.ts'
import { shownEmail } from '#contract/values/mails.ts'
import { formatMoney } from '#contract/values/money.ts'
import { WALK_IN } from '#contract/values/orders/counter.ts'
import { isByHand } from '#contract/selling/gateways.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { List } from '#server/platform/tables/list.ts'
import type { Page, Sorted } from '#server/platform/tables/list.ts'
import { linkPage, withOneMore } from '#server/platform/tables/serve-page.ts'
import type { PageRequest } from '#server/platform/tables/serve-page.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { AuditRow, Tables } from '#server/tables.ts'
import type { PaymentRow } from '#server/tables/payment-rows.ts'

type Audit = { database: ShopDatabase; currency: () => Promise<string> }

export function auditRoutes(setup: CallsSetup, audit: Audit): void {
  serveCalls(setup, auditCalls, { 'GET /audit': (request) => serveAudit(audit, request) })
}

/** A product that was paid for with a payment. `lines` is how many lines of the payment have this product. */
type PaidProduct = { payment_id: string | null; product_name: string; lines: number }

const changes = new List<Tables, 'audit', AuditRow, NewestQuery>({
  rows: (db) => db.selectFrom('audit').selectAll(),
  sorts: {},
  filters: [],
})

type PaymentWithEmail = PaymentRow & { email: string | null }

const payments = new List<Tables, 'payments', PaymentWithEmail, NewestQuery>({
  rows: (db) =>
    db
      .selectFrom('payments')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('users').select('email').whereRef('users.id', '=', 'payments.user_id').as('email'),
      ),
  sorts: {},
  filters: [],
})

type SortedEntry = { id: string; sorted_by: string | number; entry: AuditEntry }

/**
 * Returns one page of the audit log, merged from the tables `audit` and `payments`. Payments are not copied to `audit`.
 * A whole page is read from each table, because all rows of the merged page can come from the same table. Sorting by id
 * sorts the rows of both tables by time.
 */
async function serveAudit(audit: Audit, { query, reply }: PageRequest<NewestQuery>): Promise<AuditEntry[]> {
  const page = changes.pageOf(query)
  const [changed, paid] = await Promise.all([
    changes.read(audit.database.read, withOneMore(page)),
    readPayments(audit, withOneMore(payments.pageOf(query))),
  ])
  const sign = page.direction === 'asc' ? 1 : -1
  const found = [...changed.map(presentChange), ...paid].toSorted((a, b) => (a.id < b.id ? -sign : sign))
  return linkPage({ query, reply }, page, found).map(({ entry }) => entry)
}

async function readPayments(
  { database: { read, longRead }, currency }: Audit,
  page: Page<Tables>,
): Promise<SortedEntry[]> {
  const rows = await payments.read(read, page)
  const paymentIds = rows.map(({ id }) => id)
  const products = await listPaidProducts(longRead, paymentIds)
  const productsOf = Map.groupBy(products, ({ payment_id }) => payment_id)
  const shopCurrency = await currency()
  return rows.map((payment) =>
    presentPayment({ ...payment, currency: payment.currency ?? shopCurrency }, productsOf.get(payment.id)),
  )
}

/**
 * Lists the products that were bought with each of these payments, in the order in which they were put into the cart.
 */
async function listPaidProducts(db: Db, paymentIds: string[]): Promise<PaidProduct[]> {
  if (paymentIds.length === 0) return []
  return db
    .selectFrom('cart_items')
    .select(({ fn }) => ['payment_id', 'product_name', fn.countAll<number>().as('lines')])
    .where('payment_id', 'in', paymentIds)
    .groupBy(['payment_id', 'product_name'])
    .orderBy(({ fn }) => fn.min('id'))
    .execute()
}

function presentChange({ id, sorted_by, at, who, action, subject, detail }: Sorted<AuditRow>): SortedEntry {
  return { id, sorted_by, entry: { _id: id, at, who, action, subject, detail: withoutInvented(detail) } }
}

/** Leaves out the email address with which a detail begins, if it stands for that of a customer who has given none. */
function withoutInvented(detail: string): string {
  const [email = '', ...rest] = detail.split(': ')
  return shownEmail(email) === '' ? rest.join(': ') : detail
}

/**
 * What the log says about an order that is paid later. Its row has the time at which it was placed, and not the time at
 * which an admin marked it as paid: that is a row of its own.
 */
const PAID_LATER: Record<PaymentRow['status'], string> = {
  pending: ', to be paid later',
  succeeded: ', paid later',
  failed: ', cancelled later',
}

function presentPayment(
  payment: Sorted<PaymentWithEmail> & { currency: string },
  products: PaidProduct[] = [],
): SortedEntry {
  const { id, sorted_by, created_at, email, user_id, kind, amount_cents, currency, status, gateway } = payment
  const names = namesOf(products)
  const isPaidLater = isByHand(gateway)
  const subject = kind === 'full' ? ['a full order', names].filter(Boolean).join(': ') : names || 'one item'
  const entry = {
    _id: id,
    at: created_at,
    who: email === null ? whoWithoutUser(user_id) : shownEmail(email) || WALK_IN,
    action: isPaidLater ? 'order placed' : `payment ${status}`,
    subject,
    detail: `${formatMoney(amount_cents, currency)}${isPaidLater ? PAID_LATER[status] : ` through ${gateway}`}`,
  }
  return { id, sorted_by, entry }
}

/** Says who has paid if there is no user with the id of the payment. */
function whoWithoutUser(userId: string): string {
  return userId === '' ? 'not known' : 'a deleted user'
}

const MAX_NAMED = 3

/**
 * Returns the names of a payment's products, such as `2 × Espresso, Lungo and 4 more`. Returns an empty text for a
 * failed payment, because the lines that it had reserved were released.
 */
function namesOf(products: PaidProduct[]): string {
  const named = products
    .slice(0, MAX_NAMED)
    .map(({ product_name, lines }) => (lines > 1 ? `${lines}\u{a0}×\u{a0}${product_name}` : product_name))
  const more = products.slice(MAX_NAMED).reduce((sum, { lines }) => sum + lines, 0)
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
