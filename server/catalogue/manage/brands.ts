import type { NewBrand } from '#contract/shop-management.ts'
import { Problem } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { auditEntry, newEntry, takePicture } from './manage.ts'
import type { Manage } from './manage.ts'
import { findLiveBrand, insertBrand, updateBrand } from './queries.ts'

/** Adds a brand of the caller's; answers its id. */
export function addBrand({ database }: Manage, caller: Caller, brand: NewBrand): Promise<string | Problem> {
  const row = { ...newEntry(caller.userId), ...columns(brand) }
  return database.write(async ({ tx, publish }) => {
    const problem = await takePicture(tx, brand.img, 'img')
    if (problem) return problem
    await insertBrand(tx, row)
    await writeAudit(tx, caller, { action: 'added brand', subject: row.name })
    publish({ type: 'catalogue-changed' })
    return row.id
  })
}

/** Changes a brand. */
export function editBrand(
  { database }: Manage,
  caller: Caller,
  { id, brand }: { id: string; brand: NewBrand },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findLiveBrand(tx, id)
    if (!before) return new Problem('not-found')
    const problem = brand.img === before.img ? null : await takePicture(tx, brand.img, 'img')
    if (problem) return problem
    await updateBrand(tx, { id, ...columns(brand) })
    const detail = `now ${brand.category_name}, ratting ${brand.ratting}`
    await auditEntry(tx, caller, {
      action: 'changed brand',
      subject: before.name,
      detail,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}

function columns({ category_name, img, ratting }: NewBrand) {
  return { name: category_name.trim(), img, rating: Number(ratting) }
}
