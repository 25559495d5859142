import { DEFAULT_OPENING, DEFAULT_PROFILE, DEMO_OPENING } from '#contract/shop/profile.ts'
import type { ShopOpening, ShopProfile } from '#contract/shop/profile.ts'
import { DEMO_PROFILE } from '#contract/values/demo-profile.ts'
import { findSetting } from '#server/selling/queries.ts'
import type { Db } from '#server/shop-database.ts'

/** The names of the rows in `shop_settings` that hold the published profile, its draft and the opening. */
export const [PROFILE, DRAFT, OPENING] = ['profile', 'profile-draft', 'opening']

/** A setting with its version, the time of the last change. The version is 0 for a setting that was never saved. */
export type Versioned<T> = { value: T; version: number }

/** Reads the published profile. Returns the default for the kind of shop if no admin has published one. */
export function readProfile(db: Db, demo: boolean): Promise<Versioned<ShopProfile>> {
  return read(db, PROFILE, demo ? DEMO_PROFILE : DEFAULT_PROFILE)
}

/** Reads whether the shop is open, and who can see its products. */
export function readOpening(db: Db, demo: boolean): Promise<Versioned<ShopOpening>> {
  return read(db, OPENING, demo ? DEMO_OPENING : DEFAULT_OPENING)
}

/** If an earlier version of this program has saved the setting, the parts that were added later get their defaults. */
async function read<T extends object>(db: Db, name: string, otherwise: T): Promise<Versioned<T>> {
  const [row] = await findSetting(db, { name })
  return row
    ? { value: { ...otherwise, ...JSON.parse(row.value) }, version: row.changed_at }
    : { value: otherwise, version: 0 }
}
