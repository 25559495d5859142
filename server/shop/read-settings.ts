import { DEFAULT_OPENING, DEFAULT_PROFILE, DEMO_OPENING } from '#contract/shop/profile.ts'
import type { ShopOpening, ShopProfile } from '#contract/shop/profile.ts'
import type { EditedProfile } from '#contract/shop/calls.ts'
import { DEMO_PROFILE } from '#contract/shop/demo-profile.ts'
import type { Db } from '#server/shop-database.ts'
import { readOptionalSetting, readSetting } from './stored-settings.ts'
import type { Versioned } from './stored-settings.ts'

/** The names of the rows in `shop_settings` that hold the published profile, its draft and the opening. */
export const PROFILE = 'profile'
export const DRAFT = 'profile-draft'
export const OPENING = 'opening'

/** Reads the published profile. Returns the default for the kind of shop if no admin has published one. */
export function readProfile(db: Db, demo: boolean): Promise<Versioned<ShopProfile>> {
  return readSetting(db, PROFILE, demo ? DEMO_PROFILE : DEFAULT_PROFILE)
}

/**
 * Reads the published profile and its draft. The version is that of the draft's row, because publishing and discarding
 * write that row, too: its value is then null.
 */
export async function readEditedProfile(db: Db, demo: boolean): Promise<EditedProfile> {
  const { value: published } = await readProfile(db, demo)
  const { value: draft, version } = await readOptionalSetting<ShopProfile>(db, DRAFT)
  return { published, draft: draft && { ...DEFAULT_PROFILE, ...draft }, version }
}

/** Reads whether the shop is open, and who can see its products. */
export function readOpening(db: Db, demo: boolean): Promise<Versioned<ShopOpening>> {
  return readSetting(db, OPENING, demo ? DEMO_OPENING : DEFAULT_OPENING)
}
