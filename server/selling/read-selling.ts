import { DEFAULT_SELLING } from '#contract/selling.ts'
import type { SellingSettings } from '#contract/selling.ts'
import type { Db } from '#server/shop-database.ts'
import { findSettings } from './queries.ts'

/** Returns what the owner has set up to sell, or the defaults if nothing was changed yet. */
export async function readSelling(db: Db): Promise<SellingSettings> {
  const row = await findSettings(db, 'selling')
  // The cast is safe: settings are checked against the schema before they are stored.
  return row ? (JSON.parse(row.value) as SellingSettings) : DEFAULT_SELLING
}
