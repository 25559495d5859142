import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '#contract/errors.ts'
import type { VersionedOpening } from '#contract/shop/calls.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { OPENING, readOpening, writeSetting } from './stored-settings.ts'

/**
 * Opens or closes the shop, and sets who can see its products. Returns the problem `settings-changed` if another admin
 * has changed that since the caller read `version`.
 */
export async function changeOpening(
  { database, demo }: { database: ShopDatabase; demo: boolean },
  caller: Caller,
  { opening, version }: VersionedOpening,
): Promise<{ version: number } | Problem> {
  return database.write(async ({ tx, publish }) => {
    const before = await readOpening(tx, demo)
    if (isDeepStrictEqual(before.value, opening)) return { version: before.version }
    await writeAudit(tx, caller, {
      action: 'changed settings',
      subject: 'Opening',
      detail: changes(before.value, opening),
    })
    publish({ type: 'settings-changed' })
    return writeSetting(tx, OPENING, { value: opening, version })
  })
}

function changes(before: ShopOpening, after: ShopOpening): string {
  return [
    ...(before.isOpen === after.isOpen ? [] : [after.isOpen ? 'opened the shop' : 'closed the shop']),
    ...(before.productsFor === after.productsFor
      ? []
      : [`products for ${after.productsFor === 'everyone' ? 'everyone' : 'those who are signed in'}`]),
  ].join(', ')
}
