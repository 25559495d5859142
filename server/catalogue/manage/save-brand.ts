import type { NewBrand } from '#contract/shop-management.ts'
import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findBrand } from '../queries.ts'
import { auditEntry } from './audit-entry.ts'
import { checkPictures } from './entry-checks.ts'
import { insertBrand, updateBrand } from './queries.ts'

/** Adds a brand that the caller owns. Returns the id of the brand, or a problem if the picture is invalid. */
export function addBrand(database: ShopDatabase, caller: Caller, brand: NewBrand): Promise<string | Problem> {
  return database.write(async ({ tx, publish }) => {
    const problem = await checkPictures(tx, [{ field: 'img', address: brand.img }])
    if (problem) return problem
    const row = { id: newId(), owner_id: caller.userId, ...columnsOf(brand), created_at: now() }
    await insertBrand(tx, { ...row, archived_at: null })
    await writeAudit(tx, caller, { action: 'added brand', subject: row.name })
    publish({ type: 'catalogue-changed' })
    return row.id
  })
}

/** Changes a brand. If another admin owns the brand, the owner stays the same. */
export function editBrand(
  database: ShopDatabase,
  caller: Caller,
  { id, brand }: { id: string; brand: NewBrand },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findBrand(tx, id)
    if (!before) return new Problem('not-found')
    const problem = await checkPictures(tx, [{ field: 'img', address: brand.img, current: before.img }])
    if (problem) return problem
    await updateBrand(tx, { id, ...columnsOf(brand) })
    await auditEntry(tx, caller, {
      action: 'changed brand',
      subject: before.name,
      detail: `now ${brand.category_name}, ratting ${brand.ratting}`,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}

function columnsOf({ category_name, img, ratting }: NewBrand) {
  return { name: category_name.trim(), img, rating: Number(ratting) }
}
