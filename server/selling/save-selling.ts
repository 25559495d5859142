import { Problem } from '#contract/errors.ts'
import type { VersionedSelling } from '#contract/selling/settings.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { changedParts, writeSetting } from '#server/shop/stored-settings.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
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
    const changed = changedParts(before.settings, settings, NAMES)
    if (changed === '') return { version: before.version }
    await writeAudit(tx, caller, { action: 'changed settings', subject: 'Selling', detail: changed })
    publish({ type: 'settings-changed' })
    return writeSetting(tx, SELLING, { value: settings, version })
  })
}

/** The currency has a call of its own, because all prices change with it. */
const CURRENCY_ERROR = { field: 'settings.currency', message: 'is another one now. Reload the page' }

/** The names of settings in the audit log that are not called like their property. */
const NAMES = {
  timeZone: 'time zone',
  methods: 'delivery methods',
  roasting: 'roast days',
  tax: 'tax rates',
  food: 'food information',
  hasWithdrawal: 'withdrawal',
  showsReviewsAtOnce: 'reviews',
  ways: 'ways to pay',
  cardNote: 'text about cards',
  bank: 'bank account',
  payLaterNote: 'how to pay by transfer',
  payAtPickupNote: 'how to pay at pickup',
  accounting: 'numbers for the accountant',
}
