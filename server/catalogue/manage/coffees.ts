import type { Kysely } from 'kysely'
import { Problem } from '#contract/errors.ts'
import type { NewCoffee } from '#contract/shop-management.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { Refused, refusing } from '#server/platform/database/refusing.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Tables } from '#server/tables.ts'
import { auditEntry, centsOf, newEntry, takePicture, wrong } from './manage.ts'
import type { Manage } from './manage.ts'
import { findBrandNamed, findLiveCoffee, insertCoffee, updateCoffee } from './queries.ts'

/** Adds a coffee name of the caller's to the brand it names; answers its id. */
export function addCoffee({ database }: Manage, caller: Caller, coffee: NewCoffee): Promise<string | Problem> {
  return refusing(
    database.write(async ({ tx, changed }) => {
      const columns = await columnsOf(tx, coffee, { ownerId: caller.userId })
      const row = { ...newEntry(caller.userId), ...columns, about: columns.about ?? '' }
      await takePicture(tx, coffee.img, 'img')
      await insertCoffee(tx, row)
      await writeAudit(tx, caller, { action: 'added coffee', subject: row.name, detail: `$${coffee.price}` })
      changed({ topic: 'catalogue' })
      return row.id
    }),
  )
}

/** Changes a coffee name. */
export function editCoffee({ database }: Manage, caller: Caller, { id, coffee }: { id: string; coffee: NewCoffee }): Promise<true | Problem> {
  return refusing(
    database.write(async ({ tx, changed }) => {
      const before = await findLiveCoffee(tx, id)
      if (!before) throw new Refused(new Problem('not-found'))
      if (coffee.img !== before.img) await takePicture(tx, coffee.img, 'img')
      const columns = await columnsOf(tx, coffee, { ownerId: before.owner_id, current: before.brand_id })
      await updateCoffee(tx, { id, ...columns, about: columns.about ?? before.about })
      const detail = `now ${coffee.name}, $${coffee.price}`
      await auditEntry(tx, caller, { action: 'changed coffee', subject: before.name, detail, ownerId: before.owner_id })
      changed({ topic: 'catalogue' })
      return true as const
    }),
  )
}

async function columnsOf(tx: Kysely<Tables>, coffee: NewCoffee, whose: { ownerId: string; current?: string }) {
  const brand = await findBrandNamed(tx, { name: coffee.category_name, ...whose })
  if (!brand) throw new Refused(wrong('category_name', 'There is no such brand'))
  const { img, name, price, ratting, about } = coffee
  return { brand_id: brand.id, img, name: name.trim(), about: about?.trim(), price_cents: centsOf(price, 'price'), rating: Number(ratting) }
}
