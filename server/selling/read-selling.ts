import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { SellingSettings, VersionedSelling } from '#contract/selling/settings.ts'
import type { Db } from '#server/shop-database.ts'
import { findSetting } from './queries.ts'

/** The name of the row in `shop_settings` that holds the settings for selling. */
export const SELLING = 'selling'

/** Reads how the shop delivers, roasts and taxes. Returns the defaults if no admin has saved any settings. */
export async function readSelling(db: Db): Promise<SellingSettings> {
  return (await readVersioned(db)).settings
}

/** Reads the settings with their version. Settings that were never saved have the version 0. */
export async function readVersioned(db: Db): Promise<VersionedSelling> {
  const [row] = await findSetting(db, { name: SELLING })
  if (!row) return { settings: DEFAULT_SELLING, version: 0 }
  // Settings that were saved by an earlier version of the shop may lack newer ones, which then have their defaults.
  const settings: SellingSettings = { ...DEFAULT_SELLING, ...JSON.parse(row.value) }
  return { settings, version: row.changed_at }
}
