import { Problem } from '#contract/errors.ts'
import { formatMoney } from '#contract/values/money.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { auditEntry } from './audit-entry.ts'
import { readForm } from './product-form.ts'
import type { ProductForm } from './product-form.ts'
import { findLiveProduct, insertProduct, updateProduct } from './queries.ts'

/**
 * Adds a coffee or a packet that the caller owns. Returns the id of the product, or a problem if the form is invalid.
 */
export function addProduct(
  database: ShopDatabase,
  caller: Caller,
  form: ProductForm,
): Promise<string | Problem> {
  return database.write(async ({ tx, publish }) => {
    const columns = await readForm(tx, form, { ownerId: caller.userId })
    if (columns instanceof Problem) return columns
    const id = newId()
    const added = { owner_id: caller.userId, created_at: now(), archived_at: null, stock_id: null }
    await insertProduct(tx, { ...columns, ...added, id })
    const detail = formatMoney(columns.price_cents)
    await writeAudit(tx, caller, { action: `added ${form.kind}`, subject: columns.name, detail })
    publish({ type: 'catalogue-changed' })
    return id
  })
}

/** Changes a coffee or a packet. If another admin owns the product, the owner stays the same. */
export function editProduct(
  database: ShopDatabase,
  caller: Caller,
  { id, form }: { id: string; form: ProductForm },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findLiveProduct(tx, { id, kind: form.kind })
    if (!before) return new Problem('not-found')
    const columns = await readForm(tx, form, { ownerId: before.owner_id, before })
    if (columns instanceof Problem) return columns
    await updateProduct(tx, { id, ...columns })
    await auditEntry(tx, caller, {
      action: `changed ${form.kind}`,
      subject: before.name,
      detail: `now ${form.sold.name}, ${formatMoney(columns.price_cents)}`,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}
