import { Problem } from '#contract/errors.ts'
import type { SellingSettings, VersionedSelling } from '#contract/selling/settings.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { writeSetting } from '#server/shop/stored-settings.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { findSellingErrors } from './check-selling.ts'
import { readVersioned, SELLING } from './read-selling.ts'

/**
 * Saves the settings for selling and returns their new version. Returns the problem `settings-changed` if another admin
 * has saved since the caller read `version`. If no setting differs from what is saved, nothing is written.
 */
export async function saveSelling(
  database: ShopDatabase,
  caller: Caller,
  { settings, version }: VersionedSelling,
): Promise<{ version: number } | Problem> {
  const errors = findSellingErrors(settings)
  if (errors.length > 0) return new Problem('invalid-input', { errors })
  return database.write(async ({ tx, publish }) => {
    const before = await readVersioned(tx)
    if (before.settings.currency !== settings.currency)
      return new Problem('invalid-input', { errors: [CURRENCY_ERROR] })
    const changed = changedNames(before.settings, settings)
    if (changed.length === 0) return { version: before.version }
    const saved = await replaceSelling(tx, settings, version)
    if (saved === null) return new Problem('settings-changed')
    await writeAudit(tx, caller, {
      action: 'changed settings',
      subject: 'Selling',
      detail: changed.join(', '),
    })
    publish({ type: 'settings-changed' })
    return { version: saved }
  })
}

/** Writes the settings and returns their new version, or null if another transaction has changed them first. */
export function replaceSelling(tx: Db, settings: SellingSettings, version: number): Promise<number | null> {
  return writeSetting(tx, SELLING, { value: settings, version })
}

/** The currency has a call of its own, because all prices change with it. */
const CURRENCY_ERROR = { field: 'settings.currency', message: 'is another one now. Reload the page' }

/** Each setting with its name in the audit log. */
const NAMES = [
  ['timeZone', 'time zone'],
  ['country', 'country'],
  ['methods', 'delivery methods'],
  ['roasting', 'roast days'],
  ['tax', 'tax rates'],
  ['grinds', 'grinds'],
  ['hasWithdrawal', 'withdrawal'],
  ['payLaterNote', 'how to pay later'],
  ['payAtPickupNote', 'how to pay at pickup'],
] as const satisfies [Exclude<keyof SellingSettings, 'currency'>, string][]

function changedNames(before: SellingSettings, after: SellingSettings): string[] {
  return NAMES.filter(([key]) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map(
    ([, name]) => name,
  )
}
