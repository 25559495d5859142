import type { Kysely } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Tables } from '#server/tables.ts'
import { auditEntry, centsOf, newEntry, takePicture, wrong } from './manage.ts'
import type { Manage } from './manage.ts'
import { findBrandNamed, findLiveCoffee, insertCoffee, updateCoffee } from './queries.ts'

/** Adds a coffee name of the caller's to the brand it names; answers its id. */
export function addCoffee(
  { database }: Manage,
  caller: Caller,
  coffee: NewCoffee,
): Promise<string | Problem> {
  return database.write(async ({ tx, publish }) => {
    const columns = await columnsOf(tx, coffee, { ownerId: caller.userId })
    if (columns instanceof Problem) return columns
    const row = { ...newEntry(caller.userId), ...columns, about: columns.about ?? '' }
    const problem = await takePicture(tx, coffee.img, 'img')
    if (problem) return problem
    await insertCoffee(tx, row)
    await writeAudit(tx, caller, { action: 'added coffee', subject: row.name, detail: `$${coffee.price}` })
    publish({ type: 'catalogue-changed' })
    return row.id
  })
}

/** Changes a coffee name. */
export function editCoffee(
  { database }: Manage,
  caller: Caller,
  { id, coffee }: { id: string; coffee: NewCoffee },
): Promise<true | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await findLiveCoffee(tx, id)
    if (!before) return new Problem('not-found')
    const problem = coffee.img === before.img ? null : await takePicture(tx, coffee.img, 'img')
    if (problem) return problem
    const columns = await columnsOf(tx, coffee, { ownerId: before.owner_id, current: before.brand_id })
    if (columns instanceof Problem) return columns
    await updateCoffee(tx, { id, ...columns, about: columns.about ?? before.about })
    const detail = `now ${coffee.name}, $${coffee.price}`
    await auditEntry(tx, caller, {
      action: 'changed coffee',
      subject: before.name,
      detail,
      ownerId: before.owner_id,
    })
    publish({ type: 'catalogue-changed' })
    return true as const
  })
}

async function columnsOf(
  tx: Kysely<Tables>,
  coffee: NewCoffee,
  whose: { ownerId: string; current?: string },
) {
  const brand = await findBrandNamed(tx, { name: coffee.category_name, ...whose })
  if (!brand) return wrong('category_name', 'There is no such brand')
  const { img, name, price, ratting, about } = coffee
  const price_cents = centsOf(price, 'price')
  if (price_cents instanceof Problem) return price_cents
  return {
    brand_id: brand.id,
    img,
    name: name.trim(),
    about: about?.trim(),
    price_cents,
    rating: Number(ratting),
  }
}
