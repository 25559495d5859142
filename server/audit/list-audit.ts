import type { AuditEntry } from '#contract/dashboard.ts'
import { toPrice } from '#contract/money.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { AuditRow, Tables } from '#server/tables.ts'
import { listEntries, listPayments } from './queries.ts'
import type { PaymentWithEmail } from './queries.ts'

/** Who changed what, newest first: the log and the payments, which are a log of their own. */
export async function listAudit({ read }: Database<Tables>, page: { before: string | null; limit: number }): Promise<AuditEntry[]> {
  const [entries, payments] = await Promise.all([listEntries(read, page), listPayments(read, page)])
  const all = [...entries.map(presentEntry), ...payments.map(presentPayment)]
  return all.toSorted((a, b) => (a._id < b._id ? 1 : -1)).slice(0, page.limit)
}

function presentEntry({ id, at, who, action, subject, detail }: AuditRow): AuditEntry {
  return { _id: id, at, who, action, subject, detail }
}

function presentPayment({ id, created_at, email, kind, amount_cents, status, gateway }: PaymentWithEmail): AuditEntry {
  const subject = kind === 'full' ? 'a full order' : 'one item'
  return { _id: id, at: created_at, who: email ?? 'somebody removed', action: `payment ${status}`, subject, detail: `$${toPrice(amount_cents)} through ${gateway}` }
}
